import { type ReactNode, useMemo } from 'react';
import type { Column } from '../../parts/column.js';
import { Table } from '../../parts/table.js';
import s from './products.module.css';
import { type Cell, type RatingTable, shownCell } from './record.js';

const columnWidth = 132;

/** The frame of a table with as many columns as it has; it scrolls sideways where it is wider than the page. */
export function SheetFrame<Row>({
  label,
  table: { keys, columns },
  rows,
  keyOf,
  cell,
  before,
}: {
  label: string;
  table: RatingTable;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  cell: (row: Row, place: number) => ReactNode;
  /** A column before those of the table. */
  before?: Column<Row>;
}) {
  const all: Column<Row>[] = [
    ...(before ? [before] : []),
    ...[...keys, ...columns].map(({ name }, place) => ({
      title: name,
      cell: (row: Row) => cell(row, place),
    })),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={s.sheet} tabIndex={0} aria-label={label}>
      <div style={{ minWidth: all.length * columnWidth }}>
        <Table label={label} columns={all} rows={rows} keyOf={keyOf} />
      </div>
    </section>
  );
}

/** The rows of a table. */
export function Sheet({ label, table }: { label: string; table: RatingTable }) {
  const rows = useMemo(() => table.rows.map((cells, index) => ({ cells, index })), [table]);
  return (
    <SheetFrame
      label={label}
      table={table}
      rows={rows}
      keyOf={({ index }) => String(index)}
      cell={({ cells }, place) => <Shown cell={cells[place]} table={table} place={place} />}
    />
  );
}

export function Shown({ cell, table, place }: { cell: Cell | undefined; table: RatingTable; place: number }) {
  const words = shownCell(cell, table.keys[place]);
  return <span title={words}>{words}</span>;
}
