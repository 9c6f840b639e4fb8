import {
  type ReportBatch,
  type ReportRow,
  type ReportToRead,
  reportColumns,
} from '../../db/reports/read-report.js';
import type { CellLook, SheetToWrite, WrittenCell } from '../excel/write-workbook.js';
import { asTotal } from './as-total.js';

const heading: CellLook = { bold: true, fill: 'E7ECF2' };
const money: CellLook = { numberFormat: '#,##0.00' };
const total: CellLook = { bold: true, lineAbove: '808080' };
const totalMoney: CellLook = { ...total, ...money };

/** Excel has 1,048,576 rows a sheet. */
const rowsOfSheet = 1_000_000;

/** The sheets of a report: one, or more for a very large book. */
export async function* reportSheets(
  report: ReportToRead,
  batches: AsyncIterable<ReportBatch>,
): AsyncGenerator<SheetToWrite> {
  const { labels, figures } = reportColumns(report);
  const headings = [...labels, ...figures].map((content): WrittenCell => ({ content, look: heading }));
  const rows = cellsOf(report, batches);
  let next = await rows.next();
  async function* rowsOf(): SheetToWrite['rows'] & AsyncGenerator<WrittenCell[]> {
    yield headings;
    for (let count = 0; count < rowsOfSheet && !next.done; count += 1) {
      yield next.value;
      next = await rows.next();
    }
  }
  let number = 0;
  do {
    number += 1;
    yield {
      name: number === 1 ? report.asOf : `${report.asOf} (${number})`,
      widths: [...labels.map((label) => (label === 'policyId' ? 38 : 22)), ...figures.map(() => 16)],
      frozenRows: 1,
      rows: rowsOf(),
    };
  } while (!next.done);
}

async function* cellsOf(
  report: ReportToRead,
  batches: AsyncIterable<ReportBatch>,
): AsyncGenerator<WrittenCell[], void> {
  const { labels, figures } = reportColumns(report);
  const cells = (row: ReportRow, looks: { label?: CellLook; figure: CellLook }): WrittenCell[] => [
    ...labels.map((label) => ({ content: row[label] ?? null, ...(looks.label && { look: looks.label }) })),
    ...figures.map((figure) => ({ content: Number(row[figure]), look: looks.figure })),
  ];
  for await (const batch of batches) {
    for (const row of batch.rows) yield cells(row, { figure: money });
    for (const row of batch.totals) yield cells(asTotal(row, labels), { label: total, figure: totalMoney });
  }
}
