import type { ReportBatch, ReportToRead } from '../../db/reports/read-report.js';
import { type ReportRow, reportColumns } from '../../db/reports/reports.js';
import { type ZipEntry, zipArchive } from '../excel/zip-archive.js';
import { asTotal } from './as-total.js';
import { looks, sheetEnd, sheetStart, textCell, valueCell, workbookParts } from './workbook-parts.js';

/** Excel has 1,048,576 rows a sheet. */
const mostRows = 1_000_000;

/**
 * A report as an Excel workbook, piece by piece: a sheet, or more for a very large book. It is written as text,
 * because exceljs takes a minute for a million rows.
 */
export function reportWorkbook(
  report: ReportToRead,
  batches: AsyncIterable<ReportBatch>,
  rowsOfSheet = mostRows,
): AsyncGenerator<Buffer, void> {
  return zipArchive(filesOf(report, batches, rowsOfSheet));
}

async function* filesOf(
  report: ReportToRead,
  batches: AsyncIterable<ReportBatch>,
  rowsOfSheet: number,
): AsyncGenerator<ZipEntry, void> {
  const names: string[] = [];
  const reading = batches[Symbol.asyncIterator]();
  let next = await reading.next();
  async function* sheet(): AsyncGenerator<string, void> {
    const rowText = rowWriter(report);
    yield sheetStart(widthsOf(report)) + rowText.headings();
    for (let rows = 0; !next.done; next = await reading.next()) {
      rows += next.value.rows.length;
      if (rows > rowsOfSheet) break;
      yield rowText.batch(next.value);
    }
    yield sheetEnd;
  }
  do {
    names.push(names.length === 0 ? report.asOf : `${report.asOf} (${names.length + 1})`);
    yield { name: `xl/worksheets/sheet${names.length}.xml`, content: sheet() };
  } while (!next.done);
  yield* workbookParts(names);
}

function widthsOf(report: ReportToRead): number[] {
  const { labels, figures } = reportColumns(report);
  return [...labels.map((label) => (label === 'policyId' ? 38 : 22)), ...figures.map(() => 16)];
}

/** Writes the rows of a sheet, in order. */
function rowWriter(report: ReportToRead) {
  const { labels, figures } = reportColumns(report);
  let number = 0;
  const line = (row: ReportRow, label: number, figure: number): string => {
    number += 1;
    let text = `<row r="${number}">`;
    let column = 65;
    for (const name of labels) text += valueCell(column++, number, label, row[name]);
    for (const name of figures) text += valueCell(column++, number, figure, Number(row[name]));
    return `${text}</row>`;
  };
  return {
    headings(): string {
      number += 1;
      const cells = [...labels, ...figures].map((name, index) =>
        textCell(65 + index, number, looks.heading, name),
      );
      return `<row r="${number}">${cells.join('')}</row>`;
    },
    batch({ rows, totals }: ReportBatch): string {
      let text = '';
      for (const row of rows) text += line(row, looks.plain, looks.money);
      for (const row of totals) text += line(asTotal(row, labels), looks.total, looks.totalMoney);
      return text;
    },
  };
}
