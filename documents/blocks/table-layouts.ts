import type { CustomTableLayout } from 'pdfmake/interfaces.js';
import type { TableLook } from '../../domain/forms/blocks/table.js';

const line = '#C9D1DA';
const headTint = '#E9EEF4';
const bandTint = '#F5F7FA';

const padding = {
  paddingLeft: () => 5,
  paddingRight: () => 5,
  paddingTop: () => 3,
  paddingBottom: () => 2.5,
};

const isHead = (row: number, headerRows: number | undefined): boolean => row < (headerRows ?? 0);

/** The rules and tints of tables. */
export const tableLayouts: Record<TableLook, CustomTableLayout> = {
  lines: {
    ...padding,
    hLineWidth: (at, { table }) => (at === 0 && (table.headerRows ?? 0) > 0 ? 0 : at === 0 ? 0.5 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => line,
    fillColor: (row, { table }) => (isHead(row, table.headerRows) ? headTint : null),
  },
  grid: {
    ...padding,
    hLineWidth: () => 0.6,
    vLineWidth: () => 0.6,
    hLineColor: () => line,
    vLineColor: () => line,
    fillColor: (row, { table }) => (isHead(row, table.headerRows) ? headTint : null),
  },
  bands: {
    ...padding,
    hLineWidth: (at, { table }) => (at === table.body.length ? 0.6 : 0),
    vLineWidth: () => 0,
    hLineColor: () => line,
    fillColor: (row, { table }) => {
      if (isHead(row, table.headerRows)) return headTint;
      return (row - (table.headerRows ?? 0)) % 2 === 1 ? bandTint : null;
    },
  },
  plain: {
    hLineWidth: () => 0,
    vLineWidth: () => 0,
    paddingLeft: (column) => (column === 0 ? 0 : 5),
    paddingRight: (column, { table }) => (column === (table.widths?.length ?? 0) - 1 ? 0 : 5),
    paddingTop: () => 1.5,
    paddingBottom: () => 1.5,
  },
};
