import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReportBatch, ReportToRead } from '../../db/reports/read-report.js';
import { type ReportRow, reportColumns } from '../../db/reports/reports.js';
import { writeWorkbook } from '../excel/write-workbook.js';
import { plainText, writeCsv } from '../product-files/csv.js';
import { asTotal, reportWorkbook, valueOfFigure } from './report-workbook.js';

/** The formats of reports, with their media types. */
export const reportFormats = {
  json: 'application/json',
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type ReportFormat = keyof typeof reportFormats;
export const reportFormatNames = Object.keys(reportFormats) as ReportFormat[];

/** The name of a report's file. */
export function reportFileName({ name, asOf }: ReportToRead, format: ReportFormat): string {
  return `${name}-${asOf}.${format}`;
}

/** Writes a report as its rows arrive, and ends the target. */
export async function writeReport(
  report: ReportToRead,
  format: ReportFormat,
  batches: AsyncIterable<ReportBatch>,
  target: Writable,
): Promise<void> {
  switch (format) {
    case 'json':
      return pipeline(Readable.from(jsonOf(report, batches)), target);
    case 'csv':
      return pipeline(Readable.from(csvOf(report, batches)), target);
    case 'xlsx':
      return writeWorkbook(reportWorkbook(report, batches), target);
  }
}

async function* jsonOf(report: ReportToRead, batches: AsyncIterable<ReportBatch>): AsyncGenerator<string> {
  const { labels, figures } = reportColumns(report);
  const object = (row: ReportRow, columns: readonly string[]) => {
    const texts = columns.map((label) => `"${label}":${JSON.stringify(row[label] ?? null)}`);
    const amounts = figures.map((figure) => `"${figure}":${JSON.stringify(valueOfFigure(row, figure))}`);
    return `{${[...texts, ...amounts].join(',')}}`;
  };
  const { name, asOf, by } = report;
  yield `{"report":${JSON.stringify(name)},"asOf":${JSON.stringify(asOf)},"by":${JSON.stringify(by)},"rows":[`;
  let totals: ReportRow[] = [];
  let separator = '\n';
  for await (const batch of batches) {
    totals = [...totals, ...batch.totals];
    if (batch.rows.length === 0) continue;
    yield `${separator}${batch.rows.map((row) => object(row, labels)).join(',\n')}`;
    separator = ',\n';
  }
  yield `\n],"totals":[${totals.map((row) => object(row, ['currency'])).join(',')}]}\n`;
}

async function* csvOf(report: ReportToRead, batches: AsyncIterable<ReportBatch>): AsyncGenerator<string> {
  const { labels, figures } = reportColumns(report);
  const cells = (row: ReportRow) => [
    ...labels.map((label) => plainText(row[label] ?? null)),
    ...figures.map((figure) => row[figure] ?? null),
  ];
  yield writeCsv([[...labels, ...figures]]);
  for await (const { rows, totals } of batches) {
    yield writeCsv([...rows, ...totals.map((total) => asTotal(total, labels))].map(cells));
  }
}
