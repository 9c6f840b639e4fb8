import { capitalized } from '../texts/formats.js';
import { t } from '../texts/texts.js';
import type { QuestionInLoop, QuoteMessage } from './client.js';

type Asked = ReadonlyMap<string, Pick<QuestionInLoop, 'question'>>;

/** What rating says, with the words of a question in place of its id. */
export function messageText({ message, qid }: Pick<QuoteMessage, 'message' | 'qid'>, asked: Asked): string {
  const question = qid && asked.get(qid)?.question;
  return capitalized(question ? message.replaceAll(`"${qid}"`, `“${question}”`) : message);
}

/** What is wrong with an answer, to be shown at its field; `''` if nothing is. */
export function answerErrors(
  messages: readonly QuoteMessage[],
  { qid, in: within }: { qid: string; in?: { iterationId: string } },
  asked: Asked,
): string {
  const own = messages.filter(
    (each) => each.qid === qid && each.iterationId === within?.iterationId && each.severity === 'ERROR',
  );
  const texts = own.map((each) =>
    each.code === 'MISSING_ANSWER' ? t('sell.required') : messageText(each, asked),
  );
  return [...new Set(texts)].join(' ');
}
