import type { LineBase, LineOf, LineOp } from './worksheet-line.js';

/** What a plan determines of the lines of a step. */
export interface LineForm<Op extends LineOp = LineOp> {
  op: Op;
  /** The names of the inputs, in order. */
  inputs: readonly string[];
  /** The name of the derived value that the step keeps. */
  as?: string | undefined;
  /** The fields of its kind. */
  fields?: Omit<LineOf<Op>, keyof LineBase | 'as' | 'row'> & { [field: string]: unknown };
}
