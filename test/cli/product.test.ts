import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { addProductCommands } from '../../cli/commands/product.js';
import { createOrganization } from '../../db/identity/organizations.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type ProductContent, productContent } from '../support/product-factory.js';

let database: TestDatabase;
let folder: string;
/** The operator who runs the commands. */
const me = userInfo().username;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-product-'));
  await createOrganization(database.db, { name: 'Carrier' });
  await createOrganization(database.db, { name: 'Agency' });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

let printed: string[] = [];

/** Runs a command line as an operator types it, and returns what it prints. */
async function run(...line: string[]): Promise<string[]> {
  printed = [];
  const silent = { writeErr: () => {}, writeOut: (text: string) => void printed.push(text) };
  const command = new Command('product');
  addProductCommands(command, {
    withDatabase: (work) => work(database.db),
    print: (text) => void printed.push(text),
    readInput: async () => '',
  });
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput(silent);
  await new Command()
    .addCommand(command)
    .exitOverride()
    .parseAsync(['product', ...line], { from: 'user' });
  return printed;
}

async function runJson(...line: string[]) {
  await run(...line, '--json');
  expect(printed).toHaveLength(1);
  return JSON.parse(printed[0]!);
}

async function aFile(change: (content: ProductContent) => void = () => {}, name = 'product.yaml') {
  const content = productContent();
  change(content);
  const file = path.join(folder, name);
  await writeFile(file, name.endsWith('.json') ? JSON.stringify(content, null, 2) : stringify(content));
  return { file, content };
}

describe('product lint', () => {
  it('accepts a sound file in JSON and in YAML', async () => {
    for (const name of ['sound.json', 'sound.yaml', 'sound.yml']) {
      const { file } = await aFile(() => {}, name);
      expect(await run('lint', file)).toEqual([`${file} can be imported: 0 errors, 0 warnings`]);
      expect(await runJson('lint', file)).toEqual({ file, sound: true, issues: [] });
    }
  });

  it('prints each issue with its place, and fails', async () => {
    const { file } = await aFile((content) => {
      content.product.display.sections[0]!.subsections[0]!.questions[1]!.min = 2000;
    });
    await expect(run('lint', file)).rejects.toThrow('is not valid');
    const place = 'product.display.sections[0].subsections[0].questions[1].min';
    expect(printed).toEqual([
      expect.stringMatching(/product\.yaml:\d+:\d+: error: product.*: min 2000 is greater than max 1000$/),
      `${file} cannot be imported: 1 error, 0 warnings`,
    ]);
    await expect(runJson('lint', file)).rejects.toThrow('is not valid');
    expect(JSON.parse(printed[0]!)).toMatchObject({
      sound: false,
      issues: [{ severity: 'ERROR', path: place, line: expect.any(Number), column: expect.any(Number) }],
    });
  });

  it.each([
    ['missing.yaml', 'there is no such file'],
    ['.', 'its name must end in .json, .yaml or .yml'],
    ['product.txt', 'its name must end in .json, .yaml or .yml'],
    ['folder.json', 'it is a folder'],
    ['latin1.yaml', 'it is not UTF-8 text'],
  ])('says plainly why it cannot read %s', async (name, why) => {
    await writeFile(path.join(folder, 'latin1.yaml'), Buffer.from('title: caf\xe9', 'latin1'));
    await writeFile(path.join(folder, 'product.txt'), '');
    await mkdir(path.join(folder, 'folder.json'), { recursive: true });
    await expect(run('lint', path.join(folder, name))).rejects.toThrow(why);
  });
});

describe('product import, deploy, withdraw, archive, license and list', () => {
  it('takes a product from a file to a timeline and back', async () => {
    const { file, content } = await aFile();
    const imported = await runJson('import', file, '--organization', 'Carrier', '--message', 'First.');
    expect(imported).toMatchObject({
      productId: content.product.id,
      key: content.key,
      version: '1.0.0',
      buildNumber: 1,
      created: true,
      warnings: [],
    });
    const { versionId, productId } = imported;
    expect(await runJson('import', file, '--organization', 'Carrier')).toMatchObject({
      versionId,
      created: false,
    });

    await writeFile(file, stringify({ ...content, version: '1.1.0' }));
    const next = await runJson('import', file, '--organization', 'Carrier', '--based-on', versionId);
    const row = await database.db('product_versions').where({ id: next.versionId }).first();
    expect(row).toMatchObject({
      based_on_version_id: versionId,
      created_by_name: 'operator',
      build_number: 2,
    });

    const to = ['--environment', 'DEV'];
    expect(await runJson('deploy', versionId, ...to, '--from', '2026-01-01')).toEqual({
      versionId,
      environment: 'DEV',
      effectiveDate: '2026-01-01',
      deployed: true,
    });
    const licensed = (...more: string[]) => run('license', productId, '--to', 'Agency', ...more);
    expect(await runJson('license', productId, '--to', 'Agency')).toMatchObject({ licensed: true });
    expect(await licensed('--grant', 'nothing')).toEqual([
      `Changed the license of product ${productId} to Agency`,
      'It may: nothing',
    ]);
    const grant = 'quote,bindPaid,cancel.FLAT=REQUEST,limits.premium=50000,backDateDays=3';
    expect(await licensed('--grant', grant)).toContain(`It may: ${grant}`);
    expect(await licensed()).toEqual([
      `Already licensed: product ${productId} to Agency`,
      `It may: ${grant}`,
    ]);
    await expect(licensed('--grant', 'quote,bind')).rejects.toThrow(
      'there is no authority bind: use quote, bindPaid',
    );
    await expect(licensed('--grant', 'backDateDays=soon')).rejects.toThrow('backDateDays');
    expect(await run('list')).toEqual([
      `${content.key}  Small Shop  product ${productId}`,
      `  owned by Carrier, licensed to Agency by operator ${me} (${grant})`,
      `  build 2  1.1.0  version ${next.versionId}  not deployed  imported by operator ${me}`,
      `  build 1  1.0.0  version ${versionId}  DEV from 2026-01-01 by operator ${me}  imported by operator ${me}`,
    ]);
    expect(await runJson('list', '--organization', 'Agency')).toEqual([
      expect.objectContaining({ productId, versions: [expect.anything(), expect.anything()] }),
    ]);

    expect(await runJson('withdraw', versionId, ...to)).toMatchObject({ withdrawn: 1 });
    await expect(run('withdraw', versionId, ...to)).rejects.toThrow('is not deployed to DEV');
    expect(await runJson('archive', versionId)).toEqual({ versionId, archived: true });
    await expect(run('deploy', versionId, ...to, '--from', '2026-01-01')).rejects.toThrow('is archived');
  });

  it.each(['yaml', 'xlsx', 'csv'])('exports a version to %s that imports as the same', async (format) => {
    const { file, content } = await aFile((product) => {
      product.tables = {
        sizes: {
          keys: [{ name: 'sales', match: 'range', type: 'number' }],
          columns: [{ name: 'factor' }],
          rows: [
            [[0, 500], 1.1],
            [[500, 1000.01], '0.90'],
          ],
        },
      };
    });
    const imported = await runJson('import', file, '--organization', 'Carrier');
    const out = path.join(folder, `export-${format}`);
    const exported = await runJson('export', imported.versionId, '--format', format, '--out', out);
    expect(exported).toMatchObject({ key: content.key, sha256: imported.sha256 });
    expect(exported.files).toHaveLength(format === 'yaml' ? 1 : 2);
    const again = await runJson('import', exported.files[0], '--organization', 'Carrier');
    expect(again).toMatchObject({
      versionId: imported.versionId,
      sha256: imported.sha256,
      created: false,
    });
    await expect(run('export', imported.versionId, '--format', format, '--out', out)).rejects.toThrow(
      'exists (--force overwrites it)',
    );
    await run('export', imported.versionId, '--format', format, '--out', out, '--force');
  });

  it('exports no version that is not there', async () => {
    await expect(run('export', '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0001')).rejects.toThrow(
      'There is no product version',
    );
  });

  it('imports nothing that has an error', async () => {
    const { file, content } = await aFile((broken) => {
      broken.configurations[0]!.events.GET_QUOTES![0]!.plan = 'none';
    });
    await expect(run('import', file, '--organization', 'Carrier')).rejects.toThrow(
      /product\.yaml:\d+:\d+: error: configurations\[0\]\.events\.GET_QUOTES\[0\]\.plan: /,
    );
    expect(await database.db('products').where({ id: content.product.id })).toEqual([]);
  });

  it('imports what has warnings, and tells them', async () => {
    const { file } = await aFile((content) => {
      content.ratingPlans.spare = content.ratingPlans.standard;
    });
    const { warnings, created } = await runJson('import', file, '--organization', 'Carrier');
    expect(created).toBe(true);
    expect(warnings).toEqual([expect.objectContaining({ severity: 'WARNING', path: 'ratingPlans.spare' })]);
  });

  it('deploys nothing that an older build imported and this one knows to be wrong', async () => {
    const { file } = await aFile();
    const { versionId } = await runJson('import', file, '--organization', 'Carrier');
    await database.db.raw(
      "update product_versions set definition = definition - 'ratingPlans' where id = ?",
      [versionId],
    );
    await expect(run('deploy', versionId, '--environment', 'DEV', '--from', '2026-01-01')).rejects.toThrow(
      'cannot be deployed: configurations[0].events.GET_QUOTES[0].plan',
    );
  });

  it('returns to a version that lint has come to refuse, with a warning', async () => {
    const { file, content } = await aFile();
    const { versionId } = await runJson('import', file, '--organization', 'Carrier');
    const deploy = ['deploy', versionId, '--environment', 'DEV', '--from'];
    await run(...deploy, '2026-01-01');
    await database
      .db('product_versions')
      .where({ id: versionId })
      .update({ definition: JSON.stringify({ ...content, policy: { currency: 'CLF' } }) });
    expect(await run(...deploy, '2026-02-01')).toEqual([
      `Deployed version ${versionId} to DEV from 2026-02-01 on`,
      expect.stringMatching(
        /^warning: lint now finds an error in it: policy\.currency: "CLF" is no currency/,
      ),
      'It may return, as it was deployed to DEV before. A message on the version keeps this.',
    ]);
    await expect(run('diff', versionId, file)).rejects.toMatchObject({ exitCode: 1 });
    expect(printed.slice(-2)).toEqual(['Policies', expect.stringMatching(/^ {2}policy: removed \{/)]);
  });

  it('deploys nothing that has a condition which can never hold', async () => {
    const { file, content } = await aFile();
    const { versionId } = await runJson('import', file, '--organization', 'Carrier');
    content.configurations[0]!.events.GET_QUOTES![0]!.when = { '>': [{ answer: 'shop.sales' }, 1000] };
    await database
      .db('product_versions')
      .where({ id: versionId })
      .update({ definition: JSON.stringify(content) });
    await expect(run('deploy', versionId, '--environment', 'DEV', '--from', '2026-01-01')).rejects.toThrow(
      'configurations[0].events.GET_QUOTES[0].when: this can never hold: "shop.sales" is never > 1000',
    );
  });

  it.each([
    [['deploy', 'x', '--environment', 'DEV', '--from', '2026-01-01'], 'It must be a UUID'],
    [
      ['deploy', '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0001', '--environment', 'DEV', '--from', '2026-02-30'],
      'a date',
    ],
    [
      ['deploy', '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0001', '--environment', 'TEST', '--from', '2026-01-01'],
      'DEV, UAT',
    ],
    [['deploy', '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0001', '--from', '2026-01-01'], '--environment'],
    [
      ['deploy', '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0001', '--environment', 'DEV', '--from', '2026-01-01'],
      'There is no product version',
    ],
    [['license', '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0001', '--to', 'Agency'], 'There is no product'],
    [
      ['license', '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0001', '--to', 'Nobody'],
      'There is no organization Nobody',
    ],
  ])('says plainly what is wrong with %j', async (line, why) => {
    await expect(run(...line)).rejects.toThrow(why);
  });
});

describe('cases', () => {
  const passing =
    '- name: Flat\n  effectiveDate: 2026-01-01\n  answers: { client.name: A }\n  expect: { premium: 500 }\n';

  it('that pass are counted on import and on deployment', async () => {
    const { file } = await aFile(() => {}, 'tested.yaml');
    await writeFile(path.join(folder, 'tested.cases.yaml'), passing);
    const imported = await runJson('import', file, '--organization', 'Carrier');
    expect(imported).toMatchObject({ created: true, cases: 1 });
    const to = ['--environment', 'DEV', '--from', '2026-01-01'];
    expect(await run('deploy', imported.versionId, ...to)).toEqual([
      `Deployed version ${imported.versionId} to DEV from 2026-01-01 on`,
      'It passed 1 case when it was imported.',
    ]);
    const more = passing.replace('Flat', 'Flat again');
    await writeFile(path.join(folder, 'tested.cases.yaml'), passing + more);
    expect((await run('import', file, '--organization', 'Carrier')).at(-1)).toBe('2 of 2 cases passed');
    expect(await runJson('deploy', imported.versionId, ...to)).toMatchObject({
      deployed: false,
      casesPassed: 2,
    });
  });

  it('that fail refuse the import', async () => {
    const { file, content } = await aFile(() => {}, 'failing.yaml');
    await writeFile(path.join(folder, 'failing.cases.yaml'), passing.replace('500', '501'));
    await expect(run('import', file, '--organization', 'Carrier')).rejects.toThrow(
      /premium: expected 501, got 500.00\n[\s\S]*cannot be imported: its cases fail/,
    );
    expect(await database.db('products').where({ id: content.product.id })).toEqual([]);
  });
});
