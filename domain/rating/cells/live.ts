import type { WorksheetLine } from '../run/worksheet-line.js';
import { listedRows } from '../tables/pack-rows.js';
import type { RatingTable } from '../tables/table.js';
import { type TableSheet, tableSheet, whyNoSheet } from './table-sheet.js';

/** The most rows of all tables of a workbook. */
const mostRows = 60_000;

/** The most rows that all lookups of a workbook go through, so that a program computes it in seconds. */
const mostCompared = 20_000_000;

/** A part of the rating that stays as it was rated, whatever the inputs of the workbook are. */
export interface Frozen {
  line: WorksheetLine;
  /** What stays, and why, as a sentence. */
  reason: string;
}

/** What a worksheet needs whose lookups and conditions are to be computed anew: the tables of the product. */
export class LiveParts {
  /** The tables that formulas refer to. */
  readonly sheets: TableSheet[] = [];
  readonly frozen: Frozen[] = [];
  readonly #tables: Readonly<Record<string, RatingTable>>;
  readonly #known = new Map<string, TableSheet | string>();
  readonly #said = new Set<string>();
  #rows = 0;
  #compared = 0;

  constructor(tables: Readonly<Record<string, RatingTable>>) {
    this.#tables = tables;
  }

  /** The sheet of a table; if it has none, why, as the end of a sentence. */
  sheetOf(name: string): TableSheet | string {
    const known = this.#known.get(name) ?? this.#make(name);
    this.#known.set(name, known);
    if (typeof known === 'string') return known;
    this.#compared += known.rows.length;
    return this.#compared > mostCompared ? 'there are too many lookups in large tables' : known;
  }

  /** Notes what stays as it was rated; once for all iterations. */
  freeze(line: WorksheetLine, reason: string): void {
    const key = `${line.component}\n${line.section}\n${line.step}\n${reason}`;
    if (this.#said.has(key)) return;
    this.#said.add(key);
    this.frozen.push({ line, reason });
  }

  #make(name: string): TableSheet | string {
    const table = Object.hasOwn(this.#tables, name) ? this.#tables[name] : undefined;
    if (!table) return 'the product does not have it';
    const reason = whyNoSheet(table);
    if (reason !== null) return reason;
    const sheet = tableSheet(name, { ...table, rows: listedRows(table) });
    this.#rows += sheet.rows.length;
    if (this.#rows > mostRows) return `the tables of this rating have more than ${mostRows} rows together`;
    this.sheets.push(sheet);
    return sheet;
  }
}
