import type { ResolvedNode } from '../../domain/forms/blocks/index.js';
import { pageNumbers, running, stack, table, text } from '../../domain/forms/nodes.js';
import type { ResolvedDocument } from '../../domain/forms/resolved.js';
import { houseStyles } from '../../domain/forms/styles.js';
import type { BookReport } from '../../domain/impact/book-impact.js';
import { histogram, splitBars, waterfall } from './charts.js';
import { cellText } from './impact-figures.js';
import {
  contributionTable,
  distributionTable,
  type ImpactTable,
  reasonTable,
  splitTable,
} from './impact-tables.js';

const titleOfAll = 'Impact on premiums';

/**
 * The impact of a product version as a document, for a committee or a rate filing: the summary, then the distribution,
 * the contributions and each split as a chart and a table.
 *
 * @param summary what was compared, then the totals, one line each.
 * @param createdAt ISO 8601.
 */
export function impactDocument(
  summary: readonly string[],
  report: BookReport,
  createdAt: string,
): ResolvedDocument {
  const [compared = '', ...facts] = summary;
  const { bins } = report.premiums;
  const content = [
    text(titleOfAll, { style: 'title' }),
    text(compared, { style: 'subtitle', margin: [0, 4, 0, 8] }),
    ...facts.map((fact) => text(fact, { margin: [0, 0, 0, 3] })),
    ...(bins.length > 0
      ? chapter('Risks by change of premium', histogram(bins), distributionTable(report))
      : []),
    ...contributions(report),
    ...report.splits.flatMap((split) =>
      chapter(
        `Change of premium by ${split.name}`,
        splitBars(split.groups),
        splitTable(split, report.totals),
      ),
    ),
    ...(report.reasons.length > 0
      ? [text('Not quoted after the change', { style: 'heading' }), pdfTable(reasonTable(report))]
      : []),
  ];
  return {
    title: titleOfAll,
    author: '',
    subject: compared,
    language: 'en-US',
    createdAt,
    pageSize: 'A4',
    orientation: 'portrait',
    margins: [40, 40, 40, 44],
    styles: houseStyles,
    header: null,
    headerFromPage: 1,
    footer: running(compared, pageNumbers),
    content: [stack(content, { fontSize: 8.5 })],
  };
}

const method =
  'Each change is applied after those above it, in the order in which the rating uses them: questions, tables, ' +
  'then the steps of each plan. So the contributions add up to the whole change; the joint effect of two changes ' +
  'counts with the later one. "Alone" is the effect of a change without the others: these do not add up.';

function contributions(report: BookReport): ResolvedNode[] {
  if (report.contributions.length === 0) return [];
  return [
    ...chapter('Contribution of each change', waterfall(report), contributionTable(report)),
    text(method, { style: 'small', margin: [0, 4, 0, 0] }),
  ];
}

/** A heading and a chart that stay together, then the table. */
function chapter(title: string, chart: ResolvedNode, content: ImpactTable): ResolvedNode[] {
  return [stack([text(title, { style: 'heading' }), chart], { keepTogether: true }), pdfTable(content)];
}

const mostRows = 60;

/** Without the columns of detail, and without those in which no row has anything but zero. */
function pdfTable({ columns, rows, hasTotal }: ImpactTable): ResolvedNode {
  const shown = columns.flatMap((column, index) =>
    column.detail || (column.kind === 'count' && rows.every((row) => !row[index]))
      ? []
      : [{ ...column, index, alignment: column.kind === 'text' ? ('left' as const) : ('right' as const) }],
  );
  const fontSize = shown.length > 8 ? 6.5 : 8;
  const kept = rows.length > mostRows ? [...rows.slice(0, mostRows - 1), ...rows.slice(-1)] : rows;
  const made = table({
    head: shown.map(({ title, alignment }) => text(title, { alignment, fontSize })),
    rows: kept.map((row, place) =>
      shown.map(({ index, kind, alignment }) =>
        text(cellText(row[index] ?? null, kind), {
          alignment,
          bold: hasTotal === true && place === kept.length - 1,
        }),
      ),
    ),
    widths: shown.map((_, index) => (index === 0 ? '*' : 'auto')),
    fontSize,
  });
  const left = rows.length - kept.length;
  const note = `${left} more rows are in the workbook and the CSV file.`;
  return stack([made, ...(left === 0 ? [] : [text(note, { style: 'muted' })])], { margin: [0, 8, 0, 0] });
}
