import type { LineInputs } from './line-inputs.js';

/**
 * What a worksheet of every step has besides the lines that are stored: what a line depends on, and lines for the steps that
 * did not run. A workbook computes from it what the steps come to for other answers.
 */
export interface LinePlan {
  /** The conditions of the step and of the parts around it, from the outside in. */
  conditions?: readonly TestedCondition[];
  /** One of the conditions did not hold: the line says what the step would have done. */
  skipped?: true;
  /** Of a lookup: what its keys are. */
  keys?: readonly ReadExpression[];
  /** Of a lookup in a table that an expression chooses. */
  choice?: TableChoice;
  /** Of a value that is the same for all answers: it, where the step does not run. */
  constant?: string | boolean | null;
  /** Of the term factor: the factors, by term. */
  terms?: Readonly<Record<string, string>>;
  /** Of the rounding of the premium: which premium the plan takes. */
  premium?: TakenPremium;
}

/** The premium that a plan takes. */
export type TakenPremium = 'ANY' | 'NOT_NEGATIVE' | 'POSITIVE';

/** An expression or condition as the plan writes it, with what it read. */
export interface ReadExpression {
  expression: unknown;
  inputs: LineInputs;
}

/** A condition of the plan. */
export interface TestedCondition extends ReadExpression {
  /** The step runs if it does not hold. */
  negated?: true;
  /** Whether it holds; null where it was not tested. */
  holds: boolean | null;
}

/** The tables among which an expression chooses, by its values. */
export interface TableChoice extends ReadExpression {
  of: Readonly<Record<string, string>>;
}
