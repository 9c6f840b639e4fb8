import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import exceljs from 'exceljs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { exportDefinition, exportFormats } from '../../../cli/tables/export-definition.js';
import { demoProducts } from '../../../db/seeds/demo-products.js';
import { readDefinitionFile } from '../../../documents/product-files/read-definition.js';
import { contentHash } from '../../../domain/ground/canonical-json.js';
import { canonicalDefinition } from '../../../domain/product/file/product-file.js';
import { aProduct, type ProductContent, productContent } from '../../support/product-factory.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-tables-'));
});
afterAll(() => rm(folder, { recursive: true }));

const header = {
  keys: [{ name: 'state' }, { name: 'sales', match: 'range', type: 'number' }],
  columns: [{ name: 'rate' }, { name: 'open', type: 'boolean' }],
};
const rows = [
  ['NY', [0, 500], 0.1, true],
  ['NY', [500, null], 0.29, false],
  ['01', [null, null], 1.1, true],
];

/** A product with a table `rates` that its plan looks up, in a new folder. */
async function aProductFile(table: Record<string, unknown>, files: Record<string, string | Uint8Array> = {}) {
  const place = await mkdtemp(path.join(folder, 'product-'));
  const file = path.join(place, 'product.yaml');
  await writeFile(file, stringify(contentWith(table)));
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(place, name)), { recursive: true });
    await writeFile(path.join(place, name), bytes);
  }
  return { file, place };
}

const ids = productContent();

function contentWith(table: Record<string, unknown>): ProductContent {
  const content = { ...productContent(), ...structuredClone(ids) };
  const { questions } = content.product.display.sections[0]!.subsections[0]!;
  // Its rates are looked up by the sales.
  Object.assign(questions.at(-1)!, { required: true });
  questions.push({ qid: 'shop.state', question: 'State?', answerType: 'TEXT', required: true });
  content.tables = { rates: table };
  (content.ratingPlans.standard as { coverages: { steps: unknown[] }[] }).coverages[0]!.steps.push({
    name: 'Rate',
    op: 'lookup',
    table: 'rates',
    keys: { state: { answer: 'shop.state' }, sales: { answer: 'shop.sales' } },
    column: 'rate',
    apply: 'multiply',
  });
  return content;
}

async function aWorkbook(fill: (sheet: exceljs.Worksheet) => void, name = 'rates'): Promise<Uint8Array> {
  const workbook = new exceljs.Workbook();
  fill(workbook.addWorksheet(name));
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

const problems = async (file: string, workbook?: string) =>
  (await readDefinitionFile(file, workbook)).issues
    .filter(({ severity }) => severity === 'ERROR')
    .map(({ message }) => message);

const csv = 'state,sales from,sales to,rate,open\nNY,0,500,0.1,true\nNY,500,,0.29,false\n01,,,1.1,yes\n';

describe('tables in CSV files', () => {
  it('are the same as in the product file', async () => {
    const inline = await readDefinitionFile((await aProductFile({ ...header, rows })).file);
    const beside = await aProductFile({ ...header, file: 'tables/rates.csv' }, { 'tables/rates.csv': csv });
    const read = await readDefinitionFile(beside.file);
    expect(read.issues.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    expect(read.definition).toEqual(inline.definition);
    expect(contentHash(read.definition)).toBe(contentHash(inline.definition));
  });

  it('are read with a byte order mark, quotes, other line ends and columns in any order', async () => {
    const text =
      '\ufeffopen,"rate",state,sales to,sales from,\r\nTRUE,0.1,NY,500,0,a note\r\n,,,,,\r\nfalse,0.29,NY,,500\r\ntrue,"1.10","01",*,\r\n';
    const { file } = await aProductFile({ ...header, file: 'rates.csv' }, { 'rates.csv': text });
    expect((await readDefinitionFile(file)).definition?.tables.rates?.rows).toEqual(rows);
  });

  it('say where in the file something is wrong', async () => {
    const wrong = csv.replace('0.29', 'much').replace('01,,', '01,x,');
    const { file } = await aProductFile({ ...header, file: 'rates.csv' }, { 'rates.csv': wrong });
    expect(await problems(file)).toEqual([
      '"much" in column "rate" is not a number (rates.csv, line 3)',
      expect.stringMatching(/^key "sales" needs \[from, to\].*\(rates\.csv, line 4\)$/),
    ]);
  });

  it.each([
    ['state,rate\nNY,1\n', 'the column "sales from" is missing'],
    [csv.replace('rate', 'rates'), 'the table has no column "rates"; it has "state", "sales from"'],
    [csv.replace('open', 'open,open'), 'the column "open" is there twice'],
    ['', 'its first row must name the columns'],
    ['state,sales from,sales to,rate,open\n', 'it has no rows below its column names'],
    ['state,"sales', 'Quote Not Closed'],
    [Buffer.from('state,caf\xe9', 'latin1'), 'it is not UTF-8 text'],
  ])('are refused where %j is the file', async (text, why) => {
    const { file } = await aProductFile({ ...header, file: 'rates.csv' }, { 'rates.csv': text });
    expect((await problems(file)).join('\n')).toContain(why);
  });

  it.each([
    '../rates.csv',
    '/etc/hosts.csv',
    'tables/../../rates.csv',
    '..\\rates.csv',
    'link/rates.csv',
    'C:\\rates.csv',
  ])('are not read from outside the folder of the product file: %s', async (name) => {
    const { file, place } = await aProductFile({ ...header, file: name });
    await writeFile(path.join(folder, 'rates.csv'), csv);
    await symlink(folder, path.join(place, 'link'));
    expect(await problems(file)).toEqual([
      `cannot read ${name}: it must be in the product file's folder, or in a folder within that`,
    ]);
  });

  it.each([
    [{ file: 'rates.txt' }, 'must be a .csv or .parquet file'],
    [{ file: 'rates.csv', workbook: 'rates.xlsx' }, 'not from both'],
    [{ file: 'rates.csv', sheet: 'Rates' }, 'is a sheet of a "workbook"'],
    [{ file: 'rates.csv', rows }, 'has rows in this file and in another one'],
    [{ file: 'none.csv' }, 'cannot read none.csv: there is no such file'],
    [{ workbook: 'rates.csv' }, 'must be an .xlsx workbook'],
  ])('need %j to make sense', async (source, why) => {
    const { file } = await aProductFile({ ...header, ...source }, { 'rates.csv': csv });
    expect((await problems(file)).join('\n')).toContain(why);
  });
});

describe('tables in workbooks', () => {
  const fill = (sheet: exceljs.Worksheet) => {
    sheet.addRow(['state', 'sales from', 'sales to', 'rate', 'open']);
    sheet.addRow(['NY', 0, 500, 0.1, true]);
    sheet.addRow(['NY', 500, null, { formula: '0.1+0.19', result: 0.1 + 0.19 }, false]);
    const last = sheet.addRow([1, null, null, 1.1, 'yes']);
    last.getCell(1).numFmt = '00';
  };

  it('are the same as in the product file', async () => {
    const { file } = await aProductFile(
      { ...header, workbook: 'manual.xlsx', sheet: 'Rates 2026' },
      { 'manual.xlsx': await aWorkbook(fill, 'Rates 2026') },
    );
    expect((await readDefinitionFile(file)).definition?.tables.rates?.rows).toEqual(rows);
  });

  it('take the place of the tables of the same names on import', async () => {
    const { file, place } = await aProductFile({ ...header, rows: [['TX', [0, 1], 9, false]] });
    const workbook = path.join(place, 'new.xlsx');
    await writeFile(workbook, await aWorkbook(fill));
    expect((await readDefinitionFile(file, workbook)).definition?.tables.rates?.rows).toEqual(rows);
    await writeFile(workbook, await aWorkbook(fill, 'Other'));
    await expect(readDefinitionFile(file, workbook)).rejects.toThrow('No sheet of');
    await writeFile(workbook, 'text');
    await expect(readDefinitionFile(file, workbook)).rejects.toThrow('it is not an Excel workbook');
  });

  it.each<[string, (sheet: exceljs.Worksheet) => void, string]>([
    ['an error', (sheet) => sheet.addRow([{ error: '#N/A' }]), 'cell A5: it holds the error #N/A'],
    ['a formula without a result', (sheet) => sheet.addRow([{ formula: 'A1' }]), 'was never computed'],
    ['a time', (sheet) => sheet.addRow([new Date('2026-01-01T10:00:00Z')]), 'it is a time, not a date'],
  ])('are refused where a cell holds %s', async (_what, add, why) => {
    const bytes = await aWorkbook((sheet) => {
      fill(sheet);
      add(sheet);
    });
    const { file } = await aProductFile({ ...header, workbook: 'rates.xlsx' }, { 'rates.xlsx': bytes });
    expect((await problems(file)).join('\n')).toContain(why);
  });

  it('keep dates as dates', async () => {
    const bytes = await aWorkbook((sheet) => {
      sheet.addRow(['day from', 'day to', 'rate']);
      sheet.addRow([new Date('2026-01-01T00:00:00Z'), '2026-07-01', 2]);
    });
    const definition = { keys: [{ name: 'day', match: 'dateRange' }], columns: [{ name: 'rate' }] };
    const { file } = await aProductFile(
      { ...definition, workbook: 'r.xlsx', sheet: 'rates' },
      { 'r.xlsx': bytes },
    );
    const content = {
      ...contentWith({ ...definition, workbook: 'r.xlsx' }),
      ratingPlans: {},
      configurations: [],
    };
    await writeFile(file, stringify(content));
    const read = await readDefinitionFile(file);
    expect(read.definition?.tables.rates?.rows).toEqual([[['2026-01-01', '2026-07-01'], 2]]);
  });
});

describe('product export', () => {
  async function hashOfExport(
    definition: Parameters<typeof exportDefinition>[0],
    format: 'yaml' | 'xlsx' | 'csv',
  ) {
    const place = await mkdtemp(path.join(folder, 'export-'));
    for (const [name, bytes] of await exportDefinition(definition, format)) {
      await mkdir(path.dirname(path.join(place, name)), { recursive: true });
      await writeFile(path.join(place, name), bytes);
    }
    const { definition: back } = await readDefinitionFile(path.join(place, `${definition.key}.yaml`));
    return contentHash(back);
  }

  it.each(exportFormats)('gives the demo products back as they were, in %s', async (format) => {
    for (const { definition } of await demoProducts()) {
      expect(await hashOfExport(definition, format)).toBe(contentHash(definition));
    }
  });

  it('keeps every cell that a table can have', async () => {
    const text = fc.string({
      unit: fc.constantFrom(
        'a',
        'Z',
        '0',
        '1',
        '.',
        '-',
        ',',
        '"',
        "'",
        ' ',
        '\n',
        ';',
        '=',
        '*',
        'é',
        '€',
        '😀',
        '<',
        '&',
        '_x0041_',
        '_',
        'x0041_',
        '\t',
        '\r',
        '\u0001',
      ),
    });
    const number = fc.oneof(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((n) => Number(n.toFixed(12))),
      fc.tuple(fc.bigInt({ min: 10n ** 16n, max: 10n ** 17n }), fc.nat(9)).map(([a, b]) => `${a}.${b}`),
    );
    const row = fc.tuple(text, number, text, number, fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (drawn) => {
        const definition = canonicalDefinition(
          aProduct((content) => {
            content.tables = {
              drawn: {
                keys: [{ name: 'a' }, { name: 'n', match: 'range', type: 'number' }],
                columns: [
                  { name: 'text', type: 'text' },
                  { name: 'number' },
                  { name: 'flag', type: 'boolean' },
                ],
                hitPolicy: 'first',
                rows: drawn.map(([a, from, b, n, flag]) => [a, [from, null], b, n, flag]),
              },
            };
          }),
        );
        for (const format of exportFormats) {
          expect(await hashOfExport(definition, format)).toBe(contentHash(definition));
        }
      }),
      { numRuns: 25, examples: [[[['-\na', 0, '?\na', 0, true]]]] },
    );
  }, 60_000);

  it('gives every table a sheet and a file, whatever its name', async () => {
    const table = { keys: [{ name: 'a' }], columns: [{ name: 'b' }], rows: [['x', 1]] };
    const names = [
      'rates',
      'Rates',
      'a/b',
      'a?b',
      'x'.repeat(40),
      `${'x'.repeat(40)}y`,
      'history',
      '../up',
      'née',
    ];
    const definition = aProduct((content) => {
      content.tables = Object.fromEntries(
        names.map((name, index) => [name, { ...table, rows: [['x', index]] }]),
      );
    });
    for (const format of exportFormats) {
      expect(await hashOfExport(definition, format)).toBe(contentHash(definition));
    }
  });

  it('writes what lint refuses today, to be mended', async () => {
    const definition = aProduct((content) => {
      content.tables = { rates: { ...header, rows: [['NY', [0, 1], 'many', true]] } };
    });
    for (const format of exportFormats)
      expect((await exportDefinition(definition, format)).size).toBeGreaterThan(0);
  });

  it('writes tables that people can read', async () => {
    const [product] = await demoProducts();
    const files = await exportDefinition(product!.definition, 'csv');
    const experience = new TextDecoder().decode(files.get('tables/experience.csv'));
    expect(experience.split('\r\n').slice(0, 3)).toEqual([
      'claims from,claims to,incurred from,incurred to,factor',
      '0,1,,,0.9',
      '1,2,,10000,1',
    ]);
    expect(
      new TextDecoder().decode(
        (await exportDefinition(product!.definition, 'yaml')).get('general-liability.yaml'),
      ),
    ).toContain('      - [ NY, URBAN, 1.28 ]');
  });
});
