import type { WorksheetLine } from '../run/worksheet-line.js';
import type { Cell } from './formula.js';

/** An input of a rating: an answer, or a value such as the effective date. */
export interface Input {
  name: string;
  /** The loop's iteration it belongs to; null for the policy. */
  iterationId: string | null;
  cell: Cell;
}

/** One line of the worksheet with its cells for a spreadsheet. */
export interface SheetLine {
  /** From 1, in the order in which the steps ran; null for one that did not run. */
  number: number | null;
  source: WorksheetLine;
  /** The running amount before the step; null if there is none. */
  before: Cell | null;
  /** The operand of the change. */
  operand: Cell | null;
  after: Cell;
  /** Whether the step runs, where that depends on conditions and these are computed. */
  applies: Cell | null;
  /** Of a lookup that is computed: the row of the table's sheet, and the second one that the value lies between. */
  row: Cell | null;
  /** The number of that row in the table, from 1. */
  tableRow: Cell | null;
  upper: Cell | null;
  /** The value that the step keeps, where it does not always run. */
  kept: Cell | null;
  /** On the last line of a loop's iteration: its contribution to the sum over the loop. */
  iterationTotal: Cell | null;
}

/** One coverage's part of the premium, or one iteration's part of a coverage's, with its derivation. */
export interface Allocated {
  line: SheetLine;
  /** The coverage. */
  code: string;
  /** Of the coverage, or the iteration's name. */
  title: string;
  rated: Cell;
  /** The part in proportion, then rounded down, the loss by rounding, and its rank among the others. */
  exact: Cell;
  down: Cell;
  lost: Cell;
  rank: Cell;
  part: Cell;
}

/** The allocation of the premium to the coverages, or of a coverage's premium to the iterations of a loop. */
export interface Allocation {
  among: 'Coverage' | 'Iteration';
  rows: Allocated[];
  premium: Cell;
  rated: Cell;
  /** The number of units of the last digit for the parts with the greatest losses. */
  left: Cell;
}
