import type { Allocation, SheetLine } from '../../domain/rating/cells/sheet-line.js';
import type { TableSheet } from '../../domain/rating/cells/table-sheet.js';
import { valueText } from '../../domain/rating/cells/value-text.js';
import { describeLine, inputsText } from '../../domain/worksheet/describe-line.js';
import type { Section, Worksheet } from '../../domain/worksheet/worksheet.js';
import { decidingQuestions } from './deciding-questions.js';
import { type PlannedRow, type PlannedSheet, SheetNames, shown, text } from './excel-plan.js';
import { summaryRows } from './excel-summary.js';
import { tableSheets } from './excel-tables.js';
import { inputEntries, isCode } from './input-entries.js';
import type { WorksheetDocument } from './worksheet-document.js';

const lineHead = [
  '#',
  'Step',
  'Iteration',
  'Operation',
  'Inputs',
  'Table row',
  'Before',
  'By',
  'After',
  'To the sum',
];
/** Where lookups and conditions are formulas: whether a step runs, the rows of the table's sheet, the value that it keeps. */
const liveHead = ['Runs', 'Sheet row', 'Second row', 'Kept'];
const lineWidths = [6, 36, 16, 52, 40, 10, 18, 18, 18, 18];
const allocationHead = (among: string) => [
  '#',
  among,
  '',
  '',
  'Rated at',
  'Share',
  'Rounded down',
  'Lost',
  'Part',
  'Rank of the loss',
];

interface PlannedWorkbook {
  sheets: PlannedSheet[];
  /** The sheet of each table. */
  tables: ReadonlyMap<TableSheet, string>;
}

/** The workbook's sheets: summary, inputs, derived values, one per coverage, premium, underwriting. */
export function sheetsOf(document: WorksheetDocument): PlannedWorkbook {
  const { worksheet } = document;
  const names = new SheetNames();
  const summary = names.make('Summary');
  const ofKind = (...kinds: Section['kind'][]) =>
    worksheet.sections.filter(({ kind }) => kinds.includes(kind));
  const lineSheet = (title: string, sections: Section[]): PlannedSheet[] =>
    sections.length === 0
      ? []
      : [
          {
            name: names.make(title),
            widths: worksheet.live ? [...lineWidths, ...liveHead.map(() => 14)] : lineWidths,
            frozenRows: 2,
            rows: [
              [text(title, 'title')],
              [...lineHead, ...(worksheet.live ? liveHead : [])].map((head) => text(head, 'columnHead')),
              ...sections.flatMap((section) => sectionRows(section, document, sections.length > 1)),
            ],
          },
        ];
  const others = ofKind('other');
  const coverages = ofKind('coverage').flatMap((section) => lineSheet(document.titleOf(section), [section]));
  const inputs = inputSheet(names.make('Inputs'), document);
  const lines = [
    ...lineSheet('Values', ofKind('derive', 'loop')),
    ...coverages,
    ...others.flatMap((section) => lineSheet(document.titleOf(section), [section])),
    ...lineSheet('Premium', ofKind('policy', 'allocation', 'shares', 'component', 'taxes')),
    ...lineSheet('Underwriting', ofKind('underwriting')),
  ];
  const tables = tableSheets(worksheet.live?.sheets ?? [], names);
  const first: PlannedSheet = {
    name: summary,
    widths: [24, 60, 20, 20],
    frozenRows: 0,
    rows: summaryRows(document, lines),
  };
  return { sheets: [first, ...inputs, ...lines, ...tables.sheets], tables: tables.names };
}

function sectionRows(section: Section, document: WorksheetDocument, headed: boolean): PlannedRow[] {
  const heading: PlannedRow[] = headed ? [[], [text(document.titleOf(section), 'heading')]] : [];
  if (section.allocation) return [...heading, ...allocationRows(section.allocation)];
  return [...heading, ...section.lines.map((line) => lineRow(line, document.worksheet))];
}

function lineRow(line: SheetLine, worksheet: Worksheet): PlannedRow {
  const { source, number } = line;
  const { iterationName } = worksheet;
  return [
    text(number, 'note'),
    text(source.step),
    text(source.iterationId === undefined ? null : iterationName(source.iterationId, source.within)),
    text(describeLine(source), 'note'),
    text(inputsText(source), 'note'),
    // Rows of a table are numbered from 1.
    shown(line.tableRow, 'note') ??
      text('row' in source && !source.plan?.skipped ? source.row + 1 : null, 'note'),
    shown(line.before, 'amount'),
    shown(line.operand),
    shown(line.after, 'amount'),
    shown(line.iterationTotal, 'amount'),
    ...(worksheet.live
      ? [shown(line.applies, 'note'), shown(line.row, 'note'), shown(line.upper, 'note'), shown(line.kept)]
      : []),
  ];
}

function allocationRows(allocation: Allocation): PlannedRow[] {
  return [
    allocationHead(allocation.among).map((head) => text(head, 'columnHead')),
    ...allocation.rows.map(({ line, title, rated, exact, down, lost, rank, part }) => [
      text(line.number, 'note'),
      text(title),
      null,
      text(describeLine(line.source), 'note'),
      shown(rated, 'amount'),
      shown(exact, 'amount'),
      shown(down, 'amount'),
      shown(lost),
      shown(part, 'money'),
      shown(rank),
    ]),
    [
      ...[null, text('Remaining units, for the greatest losses'), null, null, null, null],
      shown(allocation.left),
    ],
  ];
}

function inputSheet(name: string, { worksheet, questions, held }: WorksheetDocument): PlannedSheet[] {
  const { inputs, iterationName } = worksheet;
  if (inputs.length === 0) return [];
  const deciding = decidingQuestions(questions);
  const rows = inputs.map(({ name: input, iterationId, cell }): PlannedRow => {
    const value = typeof cell.value === 'boolean' ? valueText(cell.value) : null;
    return [
      text(input),
      text(iterationId === null ? null : iterationName(iterationId)),
      shown(cell, isCode(input, questions) ? 'code' : 'number'),
      text(value, 'note'),
      text(deciding.get(input) ?? null, 'note'),
    ];
  });
  return [
    {
      name,
      widths: [44, 20, 30, 12, 60],
      frozenRows: 2,
      entries: inputEntries(inputs, { questions, held }, worksheet),
      rows: [
        [text('Inputs of the formulas', 'title')],
        ['Name', 'Iteration', 'Value'].map((head) => text(head, 'columnHead')),
        ...rows,
      ],
    },
  ];
}
