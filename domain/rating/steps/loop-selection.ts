import { z } from 'zod';
import { RatingProblem, type Value } from '../../expression/index.js';
import { type Condition, condition } from '../../expression/written.js';
import { suggestion } from '../../ground/nearest.js';
import { expressionText } from '../cells/expression-text.js';
import { levelsOf } from '../run/level.js';
import { RatingScope } from '../run/rating-scope.js';
import type { RatingRun } from '../run/run.js';
import type { PlanWords } from '../words/plan-words.js';
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
  record(line: SelectionLine): void;
}

type Candidates = (scope: RatingScope) => readonly RatingScope[];

/** Compiles the selection of a step that stands at `place`. */
export function compileSelection(
  selection: Selection,
  place: Place,
  context: PlanContext,
): CompiledSelection {
  const { loop, of, where } = selection;
  const isChoice = context.questions.get(loop)?.answerType === 'MULTI_SELECT' && !isLoop(loop, context);
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
  return {
    inside,
    iterationsOf(run, scope) {
      const candidates = seen(scope);
      if (isInner) run.countInner(candidates.length);
      if (!test) return candidates;
      const selected = candidates.filter((iteration) => {
        run.goTo(iteration);
        return test.holds(iteration);
      });
      run.goTo(scope);
      return selected;
    },
    record(line) {
      line.loop = loop;
      if (of !== undefined) line.of = of;
      if (where !== undefined) line.where = where;
    },
  };
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

function isLoop(qid: string, { questions }: PlanContext): boolean {
  return questions.get(qid)?.isLoop ?? false;
}

/** An iteration for each choice of a `MULTI_SELECT` answer, whose only answer is the choice. */
function choicesOf(qid: string, place: Place, context: PlanContext): Candidates {
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
function relatedBy(
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

/** Groups iterations by what is read of them. Each rating has its own iterations; they are grouped once. */
function indexOf(all: Candidates, keyOf: (scope: RatingScope) => Value | null) {
  const known = new WeakMap<readonly RatingScope[], Map<Value | null, RatingScope[]>>();
  return (scope: RatingScope): ReadonlyMap<Value | null, RatingScope[]> => {
    const iterations = all(scope);
    const index = known.get(iterations) ?? new Map<Value | null, RatingScope[]>();
    if (!known.has(iterations)) {
      for (const iteration of iterations) {
        const key = keyOf(iteration);
        const same = index.get(key);
        if (same) same.push(iteration);
        else index.set(key, [iteration]);
      }
      known.set(iterations, index);
    }
    return index;
  };
}
