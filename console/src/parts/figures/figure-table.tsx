import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { type CellValue, csvFile, keepText } from '../data-table/export-csv.js';
import { WideTable } from '../plain-table.js';
import { Money } from '../values.js';
import s from './figures.module.css';

export interface FigureColumn<Row> {
  title: string;
  /** As a file has it. */
  value: (row: Row) => CellValue;
  /** Default: the value as a text. */
  show?: 'money' | 'count' | ((row: Row) => ReactNode);
  /** The list that it counts. */
  to?: ((row: Row) => string | undefined) | undefined;
  /** Whether the last row has its sum; with a link to the list of all. */
  isSummed?: boolean;
  toAll?: string | undefined;
}

const shown = (value: CellValue, show: 'money' | 'count' | undefined): ReactNode => {
  if (value === null || value === undefined) return '–';
  if (show === 'money') return <Money amount={Number(value)} />;
  return show === 'count' ? number(Number(value)) : String(value);
};

const linked = (content: ReactNode, to: string | undefined): ReactNode =>
  to === undefined ? content : <Link href={to}>{content}</Link>;

function Cell<Row>({ column: { value, show, to }, row }: { column: FigureColumn<Row>; row: Row }) {
  const content = typeof show === 'function' ? show(row) : shown(value(row), show);
  return linked(content, value(row) === 0 ? undefined : to?.(row));
}

const sumOf = <Row,>({ value }: FigureColumn<Row>, rows: readonly Row[]): number =>
  rows.reduce((sum, row) => sum + Math.round(Number(value(row) ?? 0) * 100), 0) / 100;

/** The figures of a picture as a table, which can be kept as a file. The first cell of a row is its name. */
export function FigureTable<Row>({
  label,
  file,
  columns,
  rows,
  keyOf,
}: {
  label: string;
  /** The name of the file, without its ending. */
  file: string;
  columns: readonly FigureColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  const keep = () =>
    keepText(
      csvFile(
        columns.map(({ title }) => title),
        rows.map((row) => columns.map(({ value }) => value(row))),
      ),
      `${file}.csv`,
    );
  const hasSums = rows.length > 1 && columns.some(({ isSummed }) => isSummed);
  const sums = columns.slice(1).map((column) => {
    const show = typeof column.show === 'string' ? column.show : 'count';
    return column.isSummed && linked(shown(sumOf(column, rows), show), column.toAll);
  });
  return (
    <div className={s.figures}>
      <WideTable
        label={label}
        head={columns.map(({ title }) => title)}
        rows={rows.map((row) => {
          const [name, ...cells] = columns.map((column) => (
            <Cell key={column.title} column={column} row={row} />
          ));
          return { key: keyOf(row), name, cells };
        })}
        foot={hasSums ? [{ key: 'sum', name: t('figures.total'), cells: sums }] : []}
        hasNumbers
      />
      <Button size="xs" onClick={keep}>
        {t('lists.export')}
      </Button>
    </div>
  );
}
