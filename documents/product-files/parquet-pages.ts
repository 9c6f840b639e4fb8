import { gunzipSync } from 'node:zlib';
import { type ColumnMetaData, type Compressors, type FileMetaData, snappyUncompress } from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import { mostRows } from '../../domain/rating/tables/packed-rows.js';
import { SheetError } from './sheet-error.js';

/** Far above a million rows of a rating table. */
const largestUnpacked = 200 * 1024 * 1024;
const mostColumns = 200;

/** What unpacks pages; of no more bytes than {@link checkPages} has counted. */
export const compressors: Compressors = {
  GZIP: (bytes, size) => gunzipSync(bytes, { maxOutputLength: Math.max(size, 1) }),
  SNAPPY: (bytes, size) => {
    const page = new Uint8Array(size);
    snappyUncompress(bytes, page);
    return page;
  },
};

/**
 * Refuses a Parquet file that would take more memory than a million rows: the library believes what the head of each page
 * says of its size and of the number of its values.
 */
export function checkPages(bytes: Uint8Array, { row_groups, num_rows, schema }: FileMetaData): void {
  if (num_rows > mostRows) {
    throw new SheetError(`it has ${num_rows} rows; a table has at most ${mostRows}`);
  }
  if (schema.length > mostColumns) throw new SheetError(`it has more than ${mostColumns} columns`);
  let [left, rows] = [largestUnpacked, 0n];
  for (const group of row_groups) {
    rows += group.num_rows;
    if (group.columns.length > mostColumns || group.num_rows < 0) throw damaged();
    for (const { meta_data } of group.columns) {
      if (!meta_data) throw damaged();
      left -= unpackedColumn(bytes, meta_data, Number(group.num_rows), left);
    }
  }
  if (rows !== num_rows) throw damaged();
}

/** The bytes of a column's pages, unpacked. */
function unpackedColumn(bytes: Uint8Array, column: ColumnMetaData, rows: number, most: number): number {
  const { codec } = column;
  if (codec !== 'UNCOMPRESSED' && !compressors[codec]) {
    throw new SheetError(`it is compressed with ${codec}; write it with SNAPPY, GZIP or uncompressed`);
  }
  const view = viewOf(bytes, column);
  const reader = { view, offset: 0 };
  let [size, values] = [0, 0];
  while (reader.offset < view.byteLength - 1 && values < rows) {
    const page = parquetHeader(reader);
    const data = page.data_page_header ?? page.data_page_header_v2;
    const held = (data ?? page.dictionary_page_header)?.num_values ?? 0;
    const [unpacked, packed] = [page.uncompressed_page_size, page.compressed_page_size];
    if (held < 0 || unpacked < 0 || packed < 0) throw damaged();
    if (data) values += held;
    size += unpacked;
    if (size > most) throw new SheetError('it has more than 200 MB when unpacked');
    if (held > rows || values > rows) throw damaged();
    reader.offset += packed;
  }
  return size;
}

/** The bytes of a column's pages. Throws if they are not in the file. */
export function viewOf(
  bytes: Uint8Array,
  { dictionary_page_offset, data_page_offset, total_compressed_size }: ColumnMetaData,
): DataView<ArrayBuffer> {
  const [start, length] = [Number(dictionary_page_offset || data_page_offset), Number(total_compressed_size)];
  if (start < 0 || start + length > bytes.length) throw damaged();
  return new DataView(bytes.buffer as ArrayBuffer, bytes.byteOffset + start, length);
}

export function damaged(): SheetError {
  return new SheetError('it is not a sound Parquet file');
}
