import type { Logic } from '../../expression/normalize.js';
import type { Condition } from '../../expression/written.js';
import type { QuestionType } from '../../questions/question-types.js';
import type { Findings } from '../lint/findings.js';
import type { Knowledge } from '../lint/knowledge.js';
import { lintCondition, lintExpression } from '../lint/lint-expression.js';
import { numbers, type Possible, rangeOf } from '../lint/possible.js';
import { readLogic } from '../lint/reason.js';
import type { Path } from './lint-state.js';
import type { Selection } from './loop-selection.js';

/** The iterations that a step goes through, as far as lint knows them. */
export interface Selected {
  loop: string;
  /** The knowledge inside each of them. */
  inside: Knowledge;
  /** How many there are. */
  count: Possible;
  /** They are all of the loop's. */
  all: boolean;
  /** The condition that selects them, if it does so alone. */
  where?: Logic | undefined;
}

/** All iterations of a loop. */
export function allOf(loop: string, outer: Knowledge): Selected {
  return { loop, inside: outer.inside(loop), count: outer.iterations(loop), all: true };
}

/** Lints the selection of a step at `path`. */
export function lintSelection(
  selection: Selection,
  path: Path,
  outer: Knowledge,
  findings: Findings,
): Selected {
  const { loop, of, where } = selection;
  const every = insideOf(loop, path, outer);
  const namesOne = of !== undefined && outer.types.get(of)?.definition?.iterationOf === loop;
  if (namesOne) lintExpression({ answer: of }, [...path, 'of'], outer, findings);
  const inside = where === undefined ? every : lintWhere(where, [...path, 'where'], every, findings);
  if (of !== undefined && !namesOne && inside.read('answer', of).optional) {
    const message = `"${of}" need not be answered, and iterations without it are left out here; make it required`;
    findings.warning([...path, 'of'], message);
  }
  const all = of === undefined && where === undefined;
  const most = namesOne ? numbers({ from: 1, to: 1 }, { direct: true }) : countOf(loop, outer);
  const to = rangeOf(most)?.to ?? Number.POSITIVE_INFINITY;
  const isCertain = all || (namesOne && where === undefined);
  return {
    loop,
    inside,
    count: isCertain ? most : numbers({ from: 0, to }, { direct: true }),
    all,
    where: of === undefined ? readLogic(where, every) : undefined,
  };
}

function lintWhere(where: Condition, path: Path, every: Knowledge, findings: Findings): Knowledge {
  const { holding, failing } = lintCondition(where, path, every, findings);
  if (!failing) findings.warning(path, 'this condition holds for every iteration; leave it out');
  return holding ?? every;
}

/** The question whose choices a step goes through; undefined for a loop. */
function choicesOf(loop: string, { types }: Knowledge): QuestionType | undefined {
  const type = types.get(loop);
  return type?.answerType === 'MULTI_SELECT' && !type.isLoop ? type : undefined;
}

function insideOf(loop: string, path: Path, outer: Knowledge): Knowledge {
  const choices = choicesOf(loop, outer);
  const pair = outer.isInside || choices ? `steps of ${path.join('.')}` : undefined;
  return (choices ? outer.asking(choiceOf(choices)) : outer).inside(loop, pair);
}

function countOf(loop: string, outer: Knowledge): Possible {
  const choices = choicesOf(loop, outer);
  if (!choices) return outer.iterations(loop);
  const to = choices.definition?.answerChoices?.length ?? Number.POSITIVE_INFINITY;
  return numbers({ from: outer.read('answer', loop).optional ? 0 : 1, to });
}

/** The question as each of its choices answers it. */
function choiceOf(question: QuestionType): QuestionType {
  const { definition } = question;
  if (!definition) return question;
  const { condition: _shown, defaultAnswer: _default, ...always } = definition;
  return { ...question, answerType: 'SELECT', definition: { ...always, required: true } };
}
