import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import type { CellValue, ConditionalFormattingRule, DataValidation, Style, stream } from 'exceljs';

/** The content of a cell. A formula carries its result, for programs that do not calculate. */
export type CellContent =
  | string
  | number
  | boolean
  | null
  | { formula: string; result: string | number | boolean | { error: '#N/A' } };

/** What may be entered in a cell: one of a list, or a number or a date between bounds. */
export type Entry =
  | { kind: 'list'; choices: readonly string[] }
  | { kind: 'decimal' | 'date'; from: number | null; to: number | null };

/** The style of a cell; colors are `RRGGBB`. Reuse these objects: each is translated once. */
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

type WrittenRow = readonly (WrittenCell | null)[];

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
  /** What may be entered in cells, by cell: `C5`. */
  entries?: readonly { cell: string; entry: Entry }[];
  /** Cells from the first column on; null is an empty cell. */
  rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>;
}

export interface WorkbookToWrite {
  author?: string;
  createdAt?: Date;
  /** A sheet is asked for when the rows of those before it are written. */
  sheets: Iterable<SheetToWrite> | AsyncIterable<SheetToWrite>;
  /** Too long for a list of its different texts in memory: each cell has its own. */
  isLong?: boolean;
}

/** The process handles other requests after this many rows. */
const rowsAtATime = 200;

/** An Excel workbook (`.xlsx`) as bytes. */
export async function workbookBytes(workbook: WorkbookToWrite): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await writeWorkbook(workbook, target);
  return Buffer.concat(chunks);
}

/**
 * Writes an Excel workbook (`.xlsx`) row by row and no faster than the target takes it, so that a million rows need
 * little memory. Ends the target.
 */
export async function writeWorkbook(workbook: WorkbookToWrite, target: Writable): Promise<void> {
  const file = new PassThrough();
  const writing = writeSheets(workbook, file).catch((error: Error) => file.destroy(error));
  await Promise.all([pipeline(file, target), writing]);
}

async function writeSheets(
  { author, createdAt, sheets, isLong = false }: WorkbookToWrite,
  file: PassThrough,
): Promise<void> {
  // Loaded on demand, so that processes start faster.
  const { default: exceljs } = await import('exceljs');
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({
    stream: file,
    useStyles: true,
    useSharedStrings: !isLong,
  });
  if (author !== undefined) workbook.creator = author;
  if (createdAt !== undefined) workbook.created = createdAt;
  const styles = new Map<CellLook, Partial<Style>>();
  for await (const sheet of sheets) {
    await writeSheet(workbook, sheet, styles, file);
    if (file.destroyed) return;
  }
  await workbook.commit();
}

async function writeSheet(
  workbook: stream.xlsx.WorkbookWriter,
  { name, widths, frozenRows, printed, shades = [], entries = [], rows }: SheetToWrite,
  styles: Map<CellLook, Partial<Style>>,
  file: PassThrough,
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
  for await (const cells of rows) {
    const row = sheet.getRow(++number);
    cells.forEach((cell, column) => {
      if (cell === null || cell.content === null) return;
      const written = row.getCell(column + 1);
      written.value = cellValue(cell.content);
      if (cell.look !== undefined) written.style = styleOf(cell.look, styles);
    });
    row.commit();
    if (number % rowsAtATime === 0) await setImmediate();
    // `close` comes without a drain if the target is gone.
    while (file.writableNeedDrain && !file.destroyed) {
      await Promise.race([once(file, 'drain'), once(file, 'close')]);
    }
    if (file.destroyed) return;
  }
  const { dataValidations } = sheet as typeof sheet & EnteredCells;
  for (const { cell, entry } of entries) dataValidations.add(cell, validationOf(entry));
  shades.forEach(({ range, most }, index) => {
    sheet.addConditionalFormatting({ ref: range, rules: [shadeRule(most, index + 1)] });
  });
  sheet.commit();
}

/** What the types of the library leave out. */
interface EnteredCells {
  dataValidations: { add(cell: string, validation: DataValidation): void };
}

function cellValue(content: CellContent): CellValue {
  return typeof content === 'string' ? xmlText(content) : (content as CellValue);
}

function validationOf(entry: Entry): DataValidation {
  const shared = { allowBlank: true, showErrorMessage: true };
  if (entry.kind === 'list') {
    return { ...shared, type: 'list', formulae: [`"${entry.choices.join(',').replaceAll('"', '""')}"`] };
  }
  const { kind: type, from, to } = entry;
  const bounds = [from, to].filter((bound) => bound !== null);
  const operator = from === null ? 'lessThanOrEqual' : to === null ? 'greaterThanOrEqual' : 'between';
  return { ...shared, type, operator, formulae: bounds };
}

/** exceljs leaves out control characters, but not the other ones that XML does not have. */
function xmlText(text: string): string {
  return text.replace(/[\ufffe\uffff]/g, '');
}

/** White for zero. Data bars would need an extension that the library does not write in a stream. */
function shadeRule(most: number, priority: number): ConditionalFormattingRule {
  const colors = ['FF9DB7D5', 'FFFFFFFF', 'FFE3A593'];
  const rule = {
    type: 'colorScale',
    priority,
    cfvo: [-most, 0, most].map((value) => ({ type: 'num' as const, value })),
    color: colors.map((argb) => ({ argb })),
  } as const;
  return { ...rule, cfvo: [...rule.cfvo], color: [...rule.color] };
}

function styleOf(look: CellLook, styles: Map<CellLook, Partial<Style>>): Partial<Style> {
  const style = styles.get(look) ?? newStyle(look);
  styles.set(look, style);
  return style;
}

function newStyle({ size = 11, bold, color, fill, lineAbove, numberFormat }: CellLook): Partial<Style> {
  const argb = (color: string) => ({ argb: `FF${color}` });
  return {
    font: { name: 'Calibri', size, ...(bold && { bold }), ...(color && { color: argb(color) }) },
    ...(fill && { fill: { type: 'pattern', pattern: 'solid', fgColor: argb(fill) } }),
    ...(lineAbove && { border: { top: { style: 'thin', color: argb(lineAbove) } } }),
    ...(numberFormat && { numFmt: numberFormat }),
  };
}
