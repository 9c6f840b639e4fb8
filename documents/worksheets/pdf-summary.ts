import type { Content, TableCell } from 'pdfmake/interfaces.js';
import { Decimal } from '../../domain/expression/index.js';
import { amountText, head, note, right, sectionTable } from './pdf-look.js';
import { type WorksheetDocument, words } from './worksheet-document.js';

/** The data that identify the quote. */
export function facts({ facts: known }: WorksheetDocument): Content {
  return {
    layout: 'noBorders',
    table: {
      widths: [80, '*'],
      body: known.map(([label, text]): TableCell[] => [{ text: label, style: 'muted' }, text]),
    },
  };
}

/** Coverages with their rated premiums and shares of the premium, taxes and fees, and the total. */
export function premiumTable({ worksheet, quote }: WorksheetDocument): Content[] {
  const { allocation, premium, sections } = worksheet;
  if (!allocation || !premium) return [note('The rating ended before the premium was calculated.')];
  const taxes = sections.flatMap(({ kind, name, amount, component }) =>
    kind === 'taxes' && component === null && amount ? [{ name, amount }] : [],
  );
  const total = [premium, ...taxes.map(({ amount }) => amount)].reduce(
    (sum, { value }) => sum.plus(Decimal.of(String(value))),
    Decimal.of(0),
  );
  const line = (label: string, amount: string, style?: string): TableCell[] => [
    { text: label, ...(style && { style }) },
    '',
    right(amount, style),
  ];
  return [
    sectionTable({
      title: 'Premium',
      heads: [
        head('Coverage'),
        head('Rated at', 'right'),
        head(`Part of the premium, ${words(quote.term).toLowerCase()}`, 'right'),
      ],
      widths: ['*', 110, 140],
      rows: [
        ...allocation.rows.map(({ title, rated, part }): TableCell[] => [
          title,
          right(amountText(rated.value)),
          right(amountText(part.value)),
        ]),
        line('Premium', amountText(premium.value), 'total'),
        ...taxes.map(({ name, amount }) => line(words(name), amountText(amount.value))),
        line('To pay', amountText(total.toFixed()), 'total'),
      ],
    }),
  ];
}

/** The messages of the rating: declines, referrals, notes. */
export function messages(said: WorksheetDocument['quote']['messages']): Content[] {
  if (said.length === 0) return [];
  return [
    sectionTable({
      title: 'Messages',
      heads: [head('Severity'), head('Message')],
      widths: [60, '*'],
      rows: said.map(({ severity, message }): TableCell[] => [words(severity), message]),
    }),
  ];
}
