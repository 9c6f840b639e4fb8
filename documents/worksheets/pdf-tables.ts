import { Decimal } from '../../domain/expression/index.js';
import type { ResolvedNode } from '../../domain/forms/blocks/index.js';
import type { Width } from '../../domain/forms/blocks/looks.js';
import { table, text } from '../../domain/forms/nodes.js';
import type { QuoteDetails } from '../../domain/quote/quote.js';
import type { CellValue } from '../../domain/rating/cells/formula.js';
import type { Allocation, SheetLine } from '../../domain/rating/cells/sheet-line.js';
import { premiumType } from '../../domain/rating/run/result.js';
import { describeInShort, describeLine, inputsText } from '../../domain/worksheet/describe-line.js';
import type { Section, Worksheet } from '../../domain/worksheet/worksheet.js';
import { lookupHeads, lookupRows, reasonRows } from './outside-data.js';
import { amountText, operandText, plainText } from './value-texts.js';
import { type WorksheetDocument, words } from './worksheet-document.js';

/** Beyond this number of lines the PDF shows only the first iterations of each section's loops. */
const mostLinesInFull = 2_500;
const mostLoopLines = 250;

/** The most lines of iterations that each section shows. */
function mostLinesOf({ lines }: Worksheet): number {
  return lines.length > mostLinesInFull ? mostLoopLines : Number.POSITIVE_INFINITY;
}

type Cell = string | ResolvedNode;

interface SectionTable {
  title: string;
  detail?: string;
  amount?: CellValue;
  columns: readonly (readonly [head: string, width: Width, alignment?: 'right'])[];
  rows: readonly (readonly Cell[])[];
}

/**
 * A section as a table: its title with the section's amount on the right, the column heads, and the rows. The
 * title is repeated on every page and stays together with the first row.
 */
function sectionTable({ title, detail = '', amount = null, columns, rows }: SectionTable): ResolvedNode {
  const titled: ResolvedNode = {
    kind: 'text',
    runs: [
      { text: title, style: 'heading' },
      { text: detail === '' ? '' : `\n${detail}`, style: 'muted' },
    ],
    colSpan: columns.length - 1,
    margin: [-5, 0, 0, 2],
  };
  const total = text(amount === null ? '' : amountText(amount), { style: ['heading', 'right'], margin: 0 });
  const made = table({
    head: columns.map(([head, , alignment]) => text(head, { alignment: alignment ?? 'left' })),
    rows,
    widths: columns.map(([, width]) => width),
  });
  if (made.kind !== 'table') return made;
  const titleRow = { cells: [titled, total], style: undefined, background: '#FFFFFF' };
  return { ...made, headerRows: 2, rows: [titleRow, ...made.rows], margin: [0, 14, 0, 0] };
}

const right = (content: string, style?: string): ResolvedNode =>
  text(content, { alignment: 'right', ...(style !== undefined && { style }) });
const muted = (content: string): ResolvedNode => text(content, { style: 'muted' });

/** The steps of a section. */
export function linesTable(
  { lines, amount }: Section,
  worksheet: Worksheet,
  { title, detail, verbose }: { title: string; detail: string; verbose: boolean },
): ResolvedNode {
  const isRated = lines.some(({ before }) => before !== null);
  const columns: SectionTable['columns'] = [
    ['#', 22, 'right'],
    ['Step', verbose ? 120 : 130],
    ['Operation', '*'],
    ...(verbose ? [['Inputs', isRated ? 150 : 170] as const] : []),
    ...(isRated && verbose ? [['Before', 62, 'right'] as const] : []),
    ...(isRated ? [['By', verbose ? 56 : 60, 'right'] as const] : []),
    isRated ? ['After', verbose ? 62 : 64, 'right'] : ['Result', verbose ? 110 : 90, 'right'],
  ];
  const rowOf = (line: SheetLine): Cell[] => [
    right(String(line.number), 'muted'),
    stepCell(line, worksheet.iterationName),
    muted(verbose ? describeLine(line.source) : describeInShort(line.source)),
    ...(verbose ? [muted(readText(line))] : []),
    ...(isRated && verbose ? [right(line.before ? amountText(line.before.value) : '')] : []),
    ...(isRated ? [right(line.operand ? operandText(line.operand.value) : '')] : []),
    right(resultText(line)),
  ];
  const left = (count: number): Cell[] => [
    '',
    text(`… ${count} more lines of iterations are in the workbook and the JSON`, {
      style: 'muted',
      colSpan: columns.length - 1,
    }),
  ];
  const rows = shortened(lines, mostLinesOf(worksheet)).map((row) =>
    typeof row === 'number' ? left(row) : rowOf(row),
  );
  return sectionTable({ title, detail, amount: amount?.value ?? null, columns, rows });
}

/** Leaves out lines of iterations beyond the first `most`, and puts their number in their place. */
function shortened(lines: readonly SheetLine[], most: number): (SheetLine | number)[] {
  const rows: (SheetLine | number)[] = [];
  let shown = 0;
  let left = 0;
  for (const line of lines) {
    if (line.source.iterationId !== undefined && shown >= most) {
      left += 1;
      continue;
    }
    if (line.source.iterationId !== undefined) shown += 1;
    if (left > 0) rows.push(left);
    left = 0;
    rows.push(line);
  }
  return left > 0 ? [...rows, left] : rows;
}

function stepCell({ source }: SheetLine, iterationName: Worksheet['iterationName']): Cell {
  if (source.iterationId === undefined) return source.step;
  const iteration = `\n${iterationName(source.iterationId, source.within)}`;
  return { kind: 'text', runs: [{ text: source.step }, { text: iteration, style: 'muted', fontSize: 7 }] };
}

function readText({ source }: SheetLine): string {
  const read = inputsText(source);
  if (!('row' in source)) return read;
  return `${read}${read === '' ? '' : ', '}row ${source.row + 1}`;
}

function resultText({ before, after, source }: SheetLine): string {
  return before || source.op === 'sum' ? amountText(after.value) : plainText(after.value);
}

/** The allocation of the premium to the coverages, or of a coverage's premium to iterations. */
export function allocationTable(
  { among, rows }: Allocation,
  { title, verbose }: { title: string; verbose: boolean },
): ResolvedNode {
  return sectionTable({
    title,
    columns: [
      ['#', 22, 'right'],
      [among, '*'],
      ['Rated at', 80, 'right'],
      ...(verbose
        ? ([
            ['Share', 80, 'right'],
            ['Rounded down', 70, 'right'],
            ['Lost', 60, 'right'],
            ['Place', 40, 'right'],
          ] as const)
        : []),
      ['Part', 80, 'right'],
    ],
    rows: rows.map(({ line, title: name, rated, exact, down, lost, rank, part }) => [
      right(String(line.number), 'muted'),
      name,
      right(amountText(rated.value)),
      ...(verbose ? [right(amountText(exact.value)), right(amountText(down.value))] : []),
      ...(verbose ? [right(plainText(lost.value)), right(plainText(rank.value))] : []),
      right(amountText(part.value)),
    ]),
  });
}

/** Answers and other values that the formulas start from. */
export function inputsTable(worksheet: Worksheet): ResolvedNode[] {
  const { inputs, iterationName } = worksheet;
  if (inputs.length === 0) return [];
  const rows = inputs
    .slice(0, mostLinesOf(worksheet))
    .map(({ name, iterationId, cell }) => [
      name,
      iterationId === null ? '' : iterationName(iterationId),
      right(plainText(cell.value)),
    ]);
  const columns = [
    ['Name', '*'],
    ['Iteration', 120],
    ['Value', 200, 'right'],
  ] as const;
  return [sectionTable({ title: 'Inputs of the formulas', columns, rows })];
}

/** Coverages with their rated premiums and shares of the premium, taxes and fees, and the total. */
export function premiumTable({ worksheet, quote }: WorksheetDocument): ResolvedNode {
  const { allocation, premium, sections } = worksheet;
  if (!allocation || !premium) {
    return text('The rating ended before the premium was calculated.', {
      style: 'muted',
      margin: [0, 12, 0, 0],
    });
  }
  const taxes = sections.flatMap(({ kind, name, amount, component }) =>
    kind === 'taxes' && component === null && amount ? [{ name, amount }] : [],
  );
  const total = [premium, ...taxes.map(({ amount }) => amount)].reduce(
    (sum, { value }) => sum.plus(Decimal.of(String(value))),
    Decimal.of(0),
  );
  const sumRow = (label: string, amount: string) => [
    text(label, { style: 'strong' }),
    '',
    right(amount, 'strong'),
  ];
  return sectionTable({
    title: 'Premium',
    columns: [
      ['Coverage', '*'],
      ['Rated at', 110, 'right'],
      [`Part of the premium, ${words(quote.term).toLowerCase()}`, 140, 'right'],
    ],
    rows: [
      ...allocation.rows.map(({ title, rated, part }) => [
        title,
        right(amountText(rated.value)),
        right(amountText(part.value)),
      ]),
      sumRow('Premium', amountText(premium.value)),
      ...taxes.map(({ name, amount }) => [words(name), '', right(amountText(amount.value))]),
      sumRow('To pay', amountText(total.toFixed())),
    ],
  });
}

/** The messages of the rating: declines, referrals, notes. */
export function messageTable(messages: WorksheetDocument['quote']['messages']): ResolvedNode[] {
  if (messages.length === 0) return [];
  const columns = [
    ['Severity', 60],
    ['Message', '*'],
  ] as const;
  const rows = messages.map(({ severity, message }) => [words(severity), message]);
  return [sectionTable({ title: 'Messages', columns, rows })];
}

/** What raised the premium most, and the answers that were looked up. */
export function outsideTables(document: WorksheetDocument): ResolvedNode[] {
  const [reasons, lookups] = [reasonRows(document), lookupRows(document)];
  const [question, iteration, answer, source, answered] = lookupHeads;
  const raising = [
    ['Input', '*'],
    ['Raises the premium by', 120, 'right'],
  ] as const;
  const found = [
    [question, '*'],
    [iteration, 70],
    [answer, 80],
    [source, 120],
    [answered, 130],
  ] as const;
  return [
    ...(reasons.length === 0
      ? []
      : [
          sectionTable({
            title: 'What raised the premium most',
            columns: raising,
            rows: reasons.map(([input, amount]) => [input, right(amountText(amount))]),
          }),
        ]),
    ...(lookups.length === 0
      ? []
      : [sectionTable({ title: 'Data from outside', columns: found, rows: lookups })]),
  ];
}

/** Limits, deductibles and similar terms of a coverage (spec 2.5). */
export function coverageDetails(details: QuoteDetails | null, code: string): string {
  const coverage = (details?.coverageTypes ?? [])
    .flatMap(({ coverages }) => coverages)
    .find((candidate) => candidate.code === code);
  return Object.values(coverage?.details ?? {})
    .flat()
    .filter(({ amountType }) => amountType !== premiumType)
    .map(({ amount, description, scope, scopeLabel }) => {
      // The label of an iteration is a name, such as that of a vehicle.
      const isPhrase = scope === undefined || /^[A-Z_]+$/.test(scope);
      const label = isPhrase ? scopeLabel?.toLowerCase() : scopeLabel;
      return [description, operandText(amount ?? ''), label].filter(Boolean).join(' ');
    })
    .join(' · ');
}
