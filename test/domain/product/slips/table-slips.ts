import { at, isMap, type Json, type JsonMap, misspelt, type Path, replaced, type Slip } from './walk.js';

interface Table {
  keys: JsonMap[];
  columns: JsonMap[];
  rows: Json[][];
  hitPolicy?: string;
  interpolate?: string;
}

/** Slips in the rows of tables. */
export function tableSlips(content: Json): Slip[] {
  const tables = at(content, ['tables']);
  if (!isMap(tables)) return [];
  return Object.entries(tables).flatMap(([name, table]) => {
    const written = table as unknown as Table;
    const again = (row: Json[]) => replaced('row twice', ['tables', name, 'rows'], [...written.rows, row]);
    return written.rows.flatMap((row, index) => [
      again(row),
      ...inRow(written, row, ['tables', name, 'rows', index]),
    ]);
  });
}

function inRow(table: Table, row: Json[], path: Path): Slip[] {
  const { keys, columns, hitPolicy, interpolate } = table;
  const slips: Slip[] = [
    replaced('cell left out', path, row.slice(1)),
    ...columns.flatMap((column, place) => {
      const cell = [...path, keys.length + place];
      return column.type === undefined ? [replaced('text in a column of numbers', cell, 'n/a')] : [];
    }),
  ];
  const last = keys.length - 1;
  const mayCoverHoles = hitPolicy === 'first' || table.rows.some((each) => each.includes('otherwise'));
  keys.forEach((key, place) => {
    // What is cut out of a text is known to nobody. See the slips that no tool can know.
    if (key.name === 'sector' || key.name === 'prefix') return;
    const cell = row[place] as Json;
    const here = [...path, place];
    if (key.match === 'range' && Array.isArray(cell))
      slips.push(...inRange(cell, here, mayCoverHoles, key.to === 'included'));
    else if (cell === '*') return;
    else if (interpolate && place === last)
      slips.push(replaced('text as a number', here, `${String(cell)} $`));
    else if (key.type === undefined)
      slips.push(replaced('row for a choice that does not exist', here, misspelt(`${String(cell)}`)));
    if (interpolate && place < last) slips.push(replaced('curves that are merged', here, '*'));
  });
  return slips;
}

/** The ends of ranges that meet the next or the last row. */
function inRange(cell: Json[], path: Path, covered: boolean, included: boolean): Slip[] {
  const [from, to] = cell;
  const slips: Slip[] = [];
  if (typeof from === 'number' && typeof to === 'number' && from < to) {
    slips.push(replaced('range the wrong way round', path, [to, from]));
    // Ranges that include their ends are of whole numbers.
    const part = included ? 1 : (to - from) / 4;
    // Where the first row counts a later one may cover the rest, and an `otherwise` row gives way.
    if (!covered) slips.push(replaced('hole between ranges', path, [from, to - part]));
    if (!covered) slips.push(replaced('overlapping ranges', path, [from, to + part]));
  }
  if (typeof from === 'number' && to === null && !covered)
    slips.push(replaced('hole between ranges', path, [from + 1, to]));
  return slips;
}
