import type { AnswerMap, QuestionInLoop } from '../../api/client.js';
import { answerAt } from './answer-changes.js';

const parts = ['address1', 'address2', 'city', 'state', 'zipcode'] as const;

/** The answers by which the questions of an iteration have the client's mailing address; none that are the same. */
export function mailingAnswers(
  questions: readonly QuestionInLoop[],
  answers: AnswerMap,
  at: (qid: string) => string | undefined,
): [qid: string, answer: string][] {
  return parts.flatMap((part): [string, string][] => {
    const question = questions.find(({ qid }) => qid.endsWith(`.${part}`));
    const own = answerAt(answers, { qid: `client.${part}` });
    if (!question || !own || at(question.qid) === own) return [];
    const { answerChoices } = question;
    return answerChoices && !answerChoices.some(({ value }) => value === own) ? [] : [[question.qid, own]];
  });
}
