import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import type { BookReport } from '../../domain/impact/book-impact.js';
import { fontRuns } from '../pdf/fonts.js';
import { pdfBytes } from '../pdf/pdf-bytes.js';
import { histogram, splitBars, waterfall } from './charts.js';
import { type CellKind, cellText } from './impact-figures.js';
import {
  contributionTable,
  distributionTable,
  type ImpactTable,
  reasonTable,
  splitTable,
} from './impact-tables.js';

const margin = 40;
const titleOfAll = 'Impact on premiums';

/**
 * The impact of a product version as a PDF, for a committee or a rate filing: the summary, then the distribution,
 * the contributions and each split as a chart and a table.
 *
 * @param summary what was compared, then the totals, one line each.
 */
export function impactPdf(summary: readonly string[], report: BookReport): Promise<Buffer> {
  const [compared = '', ...facts] = summary;
  const footer: TDocumentDefinitions['footer'] = (page, pages) => ({
    margin: [margin, 12, margin, 0],
    fontSize: 7,
    color: '#777777',
    columns: [{ text: fontRuns(compared) }, { text: `${page} / ${pages}`, alignment: 'right', width: 60 }],
  });
  return pdfBytes({
    pageSize: 'A4',
    pageMargins: [margin, 40, margin, 44],
    defaultStyle: { font: 'Roboto', fontSize: 8.5 },
    info: { title: titleOfAll },
    footer,
    content: [
      { text: titleOfAll, fontSize: 16, bold: true },
      { text: fontRuns(compared), fontSize: 11, margin: [0, 4, 0, 8] },
      ...facts.map((fact): Content => ({ text: fontRuns(fact), margin: [0, 0, 0, 3] })),
      ...distribution(report),
      ...contributions(report),
      ...report.splits.flatMap((split) =>
        chapter(`Change of premium by ${split.name}`, splitBars(split.groups), [
          splitTable(split, report.totals),
        ]),
      ),
      ...(report.reasons.length > 0
        ? [heading('Not quoted after the change'), pdfTable(reasonTable(report))]
        : []),
    ],
  });
}

function distribution(report: BookReport): Content[] {
  const { bins } = report.premiums;
  if (bins.length === 0) return [];
  return chapter('Risks by change of premium', histogram(bins), [distributionTable(report)]);
}

const method =
  'Each change is applied after those above it, in the order in which the rating uses them: questions, tables, ' +
  'then the steps of each plan. So the contributions add up to the whole change; the joint effect of two changes ' +
  'counts with the later one. "Alone" is the effect of a change without the others: these do not add up.';

function contributions(report: BookReport): Content[] {
  if (report.contributions.length === 0) return [];
  return [
    ...chapter('Contribution of each change', waterfall(report), [contributionTable(report)]),
    { text: method, color: '#555555', fontSize: 7.5, margin: [0, 4, 0, 0] },
  ];
}

/** A heading and a chart that stay together, then the tables. */
function chapter(title: string, chart: string, tables: readonly ImpactTable[]): Content[] {
  return [{ stack: [heading(title), { svg: chart }], unbreakable: true }, ...tables.map(pdfTable)];
}

function heading(text: string): Content {
  return { text: fontRuns(text), bold: true, fontSize: 11, margin: [0, 14, 0, 6] };
}

const mostRows = 60;

/** Without the columns of detail, and without those in which no row has anything but zero. */
function pdfTable({ columns, rows, hasTotal }: ImpactTable): Content {
  const shown = columns.flatMap((column, index) =>
    column.detail || (column.kind === 'count' && rows.every((row) => !row[index]))
      ? []
      : [{ ...column, index }],
  );
  const kept = rows.length > mostRows ? [...rows.slice(0, mostRows - 1), ...rows.slice(-1)] : rows;
  const cell = (text: string, kind: CellKind) => ({
    text: fontRuns(text),
    alignment: kind === 'text' ? ('left' as const) : ('right' as const),
  });
  const body = kept.map((row, place) =>
    shown.map(({ index, kind }) => ({
      ...cell(cellText(row[index] ?? null, kind), kind),
      bold: hasTotal === true && place === kept.length - 1,
    })),
  );
  const table: Content = {
    margin: [0, 8, 0, 0],
    layout: 'lightHorizontalLines',
    fontSize: shown.length > 8 ? 6.5 : 8,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: shown.map((_, index) => (index === 0 ? '*' : 'auto')),
      body: [shown.map(({ title, kind }) => ({ ...cell(title, kind), bold: true })), ...body],
    },
  };
  const left = rows.length - kept.length;
  if (left === 0) return table;
  const note = `${left} more rows are in the workbook and the CSV file.`;
  return { stack: [table, { text: note, color: '#777777', margin: [0, 3, 0, 0] }] };
}
