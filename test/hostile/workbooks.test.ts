import { afterAll, expect, it } from 'vitest';
import { ProductChecker } from '../../documents/product-files/product-checker.js';
import { UnusableFile } from '../../documents/product-files/unusable-file.js';
import { ThreadPool } from '../../documents/threads/thread-pool.js';
import { shopProduct } from '../support/shop-product.js';
import { anArchive, inZip64, type PackedFile } from './zip-bombs.js';

const megabyte = 1024 * 1024;
const contentTypes =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
  '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>' +
  '<Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>';
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
const relations = (...each: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

interface Parts {
  sheet?: PackedFile['content'];
  strings?: PackedFile['content'];
  names?: string;
}

/** The files of a workbook with one sheet, as Excel writes it. */
function workbook({
  sheet = `<worksheet ${main}><sheetData/></worksheet>`,
  strings,
  names = '',
}: Parts): PackedFile[] {
  const book =
    `<workbook ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
    `<sheets><sheet name="rates" sheetId="1" r:id="rId1"/></sheets>${names}</workbook>`;
  return [
    ['[Content_Types].xml', contentTypes],
    ['_rels/.rels', relations(relation('rId1', 'officeDocument', 'xl/workbook.xml'))],
    ['xl/workbook.xml', book],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
        relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
      ),
    ],
    ['xl/worksheets/sheet1.xml', sheet],
    ['xl/sharedStrings.xml', strings ?? `<sst ${main}/>`],
  ].map(([name, content]) => ({ name: String(name), content: content! }));
}

const sheetOf = (rows: string, after = '') =>
  `<worksheet ${main}><sheetData>${rows}</sheetData>${after}</worksheet>`;
/** A text of a size, of equal parts: it is packed to a thousandth. */
const repeated = (part: string, bytes: number) => part.repeat(Math.floor(bytes / part.length));
const farCell = (row: number) => `<row r="${row}"><c r="XFD${row}"><v>1</v></c></row>`;

const bombs: [string, () => Uint8Array][] = [
  [
    'two gigabytes that a zip64 directory finds',
    () => inZip64(workbook({}), workbook({ sheet: { zeros: 2_048 * megabyte } })),
  ],
  [
    'sizes that its headers deny',
    () => anArchive(workbook({ sheet: { zeros: 400 * megabyte } }), { stated: 10 }),
  ],
  [
    'millions of shared strings',
    () =>
      anArchive(workbook({ strings: `<sst ${main}>${repeated('<si><t>a</t></si>', 95 * megabyte)}</sst>` })),
  ],
  ['elements as deep as they are many', () => anArchive(workbook({ sheet: repeated('<a>', 95 * megabyte) }))],
  [
    'one sheet with millions of cells',
    () =>
      anArchive(
        workbook({ sheet: sheetOf(`<row r="1">${repeated('<c r="A1"><v>1</v></c>', 95 * megabyte)}</row>`) }),
      ),
  ],
  [
    'rows that reach the last column',
    () =>
      anArchive(
        workbook({ sheet: sheetOf(Array.from({ length: 50_000 }, (_, at) => farCell(at + 1)).join('')) }),
      ),
  ],
  [
    'a merged cell over the whole sheet',
    () =>
      anArchive(
        workbook({
          sheet: sheetOf(farCell(1), '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>'),
        }),
      ),
  ],
  [
    'a name for the whole sheet',
    () =>
      anArchive(
        workbook({
          names: '<definedNames><definedName name="all">rates!$A$1:$XFD$1048576</definedName></definedNames>',
        }),
      ),
  ],
  [
    'a rule for the whole sheet',
    () =>
      anArchive(
        workbook({
          sheet: sheetOf(
            '',
            '<dataValidations count="1"><dataValidation type="whole" sqref="A1:XFD1048576"><formula1>1</formula1></dataValidation></dataValidations>',
          ),
        }),
      ),
  ],
  [
    'one text of a hundred megabytes',
    () =>
      anArchive(workbook({ strings: `<sst ${main}><si><t>${repeated('a', 95 * megabyte)}</t></si></sst>` })),
  ],
];

/** `npm run test:hostile` blows each up more often, with more patience: that takes minutes. */
const rounds = Number(process.env.BOMB_ROUNDS ?? 1);

const threads = new ThreadPool();
const patient = new ProductChecker(threads);
const checker = rounds > 1 ? patient : new ProductChecker(threads, { cpuSeconds: 3 });
afterAll(() => threads.stop());

const check = (bytes: Uint8Array, by = checker) =>
  by.check('an organization', {
    ...{ file: 'shop.json', tables: 'rates.xlsx', withCases: false },
    files: new Map([
      ['shop.json', Buffer.from(JSON.stringify(shopProduct()))],
      ['rates.xlsx', bytes],
    ]),
  });

const memoryMb = () => Math.round(process.memoryUsage().rss / megabyte);

/** The most memory that the process has while it works. */
async function peakOf(work: () => Promise<void>): Promise<number> {
  let peak = memoryMb();
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryMb());
  }, 20);
  await work();
  clearInterval(timer);
  return peak;
}

it('an ordinary workbook is read', async () => {
  const bytes = anArchive(workbook({ sheet: sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>') }));
  // The product has no tables: the sheet was found.
  await expect(check(bytes, patient)).rejects.toThrow('no sheet of it is a table of the product');
});

it('bombs are refused, and take bounded memory', async () => {
  const made = bombs.map(([what, make]) => [what, make()] as const);
  global.gc?.();
  const before = memoryMb();
  const report: string[] = [];
  let most = before;
  for (const [what, bytes] of Array.from({ length: rounds }, () => made).flat()) {
    const started = performance.now();
    const peak = await peakOf(async () => {
      const refused = await check(bytes).catch((error: unknown) => error);
      expect([what, refused]).toEqual([what, expect.any(UnusableFile)]);
      report.push(`${what} (${Math.round(bytes.length / 1024)} kB): ${(refused as UnusableFile).message}`);
    });
    most = Math.max(most, peak);
    report.push(`  ${Math.round(performance.now() - started)} ms, at most ${peak} MB, then ${memoryMb()} MB`);
  }
  const after = memoryMb();
  console.log([...report, `${before} MB before, ${most} MB at most, ${after} MB after`].join('\n'));
  expect(most - before).toBeLessThan(1_300);
  // Other tests leave theirs in a process that `npm test` shares.
  if (rounds > 1) expect(after - before).toBeLessThan(400);
}, 900_000);
