import { RatingProblem, type Value } from '../../expression/index.js';
import { suggestion } from '../../ground/nearest.js';
import { levelsOf } from '../run/level.js';
import { RatingScope } from '../run/rating-scope.js';
import type { Place, PlanContext } from './plan-context.js';

/** The iterations that a step may go through, from where it stands. */
export type Candidates = (scope: RatingScope) => readonly RatingScope[];

/** An iteration for each choice of a `MULTI_SELECT` answer, whose only answer is the choice. */
export function choicesOf(qid: string, place: Place, context: PlanContext): Candidates {
  const read = context.answerReader(qid, place);
  return (scope) => {
    const chosen = read(scope);
    if (!Array.isArray(chosen)) return [];
    const { policy } = scope;
    return [...new Set<string>(chosen)].map(
      (iterationId) => new RatingScope([iterationId], { policy, iterationId, outer: scope }),
    );
  };
}

/**
 * The iterations that the question `of` relates with the surroundings of the step: those whose answer is an
 * iteration around it, or the one that an answer around it names.
 */
export function relatedBy(
  of: string,
  loop: string,
  place: Place,
  all: Candidates,
  context: PlanContext,
): Candidates {
  const path = `${place.path}.of`;
  const question = context.questions.get(of);
  const referred = question?.definition?.iterationOf;
  const around = levelsOf(place);
  if (question === undefined) {
    context.report(path, `no line asks the question "${of}"${suggestion(of, context.questions.keys())}`);
  } else if (referred === undefined) {
    const where = '`iterationOf`, or select iterations with "where"';
    context.report(path, `"${of}" refers to no iterations; give the question ${where}`);
  } else if (question.loop === loop && around.some((level) => level.loop === referred)) {
    const depth = around.findIndex((level) => level.loop === referred);
    const inLoop = context.answerReader(of, { loop });
    const indexed = indexOf(all, inLoop);
    return (scope) => indexed(scope).get(idOf(scope, depth)) ?? [];
  } else if (
    referred === loop &&
    (question.loop === null || around.some((level) => level.loop === question.loop))
  ) {
    const named = context.expression({ answer: of }, { ...place, path });
    const indexed = indexOf(all, ({ iterationId }) => iterationId);
    return (scope) => {
      const found = indexed(scope).get(named.evaluate(scope));
      if (found) return found;
      const message = `"${of}" names an iteration of "${loop}", which is not shown for these answers`;
      throw new RatingProblem('UNKNOWN_ITERATION', message, { qid: of });
    };
  } else {
    const wanted = `a question of "${loop}" that refers to a loop around this step, or one around it that refers to "${loop}"`;
    context.report(
      path,
      `"${of}" is asked in ${question.loop ? `"${question.loop}"` : 'no loop'} and refers to "${referred}"; "of" takes ${wanted}`,
    );
  }
  return all;
}

function idOf(scope: RatingScope, depth: number): string | null {
  let at = scope;
  for (let step = 0; step < depth; step++) at = at.outer ?? at;
  return at.iterationId;
}

/** Groups iterations by what is read of them. */
function indexOf(all: Candidates, keyOf: (scope: RatingScope) => Value | null) {
  const key = {};
  return (scope: RatingScope) => scope.once(key, () => grouped(all(scope), keyOf));
}

function grouped(iterations: readonly RatingScope[], keyOf: (scope: RatingScope) => Value | null) {
  const index = new Map<Value | null, RatingScope[]>();
  for (const iteration of iterations) {
    const key = keyOf(iteration);
    const same = index.get(key);
    if (same) same.push(iteration);
    else index.set(key, [iteration]);
  }
  return index;
}
