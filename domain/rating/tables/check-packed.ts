import type { PlanIssue } from '../run/plan-issue.js';
import { textsOfColumns } from './pack-rows.js';
import { RowReader } from './packed-rows.js';
import type { RatingTable } from './table.js';

/** The most characters of the packed rows of a product: a process keeps them for each version that it quotes. */
const mostCharacters = 100_000_000;

/** What is wrong with packed rows that somebody wrote: cells that are not as import writes them. */
export function packedCellIssues(tables: Readonly<Record<string, RatingTable>>): PlanIssue[] {
  const issues = Object.entries(tables).flatMap(([name, table]) =>
    cellIssues(table).map(({ path, message }) => ({ path: `tables.${name}.packed.${path}`, message })),
  );
  const characters = packedCharacters(tables);
  if (characters <= mostCharacters) return issues;
  const message = `its large tables have ${characters} characters; a product has at most ${mostCharacters}`;
  return [...issues, { path: 'tables', message }];
}

/** The characters of all packed rows: what they take of a process's memory, in bytes, but for the places of their lines. */
export function packedCharacters(tables: Readonly<Record<string, RatingTable>>): number {
  const texts = Object.values(tables).flatMap(({ packed }) => packed?.cells ?? []);
  return texts.reduce((sum, { length }) => sum + length, 0);
}

/** Each combination of overlays asks for the same tables. */
const knownIssues = new WeakMap<RatingTable, PlanIssue[]>();

function cellIssues(table: RatingTable): PlanIssue[] {
  const issues = knownIssues.get(table) ?? readCellIssues(table);
  knownIssues.set(table, issues);
  return issues;
}

function readCellIssues(table: RatingTable): PlanIssue[] {
  const { packed, keys, columns } = table;
  if (packed === undefined) return [];
  const reader = new RowReader(packed);
  return textsOfColumns(table).flatMap((textOf, column) => {
    for (let row = 0; row < reader.count; row += 1) {
      const text = reader.text(row, column);
      if (textOf(text) === text) continue;
      const { name } = [...keys, ...columns][column] ?? { name: '' };
      const message = `line ${row + 1} has ${JSON.stringify(text)} in "${name}", which is not a canonical value of its type`;
      return [{ path: `cells[${column}]`, message }];
    }
    return [];
  });
}
