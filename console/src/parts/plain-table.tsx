import type { ReactNode } from 'react';
import s from './plain-table.module.css';

export interface PlainRow {
  key: string;
  name: ReactNode;
  cells: readonly ReactNode[];
  mark?: 'sum' | 'changed' | undefined;
}

/** A table of a few rows that are all there, each with its name first. Lists that may be long are a `Table`. */
export function PlainTable({
  label,
  head,
  rows,
  foot = [],
  isEven = false,
  isSmall = false,
  hasNumbers = false,
  hidesHead = false,
  showsLabel = false,
}: {
  label: string;
  /** The titles of the columns; absent where the label says what the cells are. */
  head?: readonly ReactNode[] | undefined;
  rows: readonly PlainRow[];
  /** Rows below a line, such as sums. */
  foot?: readonly PlainRow[];
  /** Columns of one width. */
  isEven?: boolean;
  isSmall?: boolean;
  /** Cells are aligned at their end. */
  hasNumbers?: boolean;
  /** The titles are for screen readers alone. */
  hidesHead?: boolean;
  showsLabel?: boolean;
}) {
  const rowOf = ({ key, name, cells, mark }: PlainRow) => (
    <tr key={key} data-mark={mark}>
      <th scope="row">{name}</th>
      {cells.map((cell, index) => (
        <td key={index}>{cell}</td>
      ))}
    </tr>
  );
  return (
    <table
      className={s.table}
      data-even={isEven || undefined}
      data-small={isSmall || undefined}
      data-numbers={hasNumbers || undefined}
    >
      <caption className={showsLabel ? s.caption : 'hidden-visually'}>{label}</caption>
      {head && (
        <thead className={hidesHead ? 'hidden-visually' : undefined}>
          <tr>
            {head.map((title, index) =>
              title === '' ? (
                <td key={index} />
              ) : (
                <th key={index} scope="col">
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
      )}
      <tbody>{rows.map(rowOf)}</tbody>
      {foot.length > 0 && <tfoot>{foot.map(rowOf)}</tfoot>}
    </table>
  );
}

/** The same where it may be wider than its place, and scrolls in it. */
export const WideTable = (props: Parameters<typeof PlainTable>[0]) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
  <section className={s.frame} tabIndex={0} aria-label={props.label}>
    <PlainTable {...props} />
  </section>
);

/** A second line of a cell. */
export const Detail = ({ children }: { children: ReactNode }) => <span className={s.detail}>{children}</span>;
