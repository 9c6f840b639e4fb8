import type { ProductVersionDefinition } from '../../api/client.js';
import { type Cell, type RatingTable, tablesOf } from './record.js';

export interface RowDifference {
  id: string;
  kind: 'added' | 'removed' | 'changed';
  before: Cell[] | undefined;
  after: Cell[] | undefined;
}

export interface TableDifference {
  name: string;
  /** Of the later version; of the earlier one, if only that has the table. */
  table: RatingTable;
  kind: 'added' | 'removed' | 'changed';
  /** The columns differ, so that cells cannot be compared. */
  isReshaped: boolean;
  rows: RowDifference[];
}

export interface OtherDifference {
  place: string;
  before: string;
  after: string;
}

/** Rows are the same if their keys are; of several with the same keys, the first with the first. */
function rowsById({ keys, rows }: RatingTable): Map<string, Cell[]> {
  const seen = new Map<string, number>();
  return new Map(
    rows.map((row) => {
      const key = JSON.stringify(row.slice(0, keys.length));
      const count = seen.get(key) ?? 0;
      seen.set(key, count + 1);
      return [`${key}${count}`, row];
    }),
  );
}

function differentRows(before: RatingTable | undefined, after: RatingTable | undefined): RowDifference[] {
  const old = before ? rowsById(before) : new Map<string, Cell[]>();
  const now = after ? rowsById(after) : new Map<string, Cell[]>();
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id): RowDifference[] => {
    const [a, b] = [old.get(id), now.get(id)];
    if (!a) return [{ id, kind: 'added', before: a, after: b }];
    if (!b) return [{ id, kind: 'removed', before: a, after: b }];
    return isSame(a, b) ? [] : [{ id, kind: 'changed', before: a, after: b }];
  });
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const shapeOf = ({ keys, columns }: RatingTable) => [keys, columns];

/** The tables that differ. */
export function differentTables(
  before: ProductVersionDefinition,
  after: ProductVersionDefinition,
): TableDifference[] {
  const [old, now] = [tablesOf(before), tablesOf(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name) => {
    const [a, b] = [old[name], now[name]];
    const table = b ?? a;
    if (!table || isSame(a, b)) return [];
    const kind = a ? (b ? 'changed' : 'removed') : 'added';
    const isReshaped = a !== undefined && b !== undefined && !isSame(shapeOf(a), shapeOf(b));
    return [{ name, table, kind, isReshaped, rows: isReshaped ? [] : differentRows(a, b) }];
  });
}

/** What differs beside the tables: values by their place. */
export function otherDifferences(
  before: ProductVersionDefinition,
  after: ProductVersionDefinition,
): OtherDifference[] {
  const found: OtherDifference[] = [];
  const walk = (a: unknown, b: unknown, place: string) => {
    if (isSame(a, b)) return;
    const [old, now] = [partsOf(a), partsOf(b)];
    if (!old || !now) {
      found.push({ place, before: shown(a), after: shown(b) });
      return;
    }
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      walk(old.get(name), now.get(name), place ? `${place} › ${name}` : name);
    }
  };
  walk(withoutTables(before), withoutTables(after), '');
  return found;
}

const withoutTables = ({ definition: { tables: _, ...rest } }: ProductVersionDefinition) => rest;
const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const names = ['qid', 'id', 'code', 'name', 'term', 'title'] as const;

/** The members of an object, or the entries of a list by what names them; undefined of anything else. */
function partsOf(value: unknown): Map<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const nameOf = (each: unknown, index: number): string => {
    const own = each as Partial<Record<(typeof names)[number], unknown>> | null;
    const name =
      typeof own === 'object'
        ? names.map((key) => own?.[key]).find((said) => typeof said === 'string')
        : undefined;
    return typeof name === 'string' ? name : String(index + 1);
  };
  const parts = new Map(value.map((each, index) => [nameOf(each, index), each]));
  return parts.size === value.length ? parts : new Map(value.map((each, index) => [String(index + 1), each]));
}
