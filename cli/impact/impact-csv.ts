import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { QuoteToRerate } from '../../db/quotes/quotes-of-product.js';
import { binLabel } from '../../documents/impact/impact-figures.js';
import type { ImpactTable } from '../../documents/impact/impact-tables.js';
import { writeCsv } from '../../documents/product-files/csv.js';
import { premiumOf } from '../../domain/impact/book-impact.js';
import type { ImpactBin } from '../../domain/impact/distribution.js';
import { percentOf } from '../../domain/impact/premium-tally.js';
import { afterOf, isQuoted, type Priced, type RatedRisk } from '../../domain/impact/risk.js';
import type { SheetCell } from '../../domain/rating/tables/cells.js';

/** The distribution as CSV, one line per bin. */
export function distributionCsv(bins: readonly ImpactBin[]): string {
  const rows = bins.map((bin) => [
    binLabel(bin),
    bin.from,
    bin.to,
    bin.quotes,
    bin.baseline.toFixed(2),
    bin.candidate.toFixed(2),
    bin.candidate.minus(bin.baseline).toFixed(2),
  ]);
  return writeCsv([
    ['change', 'fromPercent', 'toPercent', 'quotes', 'against', 'candidate', 'difference'],
    ...rows,
  ]);
}

/** Tables of one kind with all their columns; several are told apart by the first column. */
export function tablesCsv(tables: readonly ImpactTable[], { named }: { named: boolean }): string {
  const [first] = tables;
  if (first === undefined) return '';
  const [, ...titles] = first.columns.map(({ title }) => title);
  const heading = named ? ['by', 'group', ...titles] : ['change', ...titles];
  const rows = tables.flatMap(({ columns, rows: own }) =>
    own.map((row) => [
      ...(named ? [columns[0]?.title ?? ''] : []),
      ...row.map((cell, index) => exactText(cell, columns[index]?.kind ?? 'text')),
    ]),
  );
  return writeCsv([heading, ...rows]);
}

function exactText(cell: string | number | null, kind: ImpactTable['columns'][number]['kind']): SheetCell {
  if (typeof cell !== 'number') return cell;
  if (kind === 'percent') return cell.toFixed(3);
  return kind === 'count' ? cell : cell.toFixed(2);
}

/** One line of a file of risks. */
export type RiskLine = (risk: RatedRisk) => SheetCell[];

/** Of any risk: both outcomes and premiums, and the values that the book is split by. */
export function riskHeading(by: readonly string[]): string[] {
  return [
    'id',
    'effectiveDate',
    'term',
    'outcomeBefore',
    'outcomeAfter',
    'premiumBefore',
    'premiumAfter',
    'difference',
    'percent',
    'taxesAndFeesBefore',
    'taxesAndFeesAfter',
    ...by,
  ];
}

export const riskLine: RiskLine = (risk) => {
  const { id, effectiveDate, term, before, values } = risk;
  const after = afterOf(risk);
  return [
    id,
    effectiveDate,
    term,
    before.outcome,
    after.outcome,
    amount(before, 'premium'),
    amount(after, 'premium'),
    ...changeOf(risk),
    amount(before, 'charges'),
    amount(after, 'charges'),
    ...values,
  ];
};

export const quoteHeading = [
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

/** Of a stored quote. */
export function quoteLine(quote: QuoteToRerate, risk: RatedRisk): SheetCell[] {
  return [
    quote.requestId,
    quote.quoteTimestamp.toISOString(),
    quote.effectiveDate,
    quote.term,
    quote.productVersionId,
    quote.actionId,
    premiumText(risk.before),
    premiumText(afterOf(risk)),
    ...changeOf(risk),
  ];
}

function amount(priced: Priced, of: 'premium' | 'charges'): string | null {
  return isQuoted(priced) ? (priced[of] / 100).toFixed(2) : null;
}

function premiumText(priced: Priced): string {
  const premium = premiumOf(priced);
  return typeof premium === 'string' ? premium : premium.toFixed(2);
}

/** The difference and the change in per cent, if both versions quote. */
function changeOf(risk: RatedRisk): SheetCell[] {
  const [before, after] = [premiumOf(risk.before), premiumOf(afterOf(risk))];
  if (typeof before === 'string' || typeof after === 'string') return [null, null];
  return [after.minus(before).toFixed(2), percentOf(before, after).toFixed(3)];
}

export interface LineFile {
  /** Resolves when the file can take the next line. */
  write(line: readonly SheetCell[]): Promise<void>;
  end(): Promise<void>;
}

/** A CSV file that is written line by line, as the risks are rated. */
export async function openLineFile(file: string, heading: readonly string[]): Promise<LineFile> {
  const stream = createWriteStream(file);
  await once(stream, 'open');
  const written = finished(stream);
  // The next write, or the end, reports a failure.
  written.catch(() => {});
  const write = async (line: readonly SheetCell[]) => {
    if (!stream.write(writeCsv([line]))) await once(stream, 'drain');
  };
  await write(heading);
  return {
    write,
    end: async () => {
      stream.end();
      await written;
    },
  };
}
