import type { Cell } from '../../domain/rating/cells/formula.js';
import type { Address } from './excel-formula.js';

/** How a cell looks; `excel.ts` says what that is. */
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
  | 'total';

/** A cell of a sheet: a cell of the worksheet, or plain content. */
export interface PlannedCell {
  content: Cell | string | number | null;
  style: CellStyle;
}

/** Cells by column, from the first; null leaves one empty. */
export type PlannedRow = readonly (PlannedCell | null)[];

/** One sheet before it is written. */
export interface PlannedSheet {
  name: string;
  widths: readonly number[];
  /** Rows that stay in view. */
  frozenRows: number;
  rows: PlannedRow[];
}

export const text = (content: string | number | null, style: CellStyle = 'text'): PlannedCell => ({
  content,
  style,
});

export const shown = (cell: Cell | null, style: CellStyle = 'number'): PlannedCell | null =>
  cell && { content: cell, style };

/** Where each worksheet cell will stand. A cell that is shown twice is referred to where it stands first. */
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
  return typeof content === 'object' && content !== null;
}

/** A column's letter; sheets here have fewer than 26. */
export function columnLetter(column: number): string {
  return String.fromCharCode(65 + column);
}

/** Text without the characters that a document of this kind cannot hold: controls, halves of pairs. */
export function documentText(text: string): string {
  return text.replace(/(?![\t\n\r])\p{Cc}|\p{Cs}|\p{NChar}/gu, '\uFFFD');
}

/** Names that a spreadsheet takes: at most 31 letters, none of `[]:*?/\`, each once whatever its case. */
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

/** Cut between words where there is a place to. */
function shortened(name: string): string {
  if (name.length <= longestName) return name;
  const cut = name.slice(0, longestName);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > longestName / 2 ? space : longestName - 1)}…`;
}
