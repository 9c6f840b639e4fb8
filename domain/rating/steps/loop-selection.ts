import { z } from 'zod';
import { RatingProblem } from '../../expression/index.js';
import { type Condition, condition } from '../../expression/written.js';
import { expressionText } from '../cells/expression-text.js';
import { levelsOf } from '../run/level.js';
import type { RatingScope } from '../run/rating-scope.js';
import { type RatingRun, stepsIn } from '../run/run.js';
import type { PlanWords } from '../words/plan-words.js';
import { testedBy } from './every-step.js';
import { type Candidates, choicesOf, relatedBy } from './loop-candidates.js';
import type { Place, PlanContext } from './plan-context.js';

/** The fields of a step that say which iterations it goes through. */
export const selectionFields = {
  loop: z
    .string()
    .describe(
      "The loop question's id, or that of a `MULTI_SELECT` question, whose choices are gone through.",
    ),
  of: z
    .string()
    .optional()
    .describe('Goes through the iterations that this question relates with an iteration around the step.'),
  where: condition.optional().describe('Goes through the iterations for which this holds.'),
};

export interface Selection {
  loop: string;
  of?: string | undefined;
  where?: Condition | undefined;
}

/** The selection as a line records it. */
export interface SelectionLine {
  loop?: string;
  of?: string;
  /** The condition as the plan writes it. */
  where?: Condition;
}

/** A compiled selection. */
export interface CompiledSelection {
  /** Where conditions and steps stand that run for each iteration. */
  inside: Place;
  /** The iterations to go through, as these see them. */
  iterationsOf(run: RatingRun, scope: RatingScope): readonly RatingScope[];
  /**
   * For a worksheet of every step: does something for each of the iterations, those, too, that are not selected, for which
   * the run is `skipping` meanwhile. Returns the results for the selected ones.
   */
  each<T>(run: RatingRun, scope: RatingScope, go: (iteration: RatingScope) => T): T[];
  /** The selection for lines. */
  fields: SelectionLine;
}

/** Compiles the selection of a step that stands at `place`. */
export function compileSelection(
  selection: Selection,
  place: Place,
  context: PlanContext,
): CompiledSelection {
  const { loop, of, where } = selection;
  const question = context.questions.get(loop);
  const isChoice = question?.answerType === 'MULTI_SELECT' && !question.isLoop;
  const isInner = place.loop !== null;
  const { path } = place;
  if (levelsOf(place).some((level) => level.loop === loop)) {
    context.report(
      `${path}.loop`,
      `this step runs for each iteration of "${loop}" already; name another loop`,
    );
  }
  const inside: Place = {
    path,
    loop,
    ...((isInner || isChoice) && { outer: place, pair: `steps of ${path}` }),
  };
  const all = isChoice ? choicesOf(loop, place, context) : context.iterationsOf(loop, `${path}.loop`);
  const related = of === undefined ? all : relatedBy(of, loop, place, all, context);
  const seen: Candidates =
    isInner && !isChoice ? (scope) => related(scope).map((each) => each.inside(scope)) : related;
  const test = where === undefined ? null : context.condition(where, { ...inside, path: `${path}.where` });
  const weight = 1 + stepsIn(test?.parts ?? 0);
  return {
    inside,
    iterationsOf(run, scope) {
      const candidates = seen(scope);
      if (isInner) run.countInner(candidates.length);
      if (!test) return candidates;
      run.count(candidates.length * weight);
      const selected = candidates.filter((iteration) => {
        run.goTo(iteration);
        return test.holds(iteration);
      });
      run.goTo(scope);
      return selected;
    },
    each(run, scope, go) {
      const candidates = run.skipping ? withoutProblem(() => seen(scope)) : seen(scope);
      if (isInner) run.countInner(candidates.length);
      run.count(candidates.length * weight);
      const results = candidates.flatMap((iteration) => {
        run.goTo(iteration);
        const tested = test && testedBy(run, test, where, iteration);
        return run.under(tested, () => {
          const result = go(iteration);
          return run.skipping ? [] : [result];
        });
      });
      run.goTo(scope);
      return results;
    },
    fields: { loop, ...(of !== undefined && { of }), ...(where !== undefined && { where }) },
  };
}

/** None, where steps do not run that would end the rating. */
function withoutProblem(candidates: () => readonly RatingScope[]): readonly RatingScope[] {
  try {
    return candidates();
  } catch (error) {
    if (error instanceof RatingProblem) return [];
    throw error;
  }
}

/** The selected iterations of a line, in words. */
export function selectionText({ loop, of, where }: SelectionLine): string {
  const by = of === undefined ? '' : ` by ${of}`;
  const those = where === undefined ? '' : ` where ${expressionText(where)}`;
  return `${loop ?? 'the loop'}${by}${those}`;
}

/** One of the selected iterations in English, without an article: `violation of that driver`. */
export function selectedWords({ loop, of, where }: Selection, words: PlanWords): string {
  const { questions, question, iteration, condition: say } = words;
  const one = questions.get(loop)?.isLoop === false ? `choice of “${question(loop)}”` : iteration(loop);
  const referred = of === undefined ? undefined : questions.get(of)?.definition?.iterationOf;
  const related =
    of === undefined || referred === undefined
      ? ''
      : referred === loop
        ? ` that “${question(of)}” names`
        : ` of that ${iteration(referred)}`;
  return `${one}${related}${where === undefined ? '' : ` for which ${say(where)}`}`;
}
