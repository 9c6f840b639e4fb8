import { Dec } from '../../expression/index.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import type { Knowledge } from '../lint/knowledge.js';
import { anyNumber, constant, either, type Possible } from '../lint/possible.js';

export type Path = LintIssue['path'];

/** What is known between two steps: about answers and values, and about the running amount. */
export interface Standing {
  knowledge: Knowledge;
  amount: Possible;
}

export const fromZero: Possible = constant(new Dec(0));

/** What is known after one of several ways through. */
export function merged({ knowledge }: Standing, ways: readonly Standing[]): Standing {
  const [first = { knowledge, amount: anyNumber }, ...others] = ways;
  return {
    amount: others.map(({ amount }) => amount).reduce(either, first.amount),
    knowledge: ways.map((way) => way.knowledge).reduce((known, way) => known.valuesOf(way), knowledge),
  };
}
