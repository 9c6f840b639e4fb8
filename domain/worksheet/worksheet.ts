import type { Cell } from '../rating/cells/formula.js';
import type { Allocation, Input, SheetLine } from '../rating/cells/sheet-line.js';

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
