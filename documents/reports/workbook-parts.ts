import type { ZipEntry } from '../excel/zip-archive.js';

/** The looks of cells: their places in the list of `cellXfs`. */
export const looks = { plain: 0, heading: 1, money: 2, total: 3, totalMoney: 4 } as const;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const media = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
const look = (attributes: string) =>
  `<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" ${attributes}/>`;
const styles = `<styleSheet xmlns="${main}">
<fonts count="2">${font('')}${font('<b/>')}</fonts>
<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
<fill><patternFill patternType="solid"><fgColor rgb="FFE7ECF2"/></patternFill></fill></fills>
<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>
<border><left/><right/><top style="thin"><color rgb="FF808080"/></top><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="5">${look('')}
<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>
<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1"/>
<xf numFmtId="4" fontId="1" fillId="0" borderId="1" xfId="0" applyNumberFormat="1" applyFont="1" applyBorder="1"/>
</cellXfs></styleSheet>`;

/** The beginning of a sheet whose first row stays visible. */
export function sheetStart(widths: readonly number[]): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  return (
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `<cols>${columns.join('')}</cols><sheetData>`
  );
}
export const sheetEnd = '</sheetData></worksheet>';

/** A cell with text; `column` is the code of its letter. */
export function textCell(column: number, row: number, style: number, text: string): string {
  const at = `${String.fromCharCode(column)}${row}`;
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
}

/** A cell with a number or a text; nothing for null. */
export function valueCell(
  column: number,
  row: number,
  style: number,
  value: string | number | null | undefined,
): string {
  if (typeof value === 'string') return textCell(column, row, style, value);
  if (value === null || value === undefined) return '';
  return `<c r="${String.fromCharCode(column)}${row}" s="${style}"><v>${value}</v></c>`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no such characters.
const special = /[&<>\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const everySpecial = new RegExp(special, 'g');
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function escaped(text: string): string {
  return special.test(text) ? text.replace(everySpecial, (character) => entities[character] ?? '') : text;
}

/** All files of a workbook but its sheets, which are `xl/worksheets/sheet1.xml` and so on. */
export function workbookParts(sheetNames: readonly string[]): ZipEntry[] {
  const each = (part: (number: number, name: string) => string) =>
    sheetNames.map((name, index) => part(index + 1, name)).join('');
  const files = {
    'xl/workbook.xml':
      `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>` +
      `${each((number, name) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/styles.xml': styles,
    'xl/_rels/workbook.xml.rels': related([
      ...sheetNames.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['styles', 'styles.xml'],
    ]),
    '_rels/.rels': related([['officeDocument', 'xl/workbook.xml']]),
    '[Content_Types].xml':
      `<Types xmlns="${packages}/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      typed('/xl/workbook.xml', 'sheet.main') +
      typed('/xl/styles.xml', 'styles') +
      `${each((number) => typed(`/xl/worksheets/sheet${number}.xml`, 'worksheet'))}</Types>`,
  };
  return Object.entries(files).map(([name, text]) => ({ name, content: [declaration + text] }));
}

function related(targets: readonly (readonly [type: string, target: string])[]): string {
  const each = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationships}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packages}/relationships">${each.join('')}</Relationships>`;
}

function typed(part: string, type: string): string {
  return `<Override PartName="${part}" ContentType="${media}.${type}+xml"/>`;
}
