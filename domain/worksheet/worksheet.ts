import type { WorksheetLine } from '../rating/result.js';
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

export type SectionKind =
  | 'derive'
  | 'loop'
  | 'coverage'
  | 'policy'
  | 'allocation'
  | 'taxes'
  | 'component'
  | 'underwriting'
  | 'other';

/** The lines of one part of the plan. */
export interface Section {
  /** As on the lines: `coverage:PREMISES`, `policy` and so on; below its component in a package. */
  key: string;
  /** The component of a package that it belongs to; null for a rating of its own, and for the package's steps. */
  component: string | null;
  kind: SectionKind;
  /** What follows the colon: a coverage's code, a loop's question id, a tax's type. */
  name: string;
  lines: SheetLine[];
  /** The running amount the section ended with; null where nothing ran. */
  amount: Cell | null;
  /** How its lines follow from each other, where they spread a premium. */
  allocation: Allocation | null;
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

/** A rating's lines, arranged to be shown: sections, cells, and how cells follow from each other. */
export interface Worksheet {
  lines: SheetLine[];
  sections: Section[];
  inputs: Input[];
  /** Of the quote's premium, not of a component's; null where the rating ended before. */
  allocation: Allocation | null;
  /** The premium of the term, before taxes and fees. */
  premium: Cell | null;
  /** `Locations 2` for an iteration's id. */
  iterationName(iterationId: string): string;
  /** A component's title. */
  componentName(component: string): string;
}
