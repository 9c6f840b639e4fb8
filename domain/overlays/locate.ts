import { suggestion } from '../ground/nearest.js';
import { rowKeys } from '../rating/tables/canonical-table.js';
import { partAt, valueNames } from './named-places.js';
import type { OverlayChange } from './overlay.js';
import type { Edit, PatchedParts, Path } from './patched-parts.js';
import { type ChangeProblem, type Target, targetOf } from './target.js';

const verbs = ['set', 'remove', 'before', 'after'] as const;
/** The edits that a change makes to a product as it is without overlays, or why it can make none. */
export function locate(parts: PatchedParts, change: OverlayChange): Edit[] | ChangeProblem {
  const target = targetOf(parts, change);
  if ('problem' in target) return target;
  const said = verbs.filter((verb) => change[verb] !== undefined);
  if (said.length === 0) return { key: target.key, problem: 'needs `set`, `remove`, `before` or `after`' };
  const { set, remove, before, after } = change;
  const notItem = said.find((verb) => verb !== 'set');
  if (notItem !== undefined && !target.isItem)
    return { key: notItem, problem: setOnly[target.key === 'question' ? 'question' : 'others'] };
  if (set !== undefined && remove) return { key: 'remove', problem: 'cannot be together with `set`' };
  const fields = set === undefined ? [] : fieldEdits(parts, change, target, set);
  if ('problem' in fields) return fields;
  if (set !== undefined && fields.length === 0) return { key: 'set', problem: 'sets nothing' };
  return [
    ...fields,
    ...target.paths.flatMap((path): Edit[] => [
      ...(remove ? [{ path, verb: 'REMOVE' as const }] : []),
      ...(before === undefined ? [] : [{ path, verb: 'BEFORE' as const, value: before }]),
      ...(after === undefined ? [] : [{ path, verb: 'AFTER' as const, value: after }]),
    ]),
  ];
}

const setOnly = {
  question:
    'is not for questions: all are in the base, with `condition: false` where it is not asked, and an overlay sets `condition`',
  others: 'is for a row, coverage, tax, step or rule: what is named here can be `set` only',
};

function fieldEdits(
  parts: PatchedParts,
  change: OverlayChange,
  { key, paths, fixed }: Target,
  set: NonNullable<OverlayChange['set']>,
): Edit[] | ChangeProblem {
  if (key === 'text')
    return typeof set === 'string'
      ? paths.map((path) => ({ path, verb: 'SET', value: set }))
      : { key: 'set', problem: 'must be the new text' };
  if (typeof set === 'string') return { key: 'set', problem: 'must be a map of fields' };
  const placeOf = key === 'row' ? cellPlace(parts, change) : (field: string) => field;
  const edits: Edit[] = [];
  for (const [field, value] of Object.entries(set)) {
    if (key === 'table' && field === 'packed')
      return { key: 'set', problem: 'cannot set "packed": import packs the `rows` of a large table itself' };
    if (fixed.includes(field))
      return { key: 'set', problem: `cannot set "${field}": it is the same in every state` };
    const place = placeOf(field);
    if (typeof place === 'object') return place;
    const at = paths.map((path) => [...path, place]);
    if (value === null && at.some((path) => partAt(parts, path) === undefined))
      return { key: 'set', problem: `has no "${field}" to take away` };
    edits.push(
      ...at.map((path): Edit => (value === null ? { path, verb: 'REMOVE' } : { path, verb: 'SET', value })),
      ...(key === 'table' && field === 'rows' ? packedBelow(parts, paths) : []),
    );
  }
  return edits;
}

/** New rows take the place of all rows of a table, of its packed ones, too. */
function packedBelow(parts: PatchedParts, tables: readonly Path[]): Edit[] {
  return tables
    .map((path) => [...path, 'packed'])
    .flatMap((path): Edit[] => (partAt(parts, path) === undefined ? [] : [{ path, verb: 'REMOVE' }]));
}

/** The places of a row's cells by the names of its columns. */
function cellPlace({ tables }: PatchedParts, { table: name = '' }: OverlayChange) {
  const table = tables[name];
  const columns = table ? valueNames(table) : [];
  const heads = table ? rowKeys(table).length : 0;
  return (field: string): number | ChangeProblem => {
    const column = columns.indexOf(field);
    if (column >= 0) return heads + column;
    return { key: 'set', problem: `"${name}" has no column "${field}"${suggestion(field, columns)}` };
  };
}
