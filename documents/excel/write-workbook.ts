import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ConditionalFormattingRule, Style, stream } from 'exceljs';

/** The content of a cell. A formula carries its result, for programs that do not calculate. */
export type CellContent =
  | string
  | number
  | boolean
  | null
  | { formula: string; result: string | number | boolean };

/** The style of a cell; colours are `RRGGBB`. Reuse these objects: each is translated once. */
export interface CellLook {
  /** Points; default 11. */
  size?: number;
  bold?: boolean;
  color?: string;
  fill?: string;
  lineAbove?: string;
  /** In Excel's notation: `#,##0.00`, `@` for text. */
  numberFormat?: string;
}

export interface WrittenCell {
  content: CellContent;
  look?: CellLook;
}

export interface SheetToWrite {
  name: string;
  /** Column widths, in characters. */
  widths: readonly number[];
  /** Rows that stay visible when scrolling. */
  frozenRows: number;
  /**
   * For sheets that are printed: no grid lines, one page wide, and these footer texts beside the page number.
   */
  printed?: { left: string; center: string };
  /** Ranges such as `B2:B9` whose cells are shaded by their numbers: blue to `-most`, red to `most`. */
  shades?: readonly { range: string; most: number }[];
  /** Cells from the first column on; null is an empty cell. */
  rows: Iterable<readonly (WrittenCell | null)[]>;
}

export interface WorkbookToWrite {
  author?: string;
  createdAt?: Date;
  sheets: readonly SheetToWrite[];
}

/** The process handles other requests after this many rows. */
const rowsAtATime = 200;

/** An Excel workbook (`.xlsx`), written row by row, so that thousands of rows need little memory. */
export async function writeWorkbook({ author, createdAt, sheets }: WorkbookToWrite): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  // Loaded on demand, so that processes start faster.
  const { default: exceljs } = await import('exceljs');
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    stream: target,
    useStyles: true,
    useSharedStrings: true,
  });
  if (author !== undefined) workbook.creator = author;
  if (createdAt !== undefined) workbook.created = createdAt;
  const styles = new Map<CellLook, Partial<Style>>();
  for (const sheet of sheets) await writeSheet(workbook, sheet, styles);
  await workbook.commit();
  return Buffer.concat(chunks);
}

async function writeSheet(
  workbook: stream.xlsx.WorkbookWriter,
  { name, widths, frozenRows, printed, shades = [], rows }: SheetToWrite,
  styles: Map<CellLook, Partial<Style>>,
): Promise<void> {
  const frozen = frozenRows > 0 ? ({ state: 'frozen', ySplit: frozenRows } as const) : {};
  const sheet = workbook.addWorksheet(name, {
    views: [{ showGridLines: printed === undefined, ...frozen }],
    ...(printed && {
      pageSetup: { orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
      headerFooter: { oddFooter: `&L&8${printed.left}&C&8${printed.center}&R&8&P / &N` },
    }),
  });
  sheet.columns = widths.map((width) => ({ width }));
  let number = 0;
  for (const cells of rows) {
    const row = sheet.getRow(++number);
    cells.forEach((cell, column) => {
      if (cell === null || cell.content === null) return;
      const written = row.getCell(column + 1);
      written.value = cell.content;
      if (cell.look !== undefined) written.style = styleOf(cell.look, styles);
    });
    row.commit();
    if (number % rowsAtATime === 0) await setImmediate();
  }
  shades.forEach(({ range, most }, index) => {
    sheet.addConditionalFormatting({ ref: range, rules: [shadeRule(most, index + 1)] });
  });
  sheet.commit();
}

/** White for zero. Data bars would need an extension that the library does not write in a stream. */
function shadeRule(most: number, priority: number): ConditionalFormattingRule {
  const colours = ['FF9DB7D5', 'FFFFFFFF', 'FFE3A593'];
  const rule = {
    type: 'colorScale',
    priority,
    cfvo: [-most, 0, most].map((value) => ({ type: 'num' as const, value })),
    color: colours.map((argb) => ({ argb })),
  } as const;
  return { ...rule, cfvo: [...rule.cfvo], color: [...rule.color] };
}

function styleOf(look: CellLook, styles: Map<CellLook, Partial<Style>>): Partial<Style> {
  const style = styles.get(look) ?? newStyle(look);
  styles.set(look, style);
  return style;
}

function newStyle({ size = 11, bold, color, fill, lineAbove, numberFormat }: CellLook): Partial<Style> {
  const argb = (colour: string) => ({ argb: `FF${colour}` });
  return {
    font: { name: 'Calibri', size, ...(bold && { bold }), ...(color && { color: argb(color) }) },
    ...(fill && { fill: { type: 'pattern', pattern: 'solid', fgColor: argb(fill) } }),
    ...(lineAbove && { border: { top: { style: 'thin', color: argb(lineAbove) } } }),
    ...(numberFormat && { numFmt: numberFormat }),
  };
}
