import { amountIn } from '../../domain/money/amount-text.js';
import type { PostingsInWords } from '../../domain/postings/report.js';
import { plainText, writeCsv } from '../product-files/csv.js';

/** The formats of postings, with their media types. */
export const postingFormats = { json: 'application/json', csv: 'text/csv', beancount: 'text/plain' } as const;
export type PostingFormat = keyof typeof postingFormats;
export const postingFormatNames = Object.keys(postingFormats) as PostingFormat[];

/** The name of the file of postings. */
export function postingsFileName({ from, to }: PostingsInWords, format: PostingFormat): string {
  return `postings-${from}-${to}.${format}`;
}

/** Postings as the text of a file. */
export function writePostings(report: PostingsInWords, format: PostingFormat): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(report, null, 2)}\n`;
    case 'csv':
      return csvOf(report);
    case 'beancount':
      return beancountOf(report);
  }
}

function csvOf({ transactions }: PostingsInWords): string {
  const columns = ['date', 'kind', 'description', 'currency', 'account', 'number', 'debit', 'credit'];
  const rows = transactions.flatMap(({ date, kind, description, currency, postings }) =>
    postings.map(({ account, number, amount }) => {
      const size = amountIn(currency, Math.abs(amount));
      const sides = amount < 0 ? [null, size] : [size, null];
      return [date, kind, description, currency, account, plainText(number), ...sides];
    }),
  );
  return writeCsv([columns, ...rows]);
}

/** Text that Beancount 2 and 3 load. Accounts are opened on the first day. */
function beancountOf({ from, to, closedThrough, transactions }: PostingsInWords): string {
  const numbers = new Map(
    transactions.flatMap(({ postings }) => postings.map(({ account, number }) => [account, number] as const)),
  );
  const open = [...numbers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([account, number]) =>
      [`${from} open ${account}`, ...(number === null ? [] : [`  number: "${number}"`])].join('\n'),
    );
  const texts = transactions.map(({ date, kind, description, currency, postings }) =>
    [
      `${date} * "${description}"`,
      `  kind: "${kind}"`,
      ...postings.map(({ account, amount }) => `  ${account}  ${amountIn(currency, amount)} ${currency}`),
    ].join('\n'),
  );
  const head = `; Postings from ${from} to ${to}, closed through ${closedThrough ?? 'no month'}.`;
  return `${[head, open.join('\n'), ...texts].filter((text) => text !== '').join('\n\n')}\n`;
}
