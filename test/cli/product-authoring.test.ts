import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onEachSave } from '../../cli/authoring/watch-product.js';
import { addProductCommands } from '../../cli/commands/product.js';
import { checkedLines } from '../../cli/commands/product-dev.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-authoring-'));
});
afterAll(() => rm(folder, { recursive: true }));

let printed: string[] = [];

/** Runs a command line as an author types it, without a database, and returns what it prints. */
async function run(...line: string[]): Promise<string[]> {
  printed = [];
  const command = new Command('product');
  addProductCommands(command, {
    withDatabase: () => Promise.reject(new Error('authors have no database')),
    print: (text) => void printed.push(text),
    readInput: async () => '',
  });
  for (const each of [command, ...command.commands]) each.exitOverride();
  await command.parseAsync(line, { from: 'user' });
  return printed;
}

async function aNewProduct(): Promise<{ file: string; cases: string }> {
  const place = await mkdtemp(path.join(folder, 'product-'));
  await run('new', 'corner-shop', place);
  return { file: path.join(place, 'corner-shop.yaml'), cases: path.join(place, 'corner-shop.cases.yaml') };
}

async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(file, text.replace(from, to));
}

describe('product new', () => {
  it('writes a product that has no lint issues and passes its cases', async () => {
    const { file } = await aNewProduct();
    expect(await run('lint', file)).toEqual([`${file} can be imported: 0 errors, 0 warnings`]);
    expect(await run('test', file)).toEqual(['7 of 7 cases passed']);
  });

  it('overwrites nothing, and takes keys only', async () => {
    const { file } = await aNewProduct();
    await expect(run('new', 'corner-shop', path.dirname(file))).rejects.toThrow('it exists already');
    await expect(run('new', 'Corner Shop', folder)).rejects.toThrow('is not a product key');
  });
});

describe('product test', () => {
  it('names the case, the key, both results and the first differing step, and fails', async () => {
    const { file, cases } = await aNewProduct();
    await change(file, '[CITY, 2.4]', '[CITY, 2.5]');
    await expect(run('test', file)).rejects.toThrow('3 of 7 cases passed');
    expect(printed.slice(0, 5)).toEqual([
      `${cases}:5:3: A shop in the city`,
      '  premium: expected 960, got 1000.00',
      '  total: expected 985, got 1025.00',
      '  values.LIABILITY: expected 960, got 1000',
      '  first differing step: 3  coverage:LIABILITY, "Whole dollars": rounded to whole units, half up, digits 0, mode HALF_UP -> 1000',
    ]);
    await expect(run('test', file, '--json')).rejects.toThrow();
    expect(JSON.parse(printed[0]!)).toMatchObject({
      cases: 7,
      passed: 3,
      failures: [
        {
          case: 'A shop in the city',
          line: 5,
          differences: [{ key: 'premium', expected: '960', got: '1000.00' }, {}, {}],
          step: { section: 'coverage:LIABILITY' },
        },
        {},
        {},
        {},
      ],
    });
  });

  it('names the place of an unknown key or question', async () => {
    const { file, cases } = await aNewProduct();
    await change(cases, 'business.sales: 400000', 'business.sale: 400000');
    await expect(run('test', file)).rejects.toThrow(
      `${cases}:10:5: error: "business.sale" is no question; did you mean "business.sales"?`,
    );
  });

  it('reads cases from CSV and Excel, too', async () => {
    const { file, cases } = await aNewProduct();
    const rows = [
      [
        'name',
        'effectiveDate',
        'client.name',
        'business.place',
        'business.sales',
        'claims.count',
        'expect.premium',
      ],
      ['From a sheet', '2026-01-01', 'A', 'CITY', 400000, 0, 960],
    ];
    await writeFile(cases.replace('.yaml', '.csv'), rows.map((row) => `${row.join(',')}\n`).join(''));
    const workbook = new exceljs.Workbook();
    workbook.addWorksheet('Cases').addRows(rows);
    await workbook.xlsx.writeFile(cases.replace('.yaml', '.xlsx'));
    expect(await run('test', file)).toEqual(['9 of 9 cases passed']);
  });

  it('needs cases, and a product without errors', async () => {
    const { file, cases } = await aNewProduct();
    await rm(cases);
    await expect(run('test', file)).rejects.toThrow(`There are no cases: write ${cases}.`);
    await change(file, 'key: corner-shop', 'kee: corner-shop');
    await expect(run('test', file)).rejects.toThrow('cannot be used: ');
  });
});

describe('product rate', () => {
  const answers = 'client.name: A\nbusiness.place: CITY\nbusiness.sales: 400000\nclaims.count: 0\n';

  async function anIntake(text: string, name = 'answers.yaml'): Promise<string> {
    const file = path.join(await mkdtemp(path.join(folder, 'intake-')), name);
    await writeFile(file, text);
    return file;
  }

  it('prints every step and the quote', async () => {
    const { file } = await aNewProduct();
    const lines = await run('rate', file, '--intake', await anIntake(answers), '--term', 'HALF_YEAR');
    expect(lines.join('\n')).toMatch(/Rate of the place +× rate of places \(place CITY\) +960/);
    expect(lines.slice(-4)).toEqual([
      'Outcome: QUOTED',
      'Premium     499.20',
      'POLICY_FEE   25.00',
      'Total       524.20',
    ]);
  });

  it('takes answers as a case, or as an answer map, and answers scripts in JSON', async () => {
    const { file } = await aNewProduct();
    const map = Object.entries({
      'client.name': 'A',
      'business.place': 'CITY',
      'business.sales': '6000000',
      'claims.count': '0',
    });
    const json = JSON.stringify(
      Object.fromEntries(map.map(([qid, answer]) => [qid, { type: 'ANSWER', qid, answer }])),
    );
    await run('rate', file, '--intake', await anIntake(json, 'answers.json'), '--json');
    expect(JSON.parse(printed[0]!)).toMatchObject({
      outcome: 'REFERRED',
      premium: '14400.00',
      total: '14425.00',
      values: { LIABILITY: '14400' },
      messages: [{ rule: 'large-sales' }],
    });
  });

  it('names unknown questions, terms and actions', async () => {
    const { file } = await aNewProduct();
    const intake = await anIntake(`${answers}claim.count: 1\n`);
    await expect(run('rate', file, '--intake', intake)).rejects.toThrow(
      `${intake}:5:1: error: "claim.count" is no question; did you mean "claims.count"?`,
    );
    const sound = await anIntake(answers);
    await expect(run('rate', file, '--intake', sound, '--term', 'WEEK')).rejects.toThrow('ANNUAL');
    await expect(run('rate', file, '--intake', sound, '--action', 'Standart')).rejects.toThrow(
      'did you mean "Standard"?',
    );
  });
});

describe('product dev', () => {
  it('tells lint, cases and the quote of an intake', async () => {
    const { file, cases } = await aNewProduct();
    const intake = path.join(path.dirname(file), 'answers.yaml');
    await writeFile(
      intake,
      'client.name: A\nbusiness.place: CITY\nbusiness.sales: 400000\nclaims.count: 0\n',
    );
    const options = { intake, effectiveDate: '2026-01-01' };
    expect(await checkedLines(file, options)).toEqual([
      'Lint: 0 errors, 0 warnings',
      '7 of 7 cases passed',
      'Outcome: QUOTED',
      'Premium     960.00',
      'POLICY_FEE   25.00',
      'Total       985.00',
    ]);
    await change(cases, 'premium: 960', 'premum: 960');
    expect((await checkedLines(file, options))[1]).toContain('did you mean "premium"?');
    await change(file, 'version:', 'verson:');
    expect((await checkedLines(file, options)).join()).toContain('did you mean "version"?');
  });

  it('runs again on each save, within a second', async () => {
    const { file } = await aNewProduct();
    const [runs, end] = [[] as number[], new AbortController()];
    const saved = async (count: number) => {
      while (runs.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    const watching = onEachSave(
      file,
      async () => {
        runs.push(performance.now());
      },
      end.signal,
    );
    await saved(1);
    const began = performance.now();
    await change(file, 'version: 0.1.0', 'version: 0.2.0');
    await saved(2);
    expect(runs[1]! - began).toBeLessThan(1000);
    end.abort();
    await watching;
  });
});
