import type { Cell } from '../rating/cells/formula.js';
import type { LiveParts } from '../rating/cells/live.js';
import type { Allocation, Input, SheetLine } from '../rating/cells/sheet-line.js';
import type { IterationName } from './iteration-names.js';

export type SectionKind =
  | 'derive'
  | 'loop'
  | 'coverage'
  | 'policy'
  | 'allocation'
  | 'shares'
  | 'taxes'
  | 'component'
  | 'underwriting'
  | 'other';

/** The lines of one part of the plan. */
export interface Section {
  /** As on the lines: `coverage:PREMISES`, `policy` and so on; below its component in a package. */
  key: string;
  /** The package component that it belongs to; null for a standalone rating, and for the package's steps. */
  component: string | null;
  kind: SectionKind;
  /** The text after the colon: a coverage's code, a loop's question id, a tax's type. */
  name: string;
  lines: SheetLine[];
  /** The final running amount of the section; null if there is none. */
  amount: Cell | null;
  /** The dependencies between its lines, if they allocate a premium. */
  allocation: Allocation | null;
}

/** A rating's lines, arranged for display: sections, cells, and the formulas between cells. */
export interface Worksheet {
  lines: SheetLine[];
  sections: Section[];
  inputs: Input[];
  /** The tables that formulas refer to and what stays as it was rated; null if no lookups are formulas. */
  live: LiveParts | null;
  /** For the quote's premium, not a component's; null if the rating ended before. */
  allocation: Allocation | null;
  /** The premium of the term, before taxes and fees. */
  premium: Cell | null;
  iterationName: IterationName;
  /** A component's title. */
  componentName(component: string): string;
}
