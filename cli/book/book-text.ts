import type { Checked } from '../../db/book/check-book.js';
import type { ReceiptRow } from '../../db/book/receipt.js';
import type { PlacedFinding } from '../../domain/book/book-line.js';
import { figureNames } from '../../domain/book/figures.js';
import { inColumns } from '../ground/text-table.js';

/** `policies.ndjson:12: P-1: changes[0].premium: ...`. */
export const findingLine = ({ place, id, message }: PlacedFinding): string =>
  `${place}: ${id === undefined ? '' : `${id}: `}${message}`;

/** What a check found, besides what is wrong. */
export function checkLines(checked: Checked & { documents: number }): string[] {
  const { clients, policies, documents, known, ratings, differences, warnings } = checked;
  const { equal, different, notRated } = ratings;
  return [
    ...warnings.map((warning) => `warning: ${findingLine(warning)}`),
    `${clients} clients, ${policies} policies, ${documents} documents.`,
    ...(known.clients + known.policies === 0
      ? []
      : [`Here already, and staying as they are: ${known.clients} clients, ${known.policies} policies.`]),
    ...(equal + different + notRated === 0
      ? []
      : [`Rated again: ${equal} terms equal, ${different} different, ${notRated} not rated.`]),
    ...differences.map(findingLine),
  ];
}

/** A receipt as a table: what was brought and, where it differs, what is here. */
export function receiptLines(rows: readonly ReceiptRow[]): string[] {
  const both = ({ brought, here }: { brought: string | number; here: string | number }) =>
    Number(brought) === Number(here) ? String(brought) : `${brought} (here ${here})`;
  const header = ['product', 'state', 'currency', 'policies', ...figureNames];
  const body = rows.map(({ product, state, currency, policies, figures }) => [
    product,
    state,
    currency,
    both(policies),
    ...figureNames.map((name) => both(figures[name])),
  ]);
  return inColumns(header, body, { left: [0, 1, 2] });
}
