import s from './quotes.module.css';

/** Values that differ between two sides. */
export function Differences({
  label,
  titles,
  rows,
}: {
  label: string;
  titles: readonly [a: string, b: string];
  rows: readonly { what: string; a: unknown; b: unknown }[];
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
        {rows.map(({ what, a, b }, index) => (
          <tr key={`${what} ${index}`}>
            <th scope="row">{what}</th>
            <td>{textOf(a)}</td>
            <td>{textOf(b)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
