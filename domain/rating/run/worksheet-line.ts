import type { Condition } from '../../expression/written.js';

/**
 * What each kind of step is in a plan (`step`) and on the worksheet (`line`), by `op`. The file of a kind in
 * `domain/rating/steps` adds it here, so that what the kinds are built on knows every line that may be recorded.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the kinds fill it
export interface StepTypes {}

export type StepOp = keyof StepTypes;

/** What a line read or computed with, by name; decimals as text. */
export interface LineInputs {
  [name: string]: string | boolean | null;
}

/** What every line has. */
export interface LineBase<Op extends string = string> {
  /** Of a package: the key of the component whose rating it belongs to; absent for the package's own steps. */
  component?: string;
  /** Where it happened: `derive`, `loop:locations`, `coverage:PREMISES`, `policy`,
   * `allocation`, `taxes:POLICY_FEE`, `underwriting`. */
  section: string;
  step: string;
  op: Op;
  iterationId?: string;
  inputs: LineInputs;
  /** Running amount before and after, decimals as text; a derived value in `after` where nothing runs. */
  before?: string;
  after: string | boolean | null;
}

type Outcome = 'INELIGIBLE' | 'DECLINE' | 'REFER' | 'ACCEPTANCE' | 'MESSAGE';

/** An underwriting rule, and whether it held. */
export interface RuleLine extends LineBase<Outcome> {
  /** The rule's condition as the plan writes it. */
  expression?: Condition;
}

/** The lines of what is no step: coverages added up, the premium spread over them, a component, a rule. */
export interface OtherLines extends Record<Outcome, RuleLine> {
  sum: LineBase<'sum'>;
  allocate: LineBase<'allocate'>;
  component: LineBase<'component'>;
}

type Lines = { [Op in StepOp]: StepTypes[Op]['line'] } & OtherLines;

export type LineOp = keyof Lines;

export type LineOf<Op extends LineOp> = Lines[Op];

/** One executed step. The lines are the worksheet: Excel, JSON and PDF render them, replay compares them. */
export type WorksheetLine = LineOf<LineOp>;
