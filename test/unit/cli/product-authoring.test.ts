import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import exceljs from 'exceljs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onEachSave } from '../../../cli/authoring/watch-product.js';
import { addProductCommands } from '../../../cli/commands/product.js';
import { checkedLines } from '../../../cli/commands/product-dev.js';
import { formsRound } from '../../../cli/forms/forms-round.js';
import { type DocumentRenderer, RenderFailure } from '../../../domain/forms/renderer.js';
import { pdfPages } from '../../support/pdf-text.js';

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

describe('product diff', () => {
  it('prints what changed, and fails where anything did', async () => {
    const [{ file }, { file: other }] = [await aNewProduct(), await aNewProduct()];
    await copyFile(file, other);
    expect(await run('diff', file, other)).toEqual(['corner-shop 0.1.0 → corner-shop 0.1.0: 0 differences']);
    await change(other, '[CITY, 2.4]', '[CITY, 2.5]');
    await change(other, 'claims.count }, 4]', 'claims.count }, 5]');
    await expect(run('diff', file, other)).rejects.toMatchObject({
      message: 'The versions differ: 2 differences.',
      exitCode: 1,
    });
    expect(printed).toEqual([
      'corner-shop 0.1.0 → corner-shop 0.1.0: 2 differences',
      '',
      'Tables',
      '  places [place CITY]: rate 2.4 → 2.5',
      '',
      'Underwriting rules (standard)',
      '  rule too-many-claims: when claims.count ≥ 4 → claims.count ≥ 5',
    ]);
    await expect(run('diff', file, other, '--json')).rejects.toThrow();
    expect(JSON.parse(printed[0]!)).toMatchObject({
      a: { key: 'corner-shop', version: '0.1.0' },
      changes: [
        { subject: 'Tables', kind: 'CHANGED', path: 'tables.places.rows[0][1]', before: 2.4, after: 2.5 },
        { path: 'ratingPlans.standard.underwriting[0].when' },
      ],
    });
  });

  it('compares versions with lint errors, and nothing that is no product', async () => {
    const [{ file }, { file: other }] = [await aNewProduct(), await aNewProduct()];
    await copyFile(file, other);
    await change(other, 'business.place }', 'business.plaze }');
    await expect(run('diff', file, other)).rejects.toThrow('1 difference.');
    await change(other, 'version:', 'verson:');
    await expect(run('diff', file, other)).rejects.toMatchObject({
      message: expect.stringContaining('did you mean "version"?'),
      exitCode: 2,
    });
    await expect(run('diff', file, `${file}.yaml`)).rejects.toMatchObject({ exitCode: 2 });
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

/** A forms round whose renderer only counts, and refuses documents of this title. */
function countedRendering({ refused = '', into }: { refused?: string; into?: string } = {}) {
  const rendered: string[] = [];
  const renderer: DocumentRenderer = {
    render: async ({ title }) => {
      if (title === refused) throw new RenderFailure('the document could not be laid out: too wide');
      rendered.push(title);
      return Buffer.from(title);
    },
  };
  return { rendered, renderForms: formsRound({ renderer, folder: into }) };
}

/** A copy of a demo product with its cases. */
async function aDemoProduct(): Promise<string> {
  const place = await mkdtemp(path.join(folder, 'demo-'));
  for (const name of ['general-liability.yaml', 'general-liability.cases.yaml']) {
    await copyFile(path.join('db/seeds/products', name), path.join(place, name));
  }
  return path.join(place, 'general-liability.yaml');
}

describe('product dev', () => {
  it('renders the forms that a save changed, with the answers of a case', async () => {
    const file = await aDemoProduct();
    const into = path.join(path.dirname(file), 'previews');
    const { rendered, renderForms } = countedRendering({ into });
    const round = () => checkedLines(file, { effectiveDate: '2026-01-01' }, renderForms);
    expect((await round()).at(-1)).toBe('10 of 10 forms rendered');
    // The tenth is an HTML page.
    expect(rendered).toHaveLength(9);
    expect(await readdir(into)).toHaveLength(10);

    rendered.length = 0;
    await change(file, 'text: Notice of cancellation', 'text: Notice of a cancellation');
    expect((await round()).at(-1)).toBe('10 of 10 forms rendered');
    expect(rendered).toEqual(['Cancellation notice']);
  });

  it('names a form that cannot be laid out, in each round', async () => {
    const file = await aDemoProduct();
    const { renderForms } = countedRendering({ refused: 'Invoice' });
    for (const _round of [1, 2]) {
      expect((await checkedLines(file, { effectiveDate: '2026-01-01' }, renderForms)).slice(-2)).toEqual([
        'form "Invoice": the document could not be laid out: too wide',
        '9 of 10 forms rendered',
      ]);
    }
  });

  it('says why it renders no forms', async () => {
    const file = await aDemoProduct();
    await rm(file.replace('.yaml', '.cases.yaml'));
    const { renderForms } = countedRendering();
    expect((await checkedLines(file, { effectiveDate: '2026-01-01' }, renderForms)).at(-1)).toMatch(
      /^Forms: not rendered; give answers with --intake, or write a case/,
    );
  });

  it('tells lint, cases and the quote of an intake', async () => {
    const { file, cases } = await aNewProduct();
    const intake = path.join(path.dirname(file), 'answers.yaml');
    await writeFile(
      intake,
      'client.name: A\nbusiness.place: CITY\nbusiness.sales: 400000\nclaims.count: 0\n',
    );
    const options = { intake, effectiveDate: '2026-01-01' };
    const { renderForms } = countedRendering();
    expect(await checkedLines(file, options, renderForms)).toEqual([
      'Lint: 0 errors, 0 warnings',
      '7 of 7 cases passed',
      'Outcome: QUOTED',
      'Premium     960.00',
      'POLICY_FEE   25.00',
      'Total       985.00',
    ]);
    await change(cases, 'premium: 960', 'premum: 960');
    expect((await checkedLines(file, options, renderForms))[1]).toContain('did you mean "premium"?');
    await change(file, 'version:', 'verson:');
    expect((await checkedLines(file, options, renderForms)).join()).toContain('did you mean "version"?');
  });

  it('runs again on each save, within a second', async () => {
    const { file } = await aNewProduct();
    const [runs, end] = [[] as number[], new AbortController()];
    const previews = path.join(path.dirname(file), 'previews');
    await mkdir(previews);
    const saved = async (count: number) => {
      while (runs.length < count) await sleep(10);
    };
    const watching = onEachSave(
      file,
      async () => {
        runs.push(performance.now());
      },
      { signal: end.signal, except: previews },
    );
    await saved(1);
    const began = performance.now();
    await change(file, 'version: 0.1.0', 'version: 0.2.0');
    await saved(2);
    expect(runs[1]! - began).toBeLessThan(1000);
    await writeFile(path.join(previews, 'Invoice.pdf'), '');
    await sleep(200);
    expect(runs).toHaveLength(2);
    // Many editors write another file, and rename it.
    for (const count of [3, 4, 5]) {
      await writeFile(`${file}~`, `version: ${count}`);
      await rename(`${file}~`, file);
      await saved(count);
    }
    end.abort();
    await watching;
  });
});

describe('product manual', () => {
  it('writes the rate manual as PDF and HTML, with the first quoted case as its example', async () => {
    const { file } = await aNewProduct();
    const out = path.join(path.dirname(file), 'filing');
    const name = path.join(out, 'corner-shop-rate-manual');
    const [first] = (await run('test', file, '--json')).map((line) => JSON.parse(line).cases);
    expect(first).toBeGreaterThan(0);

    expect(await run('manual', file, '--out', out)).toEqual([`Wrote ${name}.pdf`, `Wrote ${name}.html`]);
    const pages = await pdfPages(await readFile(`${name}.pdf`));
    expect(pages[0]).toContain('Rate and rule manual');
    expect(pages[1]).toContain('Contents');
    // The contents give the page on which a chapter begins.
    const [, page = ''] = /Rating variables (\d+)/.exec(pages[1] ?? '') ?? [];
    expect(pages[Number(page) - 1]).toContain('2 Rating variables');
    const html = await readFile(`${name}.html`, 'utf8');
    expect(html).toContain('<a href="#2">Rating variables</a>');
    expect(html).toContain('Example: ');
  });

  it('refuses answers that are not quoted as an example, and says when there is none', async () => {
    const { file, cases } = await aNewProduct();
    const answers = path.join(path.dirname(file), 'answers.yaml');
    await writeFile(answers, '{}');
    const out = ['--out', path.dirname(file), '--format', 'html'];
    await expect(run('manual', file, ...out, '--intake', answers)).rejects.toThrow('cannot be the example');
    await rm(cases);
    expect((await run('manual', file, ...out)).at(-1)).toBe(
      'The manual has no example: no case is quoted. Give one with --intake.',
    );
  });
});
