import { parseDecimal } from '../expression/index.js';
import type { AnswerMap } from '../intake/answers.js';
import { nameReferred, namesOfIterations } from '../questions/iteration-names.js';
import type { QuestionTypes } from '../questions/question-types.js';
import type { BrokenLimit, ReferralReason } from '../quote/referral-reason.js';
import { referringCodes } from '../quote/referring.js';
import type { ComparedValue, QuoteMessage } from '../rating/run/result.js';
import type { WorksheetLine } from '../rating/run/worksheet-line.js';
import { capital, nameWords } from '../rating/words/value-words.js';
import { answeredNumber, choiceLabel } from '../rating/words/vocabulary.js';
import { InputTrace } from './raising-inputs.js';
import type { KeyExpression } from './read-names.js';

/** What the reasons of a quote are told with. */
export interface ReferralWords {
  /** Of the version that rated, in the reader's language. */
  questions: QuestionTypes;
  currency: string;
  /** The title of a derived value; undefined if the plans have none. */
  titleOf: (value: string) => string | undefined;
  /** The question whose answers a derived value is taken from, if they are its kind of value. */
  takenFrom: (value: string) => string | undefined;
  /** What the product's lookups seek. */
  keyOf: KeyExpression;
}

/** Sums over long loops have as many answers as iterations. */
const mostAnswers = 20;

/**
 * Why an underwriter has to decide on a quote: each referring message, with the values that broke its rule's limit and the
 * answers that the rule's condition comes from.
 * @param worksheet the steps of the rating; without them no answers are told.
 */
export function referralReasons(
  { messages, intake }: { messages: readonly QuoteMessage[]; intake: AnswerMap },
  worksheet: readonly WorksheetLine[],
  words: ReferralWords,
): ReferralReason[] {
  const trace = new InputTrace(worksheet, words.keyOf);
  const names = namesOfIterations(intake, words.questions);
  return messages.filter(isReferring).map((message) => {
    const { message: text, code, rule, holdId, component, version, from } = message;
    // A rule of another version was not rated by the worksheet.
    const line = version === undefined && from === undefined ? lineOf(worksheet, message) : undefined;
    return {
      text,
      code,
      ...(rule !== undefined && { rule }),
      ...(holdId !== undefined && { holdId }),
      ...(component !== undefined && { component }),
      compared: brokenLimits([message], words),
      answers: line === undefined ? [] : answersOf(trace, line, { intake, names, words }),
    };
  });
}

export const isReferring = ({ code }: Pick<QuoteMessage, 'code'>): boolean => referringCodes.includes(code);

function lineOf(worksheet: readonly WorksheetLine[], { rule, component }: QuoteMessage) {
  return worksheet.find(
    (line) => line.section === 'underwriting' && line.step === rule && line.component === component,
  );
}

/** The values of messages that broke a limit, with what people call them. */
export function brokenLimits(
  messages: readonly Pick<QuoteMessage, 'compared'>[],
  words: ReferralWords,
): BrokenLimit[] {
  return messages.flatMap(({ compared = [] }) => compared.map((value) => namedValue(value, words)));
}

function namedValue(compared: ComparedValue, words: ReferralWords): BrokenLimit {
  const { reads, name, value, operator, limit } = compared;
  const asked = name === undefined ? undefined : words.questions.get(name);
  const isAnswer = asked !== undefined && reads !== 'value';
  const title = name === undefined || isAnswer ? undefined : words.titleOf(name);
  const label = asked?.definition?.question ?? title ?? (name && capital(nameWords(name)));
  const taken = name === undefined || isAnswer ? undefined : words.takenFrom(name);
  const answered = isAnswer && reads !== 'iterations' ? asked : taken && words.questions.get(taken);
  const { answerType } = answered || {};
  return {
    ...(isAnswer && { qid: name }),
    ...(label !== undefined && { label }),
    ...(answerType !== undefined && { answerType }),
    value,
    operator,
    limit,
  };
}

function answersOf(
  trace: InputTrace,
  line: WorksheetLine,
  { intake, names, words }: { intake: AnswerMap; names: ReadonlyMap<string, string>; words: ReferralWords },
): ReferralReason['answers'] {
  return trace
    .each(line)
    .flatMap(({ name: qid, value, iterationId }) => {
      const asked = words.questions.get(qid);
      if (asked?.definition == null || value === null) return [];
      const iteration = iterationId === undefined ? undefined : names.get(iterationId);
      const { iterationOf } = asked.definition;
      const answer = String(value);
      const referred = iterationOf && nameReferred(answer, intake[iterationOf], names);
      return [
        {
          qid,
          label: asked.definition.question,
          answerType: asked.answerType,
          answer,
          text: referred || answerText(qid, answer, words),
          ...(iteration !== undefined && { iterationId, iteration }),
        },
      ];
    })
    .slice(0, mostAnswers);
}

/** An answer as people write it: a label, an amount with its currency. */
function answerText(qid: string, answer: string, words: ReferralWords): string {
  const label = choiceLabel(words, qid, answer);
  if (label !== undefined) return label;
  const type = words.questions.get(qid)?.answerType;
  if (type === 'BOOLEAN') return answer === 'true' ? 'Yes' : 'No';
  const isNumber = type === 'MONEY' || type === 'NUMBER' || type === 'PERCENT';
  const number = isNumber ? parseDecimal(answer) : null;
  return number === null ? answer : answeredNumber(words, qid, number);
}
