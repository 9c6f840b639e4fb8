import type { Content, TableCell } from 'pdfmake/interfaces.js';
import type { QuoteDetails } from '../../domain/quote/quote.js';
import type { Allocation, SheetLine } from '../../domain/rating/cells/sheet-line.js';
import { premiumType } from '../../domain/rating/run/result.js';
import { describeInShort, describeLine, inputsText } from '../../domain/worksheet/describe-line.js';
import type { Section, Worksheet } from '../../domain/worksheet/worksheet.js';
import { amountText, head, operandText, plainText, right, sectionTable } from './pdf-look.js';

/** Beyond this number of lines the PDF shows only the first iterations of each section's loops. */
const mostLinesInFull = 2_500;
const mostLoopLines = 250;

/** The most lines of iterations that each section shows. */
export function mostLinesOf({ lines }: Worksheet): number {
  return lines.length > mostLinesInFull ? mostLoopLines : Number.POSITIVE_INFINITY;
}

interface LinesOptions {
  title: string;
  detail: string;
  verbose: boolean;
  iterationName: Worksheet['iterationName'];
  mostLines: number;
}

/** The steps of a section. */
export function linesTable(
  { lines, amount }: Section,
  { title, detail, verbose, iterationName, mostLines }: LinesOptions,
): Content {
  const isRated = lines.some(({ before }) => before !== null);
  const heads = [
    head('#', 'right'),
    head('Step'),
    head('Operation'),
    ...(verbose ? [head('Inputs')] : []),
    ...(isRated ? [...(verbose ? [head('Before', 'right')] : []), head('By', 'right')] : []),
    head(isRated ? 'After' : 'Result', 'right'),
  ];
  const rowOf = (line: SheetLine): TableCell[] => [
    right(String(line.number), 'muted'),
    stepCell(line, iterationName),
    { text: verbose ? describeLine(line.source) : describeInShort(line.source), style: 'muted' },
    ...(verbose ? [{ text: readText(line), style: 'muted' }] : []),
    ...(isRated
      ? [
          ...(verbose ? [right(line.before ? amountText(line.before.value) : '')] : []),
          right(line.operand ? operandText(line.operand.value) : ''),
        ]
      : []),
    right(resultText(line)),
  ];
  const left = (count: number): TableCell[] => [
    '',
    {
      text: `… ${count} more lines of iterations are in the workbook and the JSON`,
      style: 'muted',
      colSpan: heads.length - 1,
    },
    ...heads.slice(2).map(() => ''),
  ];
  return sectionTable({
    title,
    detail,
    amount: amount?.value ?? null,
    heads,
    widths: widthsOf(verbose, isRated),
    rows: shortened(lines, mostLines).map((row) => (typeof row === 'number' ? left(row) : rowOf(row))),
  });
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

function widthsOf(verbose: boolean, isRated: boolean): (number | '*')[] {
  if (verbose) return isRated ? [22, 120, '*', 150, 62, 56, 62] : [22, 120, '*', 170, 110];
  return isRated ? [22, 130, '*', 60, 64] : [22, 130, '*', 90];
}

function stepCell({ source }: SheetLine, iterationName: Worksheet['iterationName']): TableCell {
  if (source.iterationId === undefined) return source.step;
  return {
    text: [
      source.step,
      { text: `\n${iterationName(source.iterationId, source.within)}`, style: 'muted', fontSize: 7 },
    ],
  };
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
): Content {
  const further = (texts: string[]): TableCell[] => (verbose ? texts.map((text) => right(text)) : []);
  return sectionTable({
    title,
    heads: [
      head('#', 'right'),
      head(among),
      head('Rated at', 'right'),
      ...(verbose ? ['Share', 'Rounded down', 'Lost', 'Place'].map((text) => head(text, 'right')) : []),
      head('Part', 'right'),
    ],
    widths: [22, '*', 80, ...(verbose ? [80, 70, 60, 40] : []), 80],
    rows: rows.map(({ line, title: name, rated, exact, down, lost, rank, part }): TableCell[] => [
      right(String(line.number), 'muted'),
      name,
      right(amountText(rated.value)),
      ...further([
        amountText(exact.value),
        amountText(down.value),
        plainText(lost.value),
        plainText(rank.value),
      ]),
      right(amountText(part.value)),
    ]),
  });
}

/** Answers and other values that the formulas start from. */
export function inputsTable(worksheet: Worksheet): Content[] {
  const { inputs, iterationName } = worksheet;
  if (inputs.length === 0) return [];
  return [
    sectionTable({
      title: 'Inputs of the formulas',
      heads: [head('Name'), head('Iteration'), head('Value', 'right')],
      widths: ['*', 120, 200],
      rows: inputs
        .slice(0, mostLinesOf(worksheet))
        .map(({ name, iterationId, cell }): TableCell[] => [
          name,
          iterationId === null ? '' : iterationName(iterationId),
          right(plainText(cell.value)),
        ]),
    }),
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
