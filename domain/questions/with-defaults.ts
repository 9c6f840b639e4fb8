import { answersOf, isBlank } from '../expression/index.js';
import type { Answer, AnswerMap } from '../intake/answers.js';
import type { Line } from './line.js';
import { type QuestionTypes, questionTypesOf } from './question-types.js';
import { compileDisplayConditions, type DisplayConditions, VisibleAnswers } from './visible-answers.js';

// Entries live as long as the product version of the line is in memory.
const conditionsOf = new WeakMap<Line, DisplayConditions>();

/**
 * Answers as the rating reads them: a question that is shown and was not answered has its `defaultAnswer`, in each
 * iteration of a loop, too. Given answers stay as they are, and loops get no iterations.
 */
export function withDefaults(root: Line, answers: AnswerMap): AnswerMap {
  const conditions = conditionsOf.get(root) ?? compileDisplayConditions(questionTypesOf(root));
  conditionsOf.set(root, conditions);
  const { types } = conditions;
  const scope = new VisibleAnswers(answersOf(answers, types), conditions);
  const loops = Object.entries(answers).map(([qid, entry]): [string, AnswerMap[string]] => {
    if (entry.type === 'ANSWER') return [qid, entry];
    const scopes = scope.iterations(qid);
    const iterations = entry.iterations.map((iteration, index) => {
      const own = scopes[index];
      if (own === undefined) return iteration;
      return {
        ...iteration,
        answers: { ...iteration.answers, ...defaultsOf(types, qid, iteration.answers, own) },
      };
    });
    return [qid, { ...entry, iterations }];
  });
  return { ...Object.fromEntries(loops), ...defaultsOf(types, null, answers, scope) };
}

/** The defaults of the questions of a loop, or of the policy, that were not answered. */
function defaultsOf(
  types: QuestionTypes,
  loop: string | null,
  given: { readonly [qid: string]: AnswerMap[string] },
  scope: VisibleAnswers,
): Record<string, Answer> {
  const defaults: Record<string, Answer> = {};
  for (const { qid, loop: of, isLoop, definition } of types.values()) {
    const answer = definition?.defaultAnswer;
    if (of !== loop || isLoop || answer === undefined) continue;
    const entry = Object.hasOwn(given, qid) ? given[qid] : undefined;
    const isOpen = entry === undefined || (entry.type === 'ANSWER' && isBlank(entry.answer));
    if (isOpen && scope.isVisible(qid)) defaults[qid] = { type: 'ANSWER', qid, answer };
  }
  return defaults;
}
