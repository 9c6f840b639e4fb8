import type { WorksheetLine } from '../run/worksheet-line.js';
import type { Cell } from './formula.js';

/** What a rating was told: an answer, or a value such as the effective date. */
export interface Input {
  name: string;
  /** The loop's iteration it belongs to; null for the policy. */
  iterationId: string | null;
  cell: Cell;
}

/** One line of the worksheet with the cells that a spreadsheet shows of it. */
export interface SheetLine {
  /** From 1, in the order in which the steps ran. */
  number: number;
  source: WorksheetLine;
  /** The running amount before the step; null where nothing runs. */
  before: Cell | null;
  /** What the step changed the running amount by. */
  operand: Cell | null;
  after: Cell;
  /** On the last line of a loop's iteration: what it adds to the sum over the loop. */
  iterationTotal: Cell | null;
}

/** One coverage's part of the premium, and how it came about. */
export interface Allocated {
  line: SheetLine;
  code: string;
  title: string;
  rated: Cell;
  /** The part in proportion, then rounded down, what that loses, and the place of the loss among the others. */
  exact: Cell;
  down: Cell;
  lost: Cell;
  rank: Cell;
  part: Cell;
}

/** How the premium was spread over the coverages. */
export interface Allocation {
  rows: Allocated[];
  premium: Cell;
  rated: Cell;
  /** How many units of the last digit go to the parts that lost most. */
  left: Cell;
}
