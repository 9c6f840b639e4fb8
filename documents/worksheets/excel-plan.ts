import type { Cell } from '../../domain/rating/cells/formula.js';
import { columnLetter } from '../excel/column-letter.js';
import type { Entry } from '../excel/write-workbook.js';
import type { Address } from './excel-formula.js';

/** The style of a cell, which `excel.ts` defines. */
export type CellStyle =
  | 'title'
  | 'heading'
  | 'columnHead'
  | 'label'
  | 'text'
  | 'note'
  | 'number'
  | 'amount'
  | 'money'
  | 'total'
  | 'date'
  /** A text, whatever it looks like. */
  | 'code';

/** A formula over cells of the worksheet, in the spreadsheet's language. */
export interface WrittenFormula {
  formula(addressOf: (cell: Cell) => string): string;
  result: string | { error: '#N/A' };
}

/** A cell of a sheet: a cell of the worksheet, or constant content. */
export interface PlannedCell {
  content: Cell | WrittenFormula | string | number | boolean | null;
  style: CellStyle;
}

/** Cells by column, from the first; null is an empty cell. */
export type PlannedRow = readonly (PlannedCell | null)[];

/** A sheet before it is written. */
export interface PlannedSheet {
  name: string;
  widths: readonly number[];
  /** Rows that stay visible when scrolling. */
  frozenRows: number;
  rows: PlannedRow[];
  /** What may be entered in cells. */
  entries?: readonly CellEntry[];
}

/** What may be entered in a cell of a sheet. */
export interface CellEntry {
  /** `C5`. */
  cell: string;
  entry: Entry;
}

export const text = (content: string | number | null, style: CellStyle = 'text'): PlannedCell => ({
  content,
  style,
});

export const shown = (cell: Cell | null, style: CellStyle = 'number'): PlannedCell | null =>
  cell && { content: cell, style };

/**
 * The address of each worksheet cell. Formulas refer to the first occurrence of a cell that is shown twice.
 */
export function addressesOf(sheets: readonly PlannedSheet[]): Map<Cell, Address> {
  const addresses = new Map<Cell, Address>();
  for (const { name, rows } of sheets) {
    rows.forEach((row, index) => {
      row.forEach((planned, column) => {
        if (!isCell(planned?.content) || addresses.has(planned.content)) return;
        addresses.set(planned.content, { sheet: name, column: columnLetter(column), row: index + 1 });
      });
    });
  }
  return addresses;
}

export function isCell(content: PlannedCell['content'] | undefined): content is Cell {
  return typeof content === 'object' && content !== null && 'value' in content;
}

/** Text without the characters that XML cannot hold: control characters and unpaired surrogates. */
export function documentText(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}|\p{Cs}|\p{NChar}/gu, '\uFFFD');
}

/** Valid sheet names: at most 31 letters, none of `[]:*?/\`, unique regardless of case. */
export class SheetNames {
  readonly #taken = new Set<string>(['history']);

  make(title: string): string {
    const clean = documentText(title)
      .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
      .replace(/^'+|'+$/g, '')
      .replace(/\s+/g, ' ')
      .trim();
    const base = shortened(clean || 'Sheet');
    for (let count = 1; ; count++) {
      const suffix = count === 1 ? '' : ` ${count}`;
      const name = `${base.slice(0, longestName - suffix.length).trim()}${suffix}`;
      if (this.#taken.has(name.toLowerCase())) continue;
      this.#taken.add(name.toLowerCase());
      return name;
    }
  }
}

const longestName = 31;

/** Cut between words if possible. */
function shortened(name: string): string {
  if (name.length <= longestName) return name;
  const cut = name.slice(0, longestName);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > longestName / 2 ? space : longestName - 1)}…`;
}
