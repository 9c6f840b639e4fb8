import { type FileMetaData, parquetMetadata, parquetSchema, type SchemaElement } from 'hyparquet';
import { readColumn } from 'hyparquet/src/column.js';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { getTreePath } from 'hyparquet/src/schema.js';
import type { SheetCell } from '../../domain/rating/tables/cells.js';
import type { SheetRow } from '../../domain/rating/tables/sheet.js';
import { checkPages, compressors, damaged, viewOf } from './parquet-pages.js';
import { SheetError } from './sheet-error.js';

/** The digits that a number of 64 bits surely keeps. */
const exactDigits = 15;

const tooLong = `it has more than ${exactDigits} digits, which are not read exactly`;
const notNumber = (value: number) => `it holds ${value}, which is not a number`;

/** By how much a computed number of 64 bits may be off, as 0.1 + 0.2 is, in parts of itself. */
const computedError = 2 ** -51;

/**
 * The rows of a Parquet file, below a row with the names of its columns. Decimals are exact; numbers of 32 and 64 bits are
 * the shortest that they stand for, so that 0.1 is 0.1, with at most 15 digits; dates are `YYYY-MM-DD`.
 *
 * @throws SheetError if it cannot be read, or a value cannot be a cell.
 */
export async function readParquet(bytes: Uint8Array): Promise<SheetRow[]> {
  const { metadata, columns } = headOf(bytes);
  const values = columns.map(({ name }) => valuesOf(bytes, metadata, name));
  const readers = columns.map(cellReader);
  const names = { place: 'the names of its columns', cells: columns.map(({ name }) => name) };
  return [
    names,
    ...Array.from({ length: Number(metadata.num_rows) }, (_, index) => ({
      place: `row ${index + 1}`,
      cells: readers.map((read, column) => {
        const value = values[column]?.[index];
        return value === null || value === undefined ? null : read(value, index + 1);
      }),
    })),
  ];
}

/** The values of a column. Not by the library's reading of files, whose promises fail beside each other. */
function valuesOf(bytes: Uint8Array, metadata: FileMetaData, name: string): unknown[] {
  try {
    const schemaPath = getTreePath(parquetSchema(metadata), [name]);
    const values: unknown[] = [];
    for (const { columns, num_rows } of metadata.row_groups) {
      const column = columns.find(({ meta_data }) => meta_data?.path_in_schema[0] === name)?.meta_data;
      const element = schemaPath.at(-1)?.element;
      if (!column || !element) throw damaged();
      const group = {
        groupStart: 0,
        selectStart: 0,
        selectEnd: Number(num_rows),
        groupRows: Number(num_rows),
      };
      const decoder = {
        pathInSchema: [name],
        element,
        schemaPath,
        compressors,
        ...column,
        parsers: { ...DEFAULT_PARSERS, stringFromBytes: textOf },
      };
      const { data } = readColumn({ view: viewOf(bytes, column), offset: 0 }, group as never, decoder);
      for (const chunk of data) for (const value of chunk) values.push(value);
    }
    return values;
  } catch (error) {
    if (error instanceof SheetError) throw error;
    throw damaged();
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text; bytes that are none stay bytes, which no cell takes. */
function textOf(bytes: Uint8Array): unknown {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes;
  }
}

/** What the file says of itself, and its columns. */
function headOf(bytes: Uint8Array): { metadata: FileMetaData; columns: SchemaElement[] } {
  try {
    const metadata = parquetMetadata(bytes, { geoparquet: false });
    const columns = metadata.schema.slice(1);
    const nested = columns.find(({ num_children = 0, repetition_type }) => {
      return num_children > 0 || repetition_type === 'REPEATED';
    });
    const newer = columns.find(
      ({ converted_type, logical_type }) =>
        converted_type === undefined && (logical_type?.type === 'DECIMAL' || logical_type?.type === 'DATE'),
    );
    // The library would read them as whole numbers.
    if (newer)
      throw new SheetError(`its column "${newer.name}" has no converted type: write it as format 2.6`);
    const time = columns.find(
      ({ converted_type, logical_type }) =>
        converted_type?.startsWith('TIME_') || logical_type?.type === 'TIME',
    );
    if (time) throw new SheetError(`its column "${time.name}" holds times of day, which cells cannot`);
    if (nested) throw new SheetError(`its column "${nested.name}" holds lists or groups, not single values`);
    checkPages(bytes, metadata);
    return { metadata, columns };
  } catch (error) {
    if (error instanceof SheetError) throw error;
    throw damaged();
  }
}

type CellReader = (value: unknown, row: number) => SheetCell;

/** Reads the values of a column as the library gives them. */
function cellReader({ name, type, converted_type, scale = 0 }: SchemaElement): CellReader {
  const fail = (row: number, problem: string) => new SheetError(`column "${name}", row ${row}: ${problem}`);
  if (converted_type === 'DECIMAL') {
    return (value, row) => {
      // The library reads them as numbers of 64 bits.
      if (Math.abs(value as number) * 10 ** scale < 10 ** exactDigits)
        return (value as number).toFixed(scale);
      throw fail(row, tooLong);
    };
  }
  return (value, row) => {
    if (typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'bigint') return String(value);
    if (typeof value === 'number') {
      const number = type === 'FLOAT' ? shortestFloat(value) : exactDouble(value);
      if (typeof number === 'number') return number;
      throw fail(row, number);
    }
    if (!(value instanceof Date))
      throw fail(row, 'it holds neither a text, a number, a date nor true or false');
    const at = Number.isNaN(value.getTime()) ? '' : value.toISOString();
    if (!at.endsWith('T00:00:00.000Z')) throw fail(row, 'it is a time, not a date');
    return at.slice(0, 10);
  };
}

/** A number of 64 bits as it is written, or why it is none. */
function exactDouble(value: number): number | string {
  if (!Number.isFinite(value)) return notNumber(value);
  if (Number.isSafeInteger(value)) return value;
  const short = Number(value.toPrecision(exactDigits));
  const error = Number.isInteger(value) ? 0 : computedError * Math.abs(value);
  return Math.abs(short - value) <= error ? short : tooLong;
}

/** The number with the fewest digits that is stored as these 32 bits. */
function shortestFloat(value: number): number | string {
  if (!Number.isFinite(value)) return notNumber(value);
  if (Number.isSafeInteger(value)) return value;
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}
