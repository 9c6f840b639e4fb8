import type { ChangeKind } from '../models/change.js';

/**
 * What a column has. `money` has four decimals, which is what the finest currency has; `timestamp` is in UTC; `json` is text with
 * JSON in it.
 */
export type ColumnType =
  | 'text'
  | 'json'
  | 'date'
  | 'timestamp'
  | 'money'
  | 'integer'
  | 'bigint'
  | 'double'
  | 'boolean';

/** A column with the SQL that reads it; without SQL it is made of what the row has else. */
export interface WarehouseColumn {
  type: ColumnType;
  sql?: string;
}

/** As the database answers it: amounts, large numbers and times as text. */
export type WarehouseRow = Readonly<Record<string, unknown>>;

/** How rows of a table are found that a change of a record may have changed. */
export interface Touch {
  /** Of the feed; of `ERASED` clients. Absent: what was recorded since the last run. */
  kind?: ChangeKind | 'ERASED';
  /** SQL after `from` of the rows, with `:changed` for the ids of the records. */
  rows: string;
}

/** A table of the warehouse. */
export interface WarehouseTable {
  name: string;
  columns: Readonly<Record<string, WarehouseColumn>>;
  /** SQL after `from`. */
  from: string;
  /** The columns of the key, which is unique. */
  key: readonly string[];
  /** SQL of the time by whose month the rows are in files; absent: all are in one file, which is written by each run. */
  recorded?: string;
  touches?: readonly Touch[];
  /** The kind of records that are deleted, and the columns that may name one. */
  deleted?: { kind: ChangeKind; columns: readonly string[] };
  /** Columns that are read to make rows of them. */
  packed?: readonly string[];
  rowsOf?(row: WarehouseRow): Iterable<WarehouseRow>;
}

const of =
  (type: ColumnType) =>
  (sql: string): WarehouseColumn => ({ type, sql });

export const text = of('text');
export const json = of('json');
export const date = of('date');
export const timestamp = of('timestamp');
export const money = of('money');
export const integer = of('integer');
export const bigint = of('bigint');
export const double = of('double');
export const boolean = of('boolean');

/** Who made something: kind and id, without the name. */
export const madeBy = (column: string) => ({
  created_by_kind: text(`${column} ->> 'kind'`),
  created_by_id: text(`${column} ->> 'id'`),
});
