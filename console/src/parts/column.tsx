import type { ReactNode } from 'react';
import type { CellValue } from './data-table/export-csv.js';
import { Day, Moment, Money } from './values.js';

/** How values are shown, and the widths that they need. */
const shown = {
  money: { width: '120px', cell: (value: CellValue) => <Money amount={value as number} /> },
  day: { width: '120px', cell: (value: CellValue) => <Day date={value as string} /> },
  ago: { width: '140px', cell: (value: CellValue) => <Moment at={value as string} ago /> },
  moment: { width: '190px', cell: (value: CellValue) => <Moment at={value as string} /> },
} as const;

type Member<Row> = {
  [Name in keyof Row & string]: Row[Name] extends CellValue ? Name : never;
}[keyof Row & string];

/** A column of a table: the member of a row that `id` names, unless it has a `value` or a `cell`. */
export type Column<Row> = ColumnLook<Row> &
  (
    | { id: Member<Row>; value?: undefined; cell?: undefined }
    | { id?: string; value: (row: Row) => CellValue; cell?: ((row: Row) => ReactNode) | undefined }
    | { id?: string; value?: undefined; cell: (row: Row) => ReactNode }
  );

interface ColumnLook<Row> {
  title: string;
  /** Of a value; default: as a text, or a dash if there is none. */
  show?: keyof typeof shown;
  /** The name by which the table is sorted by it; absent: it is not. */
  sort?: string;
  /** Numbers are aligned at their end. */
  align?: 'end';
  /** Of the CSS, such as `120px`; the columns without one share what is left. */
  width?: string;
  /** Only where the window is wide. */
  wide?: boolean;
  /** Shown only where somebody chooses it, and the window is wide. */
  isExtra?: boolean;
  /** A second line where the window is narrow. */
  below?: (row: Row) => ReactNode;
}

/** What a row has in a column, as a file has it. */
export const cellValue = <Row,>(
  { id = '', value }: Pick<Column<Row>, 'id' | 'value'>,
  row: Row,
): CellValue => (value ? value(row) : (row as Record<string, CellValue>)[id]);

export function cellOf<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.cell) return column.cell(row);
  const value = cellValue(column, row);
  if (column.show) return shown[column.show].cell(value);
  return value === undefined || value === null || value === '' ? '–' : String(value);
}

export const isEnd = ({ align, show }: Pick<Column<never>, 'align' | 'show'>): boolean =>
  align === 'end' || show === 'money';

export const isWide = ({ wide, isExtra }: Pick<Column<never>, 'wide' | 'isExtra'>): boolean =>
  wide === true || isExtra === true;

export const widthOf = ({ width, show }: Pick<Column<never>, 'width' | 'show'>): string | undefined =>
  width ?? (show && shown[show].width);
