import { isObject } from '../ground/json.js';
import { canonicalTable, rowKeys } from '../rating/tables/canonical-table.js';
import type { RatingTable } from '../rating/tables/table.js';
import type { Path } from './patched-parts.js';

/** A named thing of a product and its place. */
export interface NamedPlace {
  name: string;
  path: Path;
}

/** The steps below a part of a plan, at any depth. */
export function stepsBelow(part: unknown, path: Path): NamedPlace[] {
  return namedBelow(part, path, ({ name, op }) => (typeof op === 'string' ? name : undefined));
}

/** The questions below a line, in the lines below it and in loops, too. */
export function questionsBelow(part: unknown, path: Path): NamedPlace[] {
  return namedBelow(part, path, ({ qid, answerType }) => (answerType === undefined ? undefined : qid));
}

/** Whatever has a name below a part. The `rules` of a line are any map, and name nothing. */
function namedBelow(
  part: unknown,
  path: Path,
  nameOf: (part: Record<string, unknown>) => unknown,
): NamedPlace[] {
  if (typeof part !== 'object' || part === null) return [];
  const name = isObject(part) ? nameOf(part) : undefined;
  const below = entriesOf(part).flatMap(([key, each]) =>
    key === 'rules' ? [] : namedBelow(each, [...path, key], nameOf),
  );
  return typeof name === 'string' ? [{ name, path }, ...below] : below;
}

/** The places below a part whose text is this one. */
export function textsBelow(part: unknown, text: string, path: Path): Path[] {
  if (part === text) return [path];
  if (typeof part !== 'object' || part === null) return [];
  return entriesOf(part).flatMap(([key, each]) => textsBelow(each, text, [...path, key]));
}

function entriesOf(part: object): [string | number, unknown][] {
  return Array.isArray(part) ? [...part.entries()] : Object.entries(part);
}

/** The row with these key cells; -1 if there is none. They are compared as the stored table has them. */
export function rowWithKeys(table: RatingTable, keys: readonly unknown[]): number {
  const count = rowKeys(table).length;
  if (keys.length !== count) return -1;
  const [sought] = canonicalTable({ ...table, rows: [[...keys] as RatingTable['rows'][number]] }).rows;
  const wanted = JSON.stringify(sought);
  return table.rows.findIndex((row) => JSON.stringify(row.slice(0, count)) === wanted);
}

/** The names of the cells of a row that are no keys: its columns, or what heads the columns of a two-way table. */
export function valueNames({ columns, across }: RatingTable): string[] {
  return across === undefined
    ? columns.map(({ name }) => name)
    : across.map((cell) => (Array.isArray(cell) ? JSON.stringify(cell) : String(cell)));
}

/** The part of a product at a path; undefined if there is none. */
export function partAt(parts: object, path: Path): unknown {
  let found: unknown = parts;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found;
}
