import type { AnswerMap, Question } from '../../api/client.js';
import { loopIn } from './answer-changes.js';

/** The iterations of a loop with their names: those of the service, which follow the answers after a moment. */
export function iterationChoices(
  loop: Pick<Question, 'qid' | 'loopDefinitionDto'>,
  answers: AnswerMap,
): [iterationId: string, name: string][] {
  const { iterationLabel = loop.qid, iterations = [] } = loop.loopDefinitionDto ?? {};
  const names = new Map(iterations.map(({ iterationId, name }) => [iterationId, name]));
  return loopIn(answers, loop.qid).map(({ iterationId }, index) => [
    iterationId,
    names.get(iterationId) ?? `${iterationLabel} ${index + 1}`,
  ]);
}
