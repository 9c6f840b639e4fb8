import type { Condition, Expression } from '../../expression/written.js';
import type { LinePlan } from './every-step.js';
import type { LineInputs } from './line-inputs.js';

export type { LineInputs } from './line-inputs.js';

/**
 * The type of each kind of step in a plan (`step`) and on the worksheet (`line`), by `op`. The file of a kind
 * in `domain/rating/steps` adds its entry, so that the modules below know every line.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the kinds fill it
export interface StepTypes {}

export type StepOp = keyof StepTypes;

/** The fields of every line. */
export interface LineBase<Op extends string = string> {
  /**
   * In a package: the key of the component whose rating it belongs to; absent for the package's own steps.
   */
  component?: string;
  /**
   * Its section: `derive`, `loop:locations`, `coverage:PREMISES`, `policy`, `allocation`, `shares:PREMISES`,
   * `taxes:POLICY_FEE`, `underwriting`.
   */
  section: string;
  step: string;
  op: Op;
  iterationId?: string;
  /** For an iteration inside others: those, from the outside in. */
  within?: readonly string[];
  inputs: LineInputs;
  /** Running amount before and after, decimals as text; if there is none, `after` is the derived value. */
  before?: string;
  after: string | boolean | null;
  /** Only on a worksheet of every step, which is not stored. */
  plan?: LinePlan;
}

type Outcome = 'INELIGIBLE' | 'DECLINE' | 'REFER' | 'ACCEPTANCE' | 'MESSAGE';

/** An underwriting rule, and whether it held. */
export interface RuleLine extends LineBase<Outcome> {
  /** The rule's condition as the plan writes it. */
  expression?: Condition;
}

/** The part of a coverage's premium that an iteration gets; `before` is the number that it is in proportion to. */
export interface ShareLine extends LineBase<'share'> {
  /** That number as the plan writes it. */
  expression?: Expression;
}

/**
 * Lines of other kinds than steps: the sum of coverages, the allocation of the premium, a component, a rule.
 */
export interface OtherLines extends Record<Outcome, RuleLine> {
  sum: LineBase<'sum'>;
  allocate: LineBase<'allocate'>;
  share: ShareLine;
  component: LineBase<'component'>;
}

type Lines = { [Op in StepOp]: StepTypes[Op]['line'] } & OtherLines;

export type LineOp = keyof Lines;

export type LineOf<Op extends LineOp> = Lines[Op];

/** One executed step. The lines are the worksheet: Excel, JSON and PDF render them, replay compares them. */
export type WorksheetLine = LineOf<LineOp>;

/** The key of a line's iteration among all, with those around it; undefined outside of loops. */
export function iterationKey({
  iterationId,
  within = [],
}: Pick<LineBase, 'iterationId' | 'within'>): string | undefined {
  return iterationId === undefined ? undefined : [...within, iterationId].join('/');
}
