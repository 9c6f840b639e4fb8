import type { ReactNode } from 'react';
import { Detail, PlainTable } from '../../parts/plain-table.js';

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
    <PlainTable
      label={label}
      isEven
      head={[label, ...titles]}
      rows={rows.map(({ what, code, a, b }, index) => ({
        key: `${what} ${index}`,
        name: (
          <>
            {what}
            {code !== undefined && code !== what && <Detail>{code}</Detail>}
          </>
        ),
        cells: [a, b],
      }))}
    />
  );
}
