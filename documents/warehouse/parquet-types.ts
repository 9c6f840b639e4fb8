import type { SchemaElement } from 'hyparquet-writer';
import type { ColumnType, WarehouseTable } from '../../db/warehouse/warehouse-table.js';

export const moneyPlaces = 4;

/** How a type of column is written, and its name in SQL. */
interface ParquetType {
  element: Omit<SchemaElement, 'name'>;
  sql: string;
  /** The value as the writer takes it, of the database's. */
  value?(value: string): unknown;
}

const types: Readonly<Record<ColumnType, ParquetType>> = {
  text: { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, sql: 'varchar' },
  // As text: the library would parse and write it again.
  json: { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, sql: 'varchar' },
  date: { element: { type: 'INT32', converted_type: 'DATE' }, sql: 'date' },
  timestamp: {
    element: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } },
    sql: 'timestamp',
    value: BigInt,
  },
  money: {
    element: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: moneyPlaces },
    sql: `decimal(18, ${moneyPlaces})`,
    value: unscaled,
  },
  integer: { element: { type: 'INT32' }, sql: 'integer' },
  bigint: { element: { type: 'INT64' }, sql: 'bigint', value: BigInt },
  double: { element: { type: 'DOUBLE' }, sql: 'double', value: Number },
  boolean: { element: { type: 'BOOLEAN' }, sql: 'boolean' },
};

export const sqlType = (type: ColumnType): string => types[type].sql;

export function schemaOf({ columns }: WarehouseTable): SchemaElement[] {
  const elements = Object.entries(columns).map(
    ([name, { type }]): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...types[type].element }),
  );
  return [{ name: 'root', num_children: elements.length }, ...elements];
}

/** The value of a column as the writer takes it. */
export function writableOf(type: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  const { value: written } = types[type];
  return written === undefined ? value : written(String(value));
}

/** An amount in units of its last place. An amount with more places would lose some: that is an error. */
function unscaled(amount: string): bigint {
  const [whole = '', decimals = ''] = amount.split('.');
  if (/[^0]/.test(decimals.slice(moneyPlaces))) {
    throw new RangeError(`the amount ${amount} has more than ${moneyPlaces} decimals`);
  }
  return BigInt(whole + decimals.slice(0, moneyPlaces).padEnd(moneyPlaces, '0'));
}
