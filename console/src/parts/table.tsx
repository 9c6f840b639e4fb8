import { Checkbox } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'wouter';
import type { Rows } from '../api/queries.js';
import { t } from '../texts/texts.js';
import { classes } from './classes.js';
import { type Column, cellOf, isEnd, isWide, widthOf } from './column.js';
import { useShortcuts } from './shortcuts.js';
import { Problem, Skeleton } from './states.js';
import s from './table.module.css';

/** The heights of rows, as `--row` has them. */
const rowHeights = { comfortable: 44, compact: 34 } as const;
export type Density = keyof typeof rowHeights;
/** Rows above and below the window that are there, too. */
const spare = 12;

/** A list that is read as far as it is scrolled. j and k go from row to row, Enter opens one. */
export function ListTable<Row>({
  list,
  empty,
  ...table
}: Omit<TableProps<Row>, 'rows' | 'nearEnd'> & { list: Rows<Row>; empty: ReactNode }) {
  const { rows, isPending, error, hasMore, isLoadingMore } = list;
  if (isPending && !error) return <Skeleton lines={8} />;
  return (
    <>
      {error !== null && error !== undefined && (
        <Problem error={error} retry={list.retry} busy={list.isFetching} />
      )}
      {rows.length > 0 && <Table {...table} rows={rows} nearEnd={list.more} />}
      {rows.length === 0 && !error && empty}
      {(hasMore || isLoadingMore) && (
        <p className={s.foot} role="status">
          {t('parts.loading')}
        </p>
      )}
    </>
  );
}

export interface TableProps<Row> {
  /** For screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The page of a row. */
  to?: ((row: Row) => string) | undefined;
  /** Further keys that do something with the row that has the focus; with `to` only. */
  rowKeys?: readonly RowKey<Row>[];
  /** Called when the last rows come in sight. */
  nearEnd?: () => void;
  density?: Density;
  sort?: TableSort;
  selection?: TableSelection<Row> | undefined;
}

/** How a table is sorted: by a column's `sort`, with `-` if descending. */
export interface TableSort {
  by: string;
  /** Of a column: ascending, then descending, then as the list is by itself. */
  change: (column: string) => void;
}

/** Rows that a person ticks. */
export interface TableSelection<Row> {
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Whether all rows that were read are ticked, none of them, or some. */
  all: boolean | 'some';
  toggleAll: () => void;
}

export interface RowKey<Row> {
  key: string;
  says: string;
  act: (row: Row) => void;
}

/** A table whose rows are only made near the window, so that there may be any number of them. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
  to,
  rowKeys = [],
  nearEnd,
  density = 'comfortable',
  sort,
  selection,
}: TableProps<Row>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rowHeight = rowHeights[density];
  const { from, upTo, make } = useRange(body, rows.length, rowHeight);
  useEffect(() => {
    if (upTo >= rows.length) nearEnd?.();
  }, [upTo, rows.length, nearEnd]);
  const move = useRowKeys(
    { body, rowHeight, count: rows.length, make },
    to !== undefined,
    rowKeys.map(({ key, says, act }) => {
      const actOn = (index: number) => {
        const row = rows[index];
        if (row !== undefined) act(row);
      };
      return { key, says, act: actOn };
    }),
  );

  return (
    <div className={s.frame} data-density={density}>
      <table className={s.table} aria-label={label} aria-rowcount={rows.length}>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={classes(s.tick, s.wide)}>
                <Checkbox
                  size="xs"
                  aria-label={t('lists.selectAll')}
                  checked={selection.all === true}
                  indeterminate={selection.all === 'some'}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.title} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody
          ref={body}
          onKeyDown={(event) => {
            const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (by === undefined || !(event.target as Element).hasAttribute('data-row')) return;
            event.preventDefault();
            move(by);
          }}
        >
          <Space height={from * rowHeight} />
          {rows.slice(from, upTo).map((row, index) => (
            <tr
              key={keyOf(row)}
              className={to && s.linked}
              aria-rowindex={from + index + 1}
              data-selected={selection?.has(row) || undefined}
            >
              {selection && (
                <td className={classes(s.tick, s.wide)}>
                  <Checkbox
                    size="xs"
                    aria-label={t('lists.selectRow', { n: from + index + 1 })}
                    checked={selection.has(row)}
                    onChange={() => selection.toggle(row)}
                  />
                </td>
              )}
              {columns.map((each, column) => {
                const { title, below } = each;
                const content = cellOf(each, row);
                return (
                  <td
                    key={title}
                    className={classes(
                      isEnd(each) && s.end,
                      isEnd(each) && 'numbers',
                      isWide(each) && s.wide,
                    )}
                    // What is cut off can be read.
                    title={typeof content === 'string' ? content : undefined}
                  >
                    {to && column === 0 ? (
                      <Link href={to(row)} data-row={from + index}>
                        {content}
                      </Link>
                    ) : (
                      content
                    )}
                    {below && <span className={s.below}>{below(row)}</span>}
                  </td>
                );
              })}
            </tr>
          ))}
          <Space height={(rows.length - upTo) * rowHeight} />
        </tbody>
      </table>
    </div>
  );
}

/** A column's title, which sorts by it where the table can. */
function Heading<Row>({ column, sort }: { column: Column<Row>; sort: TableSort | undefined }) {
  const { title, sort: name } = column;
  const isSorted = name !== undefined && sort?.by.replace('-', '') === name;
  const isDescending = isSorted && sort.by.startsWith('-');
  return (
    <th
      scope="col"
      className={classes(isEnd(column) && s.end, isWide(column) && s.wide)}
      style={{ width: widthOf(column) }}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {sort && name !== undefined ? (
        <button type="button" className={s.sort} onClick={() => sort.change(name)}>
          {title}
          <span aria-hidden="true">{isSorted ? (isDescending ? ' ↓' : ' ↑') : ''}</span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}

/** The height of rows that are not made. */
function Space({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr className={s.space}>
      <td style={{ height }} />
    </tr>
  );
}

type Body = { readonly current: HTMLTableSectionElement | null };

/** Which rows are near the window; `make` makes those around another row at once. */
function useRange(
  body: Body,
  count: number,
  rowHeight: number,
): { from: number; upTo: number; make: (row: number) => void } {
  const [first, setFirst] = useState(0);
  const [visible, setVisible] = useState(() => Math.ceil(innerHeight / rowHeight));
  const measure = useCallback(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    // In steps, so that not each pixel renders anew.
    setFirst(Math.max(0, Math.floor(-top / rowHeight / spare) * spare));
    setVisible(Math.ceil(innerHeight / rowHeight));
  }, [body, rowHeight]);
  useLayoutEffect(() => {
    measure();
    addEventListener('scroll', measure, { passive: true });
    addEventListener('resize', measure);
    return () => {
      removeEventListener('scroll', measure);
      removeEventListener('resize', measure);
    };
  }, [measure]);
  return {
    from: Math.min(Math.max(0, first - spare), Math.max(0, count - 1)),
    upTo: Math.min(count, first + visible + 2 * spare),
    make: (row) => flushSync(() => setFirst(Math.max(0, row - spare))),
  };
}

/** The row that has the focus. */
function focusedRow(): number | undefined {
  const row = document.activeElement?.getAttribute('data-row');
  return row == null ? undefined : Number(row);
}

/** j and k move the focus from row to row; other keys act on the row that has it. Answers what moves it. */
function useRowKeys(
  {
    body,
    count,
    rowHeight,
    make,
  }: { body: Body; count: number; rowHeight: number; make: (row: number) => void },
  isLinked: boolean,
  others: readonly RowKey<number>[],
): (by: number) => void {
  const linkOf = (row: number) => body.current?.querySelector<HTMLElement>(`[data-row="${row}"]`);
  const move = (by: number) => {
    const focused = focusedRow();
    const row =
      focused === undefined ? firstInSight(body, rowHeight) : Math.min(count - 1, Math.max(0, focused + by));
    // A key that is held down is ahead of the window.
    if (!linkOf(row)) make(row);
    const link = linkOf(row);
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: 'nearest' });
  };
  useShortcuts(
    isLinked
      ? [
          { key: 'j', says: t('keys.nextRow'), act: () => move(1) },
          { key: 'k', says: t('keys.previousRow'), act: () => move(-1) },
          ...others.map(({ key, says, act }) => {
            const actOnFocused = () => {
              const row = focusedRow();
              if (row !== undefined) act(row);
            };
            return { key, says, act: actOnFocused };
          }),
        ]
      : [],
  );
  return move;
}

/** The number of the first row that is in the window. */
function firstInSight(body: Body, rowHeight: number): number {
  const links = body.current?.querySelectorAll('[data-row]') ?? [];
  const found = [...links].find((link) => link.getBoundingClientRect().top > rowHeight);
  return Number(found?.getAttribute('data-row') ?? 0);
}
