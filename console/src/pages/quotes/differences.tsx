import type { ReactNode } from 'react';
import s from './quotes.module.css';

/** Values that differ between two sides; `code` is what the interface calls them. */
export function Differences({
  label,
  titles,
  rows,
}: {
  label: string;
  titles: readonly [a: string, b: string];
  rows: readonly { what: string; code?: string; a: ReactNode; b: ReactNode }[];
}) {
  return (
    <table className={s.differences} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">{titles[0]}</th>
          <th scope="col">{titles[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, code, a, b }, index) => (
          <tr key={`${what} ${index}`}>
            <th scope="row">
              {what}
              {code !== undefined && code !== what && <span className={s.limits}>{code}</span>}
            </th>
            <td>{a}</td>
            <td>{b}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
