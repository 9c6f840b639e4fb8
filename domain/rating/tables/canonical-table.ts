import { Decimal } from '../../expression/index.js';
import { canonicalNumber, canonicalTruth } from './canonical-cells.js';
import { type Cell, isWildcard, type TableKey } from './cells.js';
import { packTable } from './pack-rows.js';
import type { RatingTable } from './table.js';

type CellType = 'text' | 'number' | 'date' | 'boolean';
type RangeEnd = string | number | null;

/**
 * The table with every cell in the canonical form of its column's type: `'0.90'` and `0.9` in a number column
 * are the same cell, and so are `722511` and `'722511'` in a text column. A table then has one content hash,
 * whether its rows came from the product file, CSV or a workbook. A cell that fits no type stays unchanged,
 * for the lint to refuse. The rows of a large table are packed.
 */
export function canonicalTable(table: RatingTable): RatingTable {
  const { columns, across } = table;
  const keys = rowKeys(table);
  const rows = table.rows.map((row) =>
    row.map((cell, place) => {
      const key = keys[place];
      if (key) return canonicalKey(cell, key);
      const column = columns[across ? 0 : place - keys.length];
      return column ? canonicalCell(cell, column.type) : cell;
    }),
  );
  const last = table.keys.at(-1);
  if (!across || !last) return packTable({ ...table, rows });
  return { ...table, across: across.map((cell) => canonicalKey(cell, last)), rows };
}

/** The keys whose cells are in the rows of a table: of a two-way table, all but the last one. */
export function rowKeys({ keys, across }: Pick<RatingTable, 'keys' | 'across'>): TableKey[] {
  return across ? keys.slice(0, -1) : keys;
}

/** The type of a key column's cells, or of its ranges' ends. */
export function keyType(key: TableKey): CellType {
  if (key.match === 'exact') return key.type;
  return key.match === 'dateRange' || key.type === 'date' ? 'date' : 'number';
}

function canonicalKey(cell: Cell, key: TableKey): Cell {
  if (key.match === 'exact') return canonicalValues(cell, key.type);
  if (key.match === 'upTo') return isWildcard(cell) ? cell : canonicalCell(cell, keyType(key));
  if (cell === '*') return [null, null];
  return Array.isArray(cell) ? cell.map((end) => canonicalEnd(end, keyType(key))) : cell;
}

/** A list of one value is that value. */
function canonicalValues(cell: Cell, type: CellType): Cell {
  if (isWildcard(cell)) return cell;
  if (!Array.isArray(cell)) return canonicalCell(cell, type);
  const values = cell.map((value) =>
    value === null ? value : (canonicalCell(value, type) as string | number),
  );
  const [only] = values;
  return values.length === 1 && only !== null && only !== undefined ? only : values;
}

function canonicalEnd(end: RangeEnd, type: CellType): RangeEnd {
  return end !== null && type === 'number' ? canonicalNumber(end) : end;
}

function canonicalCell(cell: Cell, type: CellType): Cell {
  if (Array.isArray(cell)) return cell;
  switch (type) {
    case 'number':
      return typeof cell === 'boolean' ? cell : canonicalNumber(cell);
    case 'boolean':
      return canonicalTruth(cell);
    case 'text':
      return typeof cell === 'number' ? Decimal.of(cell).toFixed() : String(cell);
    case 'date':
      return cell;
  }
}
