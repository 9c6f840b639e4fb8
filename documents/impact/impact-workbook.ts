import type { BookReport } from '../../domain/impact/book-impact.js';
import { changePercent } from '../../domain/impact/change-totals.js';
import { afterOf, isQuoted, type RatedRisk } from '../../domain/impact/risk.js';
import { columnLetter } from '../excel/column-letter.js';
import {
  type CellLook,
  type SheetToWrite,
  type WrittenCell,
  workbookBytes,
} from '../excel/write-workbook.js';
import type { CellKind } from './impact-figures.js';
import {
  contributionTable,
  distributionTable,
  type ImpactCell,
  type ImpactTable,
  reasonTable,
  splitTable,
} from './impact-tables.js';

/** The risks of the workbook and the names of the values that the book is split by. */
export interface SheetRisks {
  risks: readonly RatedRisk[];
  by: readonly string[];
}

/**
 * The impact as a workbook: summary, distribution, contributions, a sheet a split, reasons and risks. The
 * library writes no charts, so cells of the important columns are shaded by their numbers.
 *
 * @param summary what was compared, then the totals, one line each.
 */
export function impactWorkbook(
  summary: readonly string[],
  report: BookReport,
  risks: SheetRisks,
): Promise<Buffer> {
  const names = new Set<string>();
  return workbookBytes({
    sheets: [
      summarySheet(summary),
      tableSheet(distributionTable(report), 'Distribution', names),
      ...(report.contributions.length > 0
        ? [tableSheet(contributionTable(report), 'Contributions', names)]
        : []),
      ...report.splits.map((split) =>
        tableSheet(splitTable(split, report.totals), `By ${split.name}`, names),
      ),
      ...(report.reasons.length > 0 ? [tableSheet(reasonTable(report), 'Not quoted', names)] : []),
      tableSheet(riskTable(risks), 'Risks', names),
    ],
  });
}

const title: CellLook = { bold: true, size: 14 };
const heading: CellLook = { bold: true, fill: 'E7ECF2' };

const formats: { readonly [kind in CellKind]: string | null } = {
  text: '@',
  count: '#,##0',
  money: '#,##0.00',
  change: '+#,##0.00;-#,##0.00;0.00',
  // Per cent as numbers, as in the CSV file.
  percent: '+0.00"%";-0.00"%";0.00"%"',
};
const looks = { plain: looksOf({}), total: looksOf({ bold: true, lineAbove: '777777' }) };

function looksOf(base: CellLook): { readonly [kind in CellKind]: CellLook } {
  const look = (kind: CellKind): CellLook => {
    const numberFormat = formats[kind];
    return numberFormat === null ? base : { ...base, numberFormat };
  };
  return {
    text: look('text'),
    count: look('count'),
    money: look('money'),
    change: look('change'),
    percent: look('percent'),
  };
}

function summarySheet(summary: readonly string[]): SheetToWrite {
  const rows = ['Impact on premiums', ...summary].map((content, index): WrittenCell[] => [
    { content, look: index === 0 ? title : index === 1 ? { bold: true } : {} },
  ]);
  return { name: 'Summary', widths: [120], frozenRows: 0, rows };
}

const longestName = 31;
const forbidden = /[\\/?*[\]:]/g;

function tableSheet(table: ImpactTable, wanted: string, names: Set<string>): SheetToWrite {
  const { columns, rows, hasTotal } = table;
  const lines = rows.map((row, index): (WrittenCell | null)[] => {
    const own = hasTotal && index === rows.length - 1 ? looks.total : looks.plain;
    return row.map((content, column) => cell(content, own[columns[column]?.kind ?? 'text']));
  });
  const inner = hasTotal ? rows.slice(0, -1) : rows;
  const shades = columns.flatMap(({ shaded }, column) => {
    const most = Math.max(0, ...inner.map((row) => Math.abs(Number(row[column] ?? 0))));
    return shaded && most > 0
      ? [{ range: `${columnLetter(column)}2:${columnLetter(column)}${inner.length + 1}`, most }]
      : [];
  });
  return {
    name: sheetName(wanted, names),
    widths: columns.map((column, index) => widthOf(column.title, rows, index)),
    frozenRows: 1,
    shades,
    rows: [columns.map((column) => ({ content: column.title, look: heading })), ...lines],
  };
}

function cell(content: ImpactCell, look: CellLook): WrittenCell | null {
  return content === null ? null : { content, look };
}

function widthOf(columnTitle: string, rows: ImpactTable['rows'], index: number): number {
  const longest = rows.reduce((most, row) => {
    const content = row[index] ?? null;
    return Math.max(most, typeof content === 'number' ? 13 : (content ?? '').length + 2);
  }, columnTitle.length + 2);
  return Math.min(70, Math.max(9, longest));
}

/** A name that Excel takes, and that no other sheet has. */
function sheetName(wanted: string, names: Set<string>): string {
  const plain = wanted.replace(forbidden, ' ').slice(0, longestName);
  let name = plain;
  for (let number = 2; names.has(name.toLowerCase()); number++) {
    name = `${plain.slice(0, longestName - 4)} (${number})`;
  }
  names.add(name.toLowerCase());
  return name;
}

function riskTable({ risks, by }: SheetRisks): ImpactTable {
  const columns: ImpactTable['columns'] = [
    { title: 'Risk', kind: 'text' },
    { title: 'Effective date', kind: 'text' },
    { title: 'Term', kind: 'text' },
    { title: 'Outcome before', kind: 'text' },
    { title: 'Outcome after', kind: 'text' },
    { title: 'Before', kind: 'money' },
    { title: 'After', kind: 'money' },
    { title: 'Difference', kind: 'change' },
    { title: 'Change', kind: 'percent' },
    { title: 'Taxes and fees before', kind: 'money' },
    { title: 'Taxes and fees after', kind: 'money' },
    ...by.map((name) => ({ title: name, kind: 'text' }) as const),
  ];
  const rows = risks.map((risk) => {
    const { before } = risk;
    const after = afterOf(risk);
    const [wasQuoted, quoted] = [isQuoted(before), isQuoted(after)];
    return [
      risk.id,
      risk.effectiveDate,
      risk.term,
      before.outcome,
      after.outcome,
      wasQuoted ? before.premium / 100 : null,
      quoted ? after.premium / 100 : null,
      wasQuoted && quoted ? (after.premium - before.premium) / 100 : null,
      wasQuoted && quoted ? changePercent(before.premium, after.premium) : null,
      wasQuoted ? before.charges / 100 : null,
      quoted ? after.charges / 100 : null,
      ...risk.values,
    ];
  });
  return { title: 'Risks', columns, rows };
}
