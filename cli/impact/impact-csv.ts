import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { QuoteToRerate } from '../../db/quotes/quotes-of-product.js';
import { binLabel } from '../../documents/impact/impact-figures.js';
import type { Premium, QuoteImpact } from '../../domain/rating/comparison/impact.js';
import { percentOf } from '../../domain/rating/comparison/impact.js';
import type { ImpactBin } from '../../domain/rating/comparison/impact-distribution.js';

/** The distribution as CSV, one line per bin. */
export function distributionCsv(bins: readonly ImpactBin[]): string {
  const rows = bins.map((bin) => [
    binLabel(bin),
    bin.from ?? '',
    bin.to ?? '',
    bin.quotes,
    bin.baseline.toFixed(2),
    bin.candidate.toFixed(2),
    bin.candidate.minus(bin.baseline).toFixed(2),
  ]);
  const heading = ['change', 'fromPercent', 'toPercent', 'quotes', 'against', 'candidate', 'difference'];
  return [heading, ...rows].map(csvLine).join('');
}

const quoteHeading = [
  'quoteRequestId',
  'quoteTimestamp',
  'effectiveDate',
  'term',
  'productVersionId',
  'actionId',
  'against',
  'candidate',
  'difference',
  'percent',
];

export interface QuoteCsv {
  /** Resolves when the file can take the next line. */
  write(quote: QuoteToRerate, impact: QuoteImpact): Promise<void>;
  end(): Promise<void>;
}

/** A CSV file with one line per quote, written as the quotes arrive. */
export async function openQuoteCsv(file: string): Promise<QuoteCsv> {
  const stream = createWriteStream(file);
  await once(stream, 'open');
  const written = finished(stream);
  // The next write, or the end, reports a failure.
  written.catch(() => {});
  const put = async (text: string) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await put(csvLine(quoteHeading));
  return {
    write: (quote, impact) => put(csvLine(quoteLine(quote, impact))),
    end: async () => {
      stream.end();
      await written;
    },
  };
}

function quoteLine(quote: QuoteToRerate, { baseline, candidate }: QuoteImpact): (string | number)[] {
  const both = typeof baseline !== 'string' && typeof candidate !== 'string';
  return [
    quote.requestId,
    quote.quoteTimestamp.toISOString(),
    quote.effectiveDate,
    quote.term,
    quote.productVersionId,
    quote.actionId,
    premiumText(baseline),
    premiumText(candidate),
    both ? candidate.minus(baseline).toFixed(2) : '',
    both ? percentOf(baseline, candidate).toFixed(3) : '',
  ];
}

function premiumText(premium: Premium): string {
  return typeof premium === 'string' ? premium : premium.toFixed(2);
}

/** Every field is a number, a date, an id or a known word; none needs quotes. */
function csvLine(fields: readonly (string | number)[]): string {
  return `${fields.join(',')}\r\n`;
}
