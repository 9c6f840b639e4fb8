import type { Days, HeldStretch } from '../../domain/product/held-stretch.js';
import { derivedCell } from '../../domain/rating/cells/evaluate.js';
import { type Cell, constant, operation, reference } from '../../domain/rating/cells/formula.js';
import { outcomeContent } from './excel-outcome.js';
import { type PlannedCell, type PlannedRow, type PlannedSheet, shown, text } from './excel-plan.js';
import { lookupHeads, lookupRows, reasonRows } from './outside-data.js';
import { type WorksheetDocument, words } from './worksheet-document.js';

const legend = [
  'Black numbers are formulas and recalculate; blue ones are answers, values looked up in a table, or other inputs.',
  'A looked-up number does not change with the answers: rate again for another table row.',
];

/** What the inputs of the workbook lead to. */
const outcomeLabel = 'With these inputs';

const liveLegend = [
  'Black numbers are formulas and recalculate; blue ones are answers or other inputs.',
  'Change an answer on the sheet Inputs: lookups find another row of their table, conditions decide anew which steps run.',
  'Steps without a number did not run for the answers of the quote.',
  'A workbook does not ask: which questions are shown, and the number of vehicles, locations and the like, stay. Rate again for a quote.',
];

/** The first sheet: the quote, and the totals that the formulas recalculate. */
export function summaryRows(document: WorksheetDocument, lines: readonly PlannedSheet[]): PlannedRow[] {
  const { facts, quote, worksheet } = document;
  return [
    [text('Rating worksheet', 'title')],
    [],
    ...facts.map(([label, value]): PlannedRow => [text(label, 'label'), text(value)]),
    [],
    ...premiumRows(document, lines),
    ...frozenRows(document),
    ...messageRows(quote.messages),
    ...outsideRows(document),
    [text('How to read this workbook', 'heading')],
    ...(worksheet.live ? liveLegend : legend).map((note): PlannedRow => [text(note, 'note')]),
    [
      text(
        `${document.lines.length} steps. Each appears once in the sheets, numbered in the order of rating.`,
        'note',
      ),
    ],
  ];
}

/** What raised the premium most, and the answers that were looked up. */
function outsideRows(document: WorksheetDocument): PlannedRow[] {
  const [reasons, lookups] = [reasonRows(document), lookupRows(document)];
  const heading = (title: string): PlannedRow => [text(title, 'heading')];
  return [
    ...(reasons.length === 0 ? [] : [heading('What raised the premium most')]),
    ...reasons.map(([input, amount]): PlannedRow => [text(input), null, null, text(Number(amount), 'money')]),
    ...(reasons.length === 0 ? [] : [[]]),
    ...(lookups.length === 0 ? [] : [heading('Data from outside')]),
    ...(lookups.length === 0 ? [] : [lookupHeads.map((head) => text(head, 'columnHead'))]),
    ...lookups.map((row): PlannedRow => row.map((part) => text(part))),
    ...(lookups.length === 0 ? [] : [[]]),
  ];
}

function premiumRows({ worksheet, quote }: WorksheetDocument, lines: readonly PlannedSheet[]): PlannedRow[] {
  const { allocation, premium, sections } = worksheet;
  if (!allocation || !premium)
    return [[text('The rating ended before the premium was calculated.', 'note')], []];
  const taxes = sections.flatMap((section) =>
    section.kind === 'taxes' && section.component === null && section.amount
      ? [{ name: section.name, amount: section.amount }]
      : [],
  );
  const total = derivedCell(
    operation('+', reference(premium), ...taxes.map(({ amount }) => reference(amount))),
  );
  const quoted = quotedTotal(quote.quoteDetails);
  const outcome: PlannedCell = {
    content: outcomeContent(worksheet, { premium, total }, lines),
    style: 'text',
  };
  return [
    [text('Premium', 'heading')],
    ['Coverage', '', 'Rated at', 'Part of the premium'].map((head) => text(head, 'columnHead')),
    ...allocation.rows.map(
      ({ code, title, rated, part }): PlannedRow => [
        text(code),
        text(title),
        shown(link(rated), 'money'),
        shown(link(part), 'money'),
      ],
    ),
    [text('Premium', 'label'), null, null, shown(link(premium), 'total')],
    ...taxes.map(
      ({ name, amount }): PlannedRow => [text(words(name)), null, null, shown(link(amount), 'money')],
    ),
    [text('To pay', 'label'), null, null, shown(total, 'total')],
    ...(worksheet.live ? [[text(outcomeLabel, 'label'), outcome]] : []),
    ...(quoted === null ? [] : [[text('As quoted'), null, null, text(quoted, 'money')]]),
    [],
  ];
}

/** The most parts that are listed. */
const mostFrozen = 60;

/** What does not recalculate, by name. */
function frozenRows({ worksheet: { live, componentName }, held }: WorksheetDocument): PlannedRow[] {
  const { frozen = [] } = live ?? {};
  const overlaid = held === null ? [] : heldRows(held);
  if (frozen.length + overlaid.length === 0) return [];
  const rest = frozen.length - mostFrozen;
  return [
    [text('What stays as it was rated', 'heading')],
    ...overlaid,
    ...frozen.slice(0, mostFrozen).map(({ line, reason }): PlannedRow => {
      const of = line.component === undefined ? '' : `${componentName(line.component)}: `;
      return [text(`${of}${line.step}`), text(reason)];
    }),
    ...(rest > 0 ? [[text(`and ${rest} more`)]] : []),
    [],
  ];
}

/** Of a product with overlays, formulas and tables are those of one state between two days. */
function heldRows({ stateQuestion, state, ...dates }: HeldStretch): PlannedRow[] {
  const what = state === null ? 'what holds where the state is not known' : `what holds in ${state}`;
  const reasonOf = ({ from, until }: Days) =>
    [from && `from ${from}`, until && `before ${until}`].filter(Boolean).join(' and ');
  const bounded = (['effectiveDate', 'today'] as const).flatMap((name) => {
    const reason = reasonOf(dates[name]);
    return reason === '' ? [] : [{ name, reason }];
  });
  return [
    [text(stateQuestion), text(`the formulas and tables are ${what}: rate again for another state`)],
    ...bounded.map(
      ({ name, reason }): PlannedRow => [
        text(name),
        text(`the same holds there ${reason}: rate again for other days`),
      ],
    ),
  ];
}

function link(cell: Cell): Cell {
  return { value: cell.value, formula: reference(cell) };
}

/** The total of the quote, to compare with the total of the workbook. */
function quotedTotal(details: WorksheetDocument['quote']['quoteDetails']): number | null {
  if (!details) return null;
  const { amount, taxesAndFees = [] } = details.premium;
  const sum = derivedCell(
    operation(
      '+',
      ...[amount, ...taxesAndFees.map((item) => item.amount)].map((part) => constant(String(part))),
    ),
  );
  return Number(sum.value);
}

function messageRows(messages: WorksheetDocument['quote']['messages']): PlannedRow[] {
  if (messages.length === 0) return [];
  return [
    [text('Messages', 'heading')],
    ...messages.map(({ severity, message }): PlannedRow => [text(words(severity)), text(message)]),
    [],
  ];
}
