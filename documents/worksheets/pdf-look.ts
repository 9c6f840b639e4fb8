import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { numberOf } from '../../domain/rating/cells/evaluate.js';
import type { CellValue } from '../../domain/rating/cells/formula.js';
import { valueText } from '../../domain/rating/cells/value-text.js';

export const colors = {
  ink: '#1F3A5F',
  text: '#222B36',
  muted: '#5A6672',
  line: '#C9D1DA',
  band: '#EEF2F6',
} as const;

/** In points. */
export const margins = { side: 40, top: 54, bottom: 52 } as const;

export const pageStyles: Pick<TDocumentDefinitions, 'defaultStyle' | 'styles'> = {
  defaultStyle: { font: 'Roboto', fontSize: 8, color: colors.text, lineHeight: 1.15 },
  styles: {
    title: { fontSize: 18, bold: true, color: colors.ink, lineHeight: 1 },
    subtitle: { fontSize: 11, color: colors.muted, margin: [0, 2, 0, 10] },
    heading: { fontSize: 11, bold: true, color: colors.ink },
    head: { bold: true, color: colors.ink, fontSize: 7.5 },
    muted: { color: colors.muted },
    running: { fontSize: 7, color: colors.muted },
    total: { bold: true },
  },
};

/** Horizontal rules only; the last heading row is tinted. */
export const ruled: CustomTableLayout = {
  hLineWidth: (line, { table }) => {
    if (line < headRows(table)) return 0;
    return line === headRows(table) || line === table.body.length ? 0.8 : 0.4;
  },
  vLineWidth: () => 0,
  hLineColor: () => colors.line,
  fillColor: (row, { table }) => (row === headRows(table) ? colors.band : null),
  paddingLeft: () => 4,
  paddingRight: () => 4,
  paddingTop: () => 2.5,
  paddingBottom: () => 2,
};

function headRows({ headerRows }: { headerRows?: number }): number {
  return (headerRows ?? 1) - 1;
}

/**
 * A section as a table: its title with the section's amount on the right, the column heads, and the rows. The
 * title is repeated on every page and stays together with the first row.
 */
export function sectionTable({
  title,
  detail = '',
  amount = null,
  heads,
  widths,
  rows,
}: {
  title: string;
  detail?: string;
  amount?: CellValue;
  heads: TableCell[];
  widths: (number | '*')[];
  rows: TableCell[][];
}): Content {
  const titles: TableCell = {
    text: [
      { text: title, style: 'heading' },
      { text: detail === '' ? '' : `\n${detail}`, style: 'muted' },
    ],
    colSpan: heads.length - 1,
    margin: [-4, 0, 0, 2],
  };
  const total: TableCell = {
    text: amount === null ? '' : amountText(amount),
    style: 'heading',
    alignment: 'right',
  };
  return {
    margin: [0, 14, 0, 0],
    layout: ruled,
    table: {
      headerRows: 2,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths,
      body: [[titles, ...heads.slice(2).map(() => ''), total], heads, ...rows],
    },
  };
}

export function note(text: string): Content {
  return { text, style: 'muted', margin: [0, 12, 0, 0] };
}

export const head = (text: string, alignment: 'left' | 'right' = 'left'): TableCell => ({
  text,
  style: 'head',
  alignment,
});

export const right = (text: string, style?: string): TableCell => ({
  text,
  alignment: 'right',
  ...(style && { style }),
});

/** Money and running amounts: thousands separated, two to six decimals. */
export function amountText(value: CellValue): string {
  const amount = numberOf(value);
  if (!amount) return plainText(value);
  const [whole = '0', decimals = ''] = amount.round(6, 'HALF_UP').toFixed().split('.');
  return `${grouped(whole)}.${decimals.padEnd(2, '0')}`;
}

function grouped(number: string): string {
  const [whole = '0', decimals] = number.split('.');
  const apart = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? apart : `${apart}.${decimals}`;
}

/** Operands: thousands separated, decimals unchanged. */
export function operandText(value: CellValue): string {
  return numberOf(value) ? grouped(plainText(value)) : plainText(value);
}

/** Factors, rates and classes, unchanged; repeating decimals are cut at ten. */
export function plainText(value: CellValue): string {
  return numberOf(value)?.round(10, 'HALF_UP').toFixed() ?? valueText(value);
}
