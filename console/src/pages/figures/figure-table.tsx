import type { ReactNode } from 'react';
import s from './figures.module.css';

/** The table beside a picture. The first cell of a row is its name. */
export function FigureTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  foot,
}: {
  label: string;
  columns: readonly (readonly [title: string, cell: (row: Row) => ReactNode])[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The cells of a last row with totals. */
  foot?: readonly ReactNode[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={s.table} tabIndex={0} aria-label={label}>
      <table aria-label={label}>
        <thead>
          <tr>
            {columns.map(([title]) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(([title, cell], index) =>
                index === 0 ? (
                  <th key={title} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={title} className="numbers">
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              {foot.map((cell, index) => (
                <td key={columns[index]?.[0]} className={index === 0 ? s.words : 'numbers'}>
                  {cell}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
