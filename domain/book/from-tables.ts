import type { JsonObject } from '../ground/json.js';
import type { BookLine } from './book-line.js';

/** A row of a spreadsheet: its cells by the names of their columns, without empty ones. */
export interface TableRow {
  /** Such as `changes.csv:7`. */
  place: string;
  cells: Readonly<Record<string, string>>;
}

/** The tables of a book in CSV, besides that of its clients. */
export interface BookTables {
  policies: readonly TableRow[];
  changes: readonly TableRow[];
  statements: readonly TableRow[] | undefined;
  payments: readonly TableRow[];
  notes: readonly TableRow[];
}

/** The files of a book in CSV. */
export const tableNames = ['clients', 'policies', 'changes', 'statements', 'payments', 'notes'] as const;

/** The clients of a table. */
export function clientsOfTable(rows: readonly TableRow[]): BookLine[] {
  return rows.map(({ place, cells }) => ({ place, value: recordOf(cells) }));
}

/**
 * The policies of tables: rows of `changes`, `statements`, `payments` and `notes` name their policy as `policy`. Rows that name
 * none are returned with their reason.
 */
export function policiesOfTables(tables: BookTables): BookLine[] {
  const lines = new Map<string, BookLine & { value: JsonObject; places: Map<string, string> }>();
  const all: BookLine[] = [];
  for (const { place, cells } of tables.policies) {
    const line = { place, value: recordOf(cells), places: new Map<string, string>() };
    const id = cells.id ?? '';
    if (!lines.has(id)) lines.set(id, line);
    all.push(line);
  }
  const parts = ['changes', 'statements', 'payments', 'notes'] as const;
  for (const part of parts) {
    for (const { place, cells } of tables[part] ?? []) {
      const { policy = '', ...rest } = cells;
      const line = lines.get(policy);
      if (line === undefined) {
        const malformed = policy === '' ? 'policy: is missing' : `policy: no policy has the id "${policy}"`;
        all.push({ place, value: { id: policy }, malformed });
        continue;
      }
      const list = (line.value[part] ?? []) as JsonObject[];
      line.places.set(`${part}[${list.length}]`, place);
      list.push(recordOf(rest));
      line.value[part] = list;
    }
  }
  return all;
}

/**
 * A row as a record: `answers.client.state` is an answer, `coverages.GL` the premium of a coverage, `termCoverages.GL` its price of
 * a whole term, `taxesAndFees.STATE_TAX` a tax, `figures.paid` a figure.
 */
function recordOf(cells: Readonly<Record<string, string>>): JsonObject {
  const record: JsonObject = {};
  const groups = new Map<string, Map<string, string>>();
  const coverages = new Map<string, JsonObject>();
  const taxesAndFees: JsonObject[] = [];
  for (const [column, text] of Object.entries(cells)) {
    const [, group, name] =
      /^(answers|coverages|termCoverages|taxesAndFees|figures)\.(.+)$/.exec(column) ?? [];
    if (group === undefined || name === undefined) {
      record[column] = cellValue(column, text);
    } else if (group === 'answers' || group === 'figures') {
      groups.set(group, (groups.get(group) ?? new Map()).set(name, text));
    } else if (group === 'taxesAndFees') {
      taxesAndFees.push({ type: name, amount: text });
    } else {
      const coverage = coverages.get(name) ?? { coverage: name, premium: '0' };
      coverages.set(name, coverage);
      coverage[group === 'coverages' ? 'premium' : 'termPremium'] = text;
    }
  }
  for (const [group, texts] of groups)
    record[group] = { ...((record[group] ?? {}) as JsonObject), ...Object.fromEntries(texts) };
  if (coverages.size > 0) record.coverages = [...coverages.values()];
  if (taxesAndFees.length > 0) record.taxesAndFees = taxesAndFees;
  return record;
}

/** Texts, but for a term's number and what is true or false. */
function cellValue(column: string, text: string): JsonObject[string] {
  if (column === 'term' && /^\d{1,4}$/.test(text)) return Number(text);
  if (column === 'closed' && /^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  return text;
}
