import { answerTexts } from '../languages/service-texts.js';
import type { Wording } from '../languages/wording.js';
import type { QuestionTypes } from '../questions/question-types.js';
import type { QuoteMessage } from '../rating/run/result.js';
import type { QuoteDetails } from './quote.js';

/** A language of the product that was quoted, with its questions. */
export interface QuoteWording extends Wording {
  questionTypes: QuestionTypes;
}

/** `quoteDetails` with the names of coverages and the words of their details in a language. Codes and amounts stay. */
export function quoteDetailsIn(wording: QuoteWording | null, details: QuoteDetails): QuoteDetails {
  if (wording === null) return details;
  return { ...details, coverageTypes: coverageTypesIn(wording, details.coverageTypes) };
}

/** The same for the coverages of a policy's contract. */
export function coverageTypesIn(
  wording: QuoteWording,
  coverageTypes: QuoteDetails['coverageTypes'],
): QuoteDetails['coverageTypes'] {
  return coverageTypes.map(({ type, coverages }) => ({
    type: wording.text(type, coverages[0]?.code),
    coverages: coverages.map((coverage) => ({
      ...coverage,
      title: wording.text(coverage.title, coverage.code),
      details: Object.fromEntries(
        Object.entries(coverage.details).map(([key, items]) => [
          key,
          items.map((item) => detailIn(wording, coverage.code, item)),
        ]),
      ),
    })),
  }));
}

type Detail = QuoteDetails['coverageTypes'][number]['coverages'][number]['details'][string][number];

function detailIn(wording: QuoteWording, code: string, detail: Detail): Detail {
  const { description, scopeLabel } = detail;
  return {
    ...detail,
    ...(description !== undefined && { description: wording.text(description, code) }),
    ...(scopeLabel !== undefined && { scopeLabel: wording.text(scopeLabel, code) }),
  };
}

/**
 * The messages of a quote in a language: those of the product's rules, and what is wrong with an answer. What else the service
 * finds stays in its own language, for the code says it.
 */
export function messagesIn<Message extends Pick<QuoteMessage, 'message'> & Partial<QuoteMessage>>(
  wording: QuoteWording | null,
  messages: readonly Message[],
): Message[] {
  if (wording === null) return [...messages];
  return messages.map((message) => {
    const prefix = prefixOf(message);
    const bare = { ...message, message: message.message.slice(prefix.length) };
    return { ...message, message: prefix + messageIn(wording, bare) };
  });
}

/** The day and the version that the service writes before the text of a rule. */
function prefixOf({ from, version, message }: Pick<QuoteMessage, 'message'> & Partial<QuoteMessage>): string {
  const day = from === undefined ? '' : `From ${from}: `;
  const prefix = `${day}${version === undefined ? '' : `Version ${version}: `}`;
  return message.startsWith(prefix) ? prefix : '';
}

function messageIn(
  wording: QuoteWording,
  { code = '', qid, rule, message }: Pick<QuoteMessage, 'message'> & Partial<QuoteMessage>,
): string {
  const general = Object.hasOwn(answerTexts, code) ? answerTexts[code] : undefined;
  const question = qid === undefined ? undefined : wording.questionTypes.get(qid)?.definition?.question;
  if (general === undefined || question === undefined) return wording.text(message, rule);
  const text = wording.text(general, code);
  return text === general ? message : text.replaceAll('{{question}}', () => question);
}
