import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { productAuthoringRoutes } from '../../api/product-authoring/routes.js';
import { ProductAuthoring } from '../../api/product-authoring/service.js';
import { addProductCommands } from '../../cli/commands/product.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { ProductChecker } from '../../documents/product-files/product-checker.js';
import { ThreadPool } from '../../documents/threads/thread-pool.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization, aUser, type TestOrganization, testPassword } from '../support/identity-factory.js';

/** The commands of authors on a database and on a service. */
let database: TestDatabase;
let service: TestApp;
const threads = new ThreadPool();
let checker: ProductChecker;
let server: Server;
let url: string;
let folder: string;
let author: TestOrganization;

beforeAll(async () => {
  database = await createTestDatabase();
  checker = new ProductChecker(threads);
  // Without notifications each look-up reads the database.
  const catalog = createProductCatalog({ db: database.db, databaseUrl: database.url, environment: 'DEV' });
  const authoring = new ProductAuthoring({ db: database.db, checker, catalog, now: () => new Date() });
  service = await createTestApp(database, { resources: [productAuthoringRoutes({ authoring })] });
  server = createServer(service.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  author = await anOrganization(database.db, { name: 'Carrier' });
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-author-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await service.close();
  await threads.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Runs a command line: on the service if it is in the environment, else on the database. */
async function run(...line: string[]): Promise<string[]> {
  const printed: string[] = [];
  const command = new Command('product');
  addProductCommands(command, {
    withDatabase: (work) => work(database.db),
    print: (text) => void printed.push(text),
    readInput: async () => '',
  });
  for (const each of [command, ...command.commands]) each.exitOverride();
  await command.parseAsync(line, { from: 'user' });
  return printed;
}

const runJson = async (...line: string[]) => JSON.parse((await run(...line, '--json')).join(''));

/** What a command prints or how it fails, on the database or on the service. */
async function outcome(line: string[], where: 'database' | 'service'): Promise<string> {
  if (where === 'service') onService();
  const more = line[0] === 'import' && where === 'database' ? ['--organization', 'Carrier'] : [];
  try {
    return (await run(...line, ...more)).join('\n');
  } catch (error) {
    return `fails: ${(error as Error).message}`;
  } finally {
    vi.unstubAllEnvs();
  }
}

function onService(as = author): void {
  vi.stubEnv('IOI_URL', url);
  vi.stubEnv('IOI_API_KEY', as.key);
  vi.stubEnv('IOI_API_SECRET', as.secret);
}

async function aNewProduct(change: (file: string) => Promise<void> = async () => {}): Promise<string> {
  const place = await mkdtemp(path.join(folder, 'product-'));
  const key = `shop-${randomUUID().slice(0, 8)}`;
  await run('new', key, place);
  const file = path.join(place, `${key}.yaml`);
  await change(file);
  return file;
}

async function edit(file: string, from: string | RegExp, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const changed = text.replace(from, to);
  expect(changed).not.toBe(text);
  await writeFile(file, changed);
}

describe('the commands of authors on a service', () => {
  it('take a product from a file to a timeline and back', async () => {
    onService();
    const file = await aNewProduct();
    const imported = await runJson('import', file, '--message', 'First.');
    const { versionId, productId, key } = imported;
    expect(imported).toMatchObject({ buildNumber: 1, created: true, cases: 7 });
    expect(await run('import', file)).toEqual([
      `Already there: ${key} 0.1.0, build 1: version ${versionId}`,
      '7 of 7 cases passed',
    ]);
    expect(await run('deploy', versionId, '--environment', 'DEV', '--from', '2026-01-01')).toEqual([
      `Deployed version ${versionId} to DEV from 2026-01-01 on`,
      'It passed 7 cases when it was imported.',
    ]);
    const agency = await anOrganization(database.db, { name: 'Agency' });
    expect(await run('license', productId, '--to', agency.organization.id, '--grant', 'quote')).toEqual([
      `Licensed product ${productId} to Agency`,
      'It may: quote,backDateDays=1',
    ]);
    const listed = await run('list');
    expect(listed).toContain(
      `  owned by Carrier, licensed to Agency by key ${author.key} (quote,backDateDays=1)`,
    );
    expect(listed).toContain(
      `  build 1  0.1.0  version ${versionId}  DEV from 2026-01-01 by key ${author.key}  imported by key ${author.key}`,
    );
    const out = path.join(folder, 'exported');
    expect((await runJson('export', versionId, '--out', out)).sha256).toBe(imported.sha256);
    expect(await runJson('import', path.join(out, `${key}.yaml`))).toMatchObject({
      versionId,
      created: false,
    });
    expect(await run('diff', versionId, file)).toEqual([expect.stringContaining(': 0 differences')]);
    expect(await run('withdraw', versionId, '--environment', 'DEV')).toEqual([
      `Withdrew 1 deployment of version ${versionId} from DEV`,
    ]);
    expect(await runJson('archive', versionId)).toEqual({ versionId, archived: true });
  });

  it('record the person who signs in', async () => {
    const person = await aUser(database.db, { organizationId: author.organization.id });
    vi.stubEnv('IOI_USER_ID', person.userId);
    vi.stubEnv('IOI_PASSWORD', testPassword);
    const { versionId } = await runJson('import', await aNewProduct(), '--url', `${url}/`);
    const row = await database.db('product_versions').where({ id: versionId }).first();
    expect(row.imported_by).toEqual({ kind: 'USER', name: 'Ada Byron', personId: person.id });
  });

  it('send tables and workbooks along, also from another folder', async () => {
    onService();
    const csv = await aNewProduct();
    const { versionId, key } = await runJson('import', csv);
    const out = path.join(folder, 'tables');
    await mkdir(out);
    for (const format of ['csv', 'xlsx']) {
      await run('export', versionId, '--format', format, '--out', path.join(out, format));
      const file = path.join(out, format, `${key}.yaml`);
      expect(await runJson('import', file)).toMatchObject({ versionId, created: false });
    }
    const moved = path.join(out, 'moved.xlsx');
    await cp(path.join(out, 'xlsx', `${key}.xlsx`), moved);
    expect(await runJson('import', csv, '--tables', moved)).toMatchObject({ versionId, created: false });
  });
});

describe('a message is the same on a database and on a service', () => {
  const id = '3c9d5b54-7e49-4f0e-8e39-0a0c3a9a2b11';
  const faults: [string, () => Promise<string[]>][] = [
    [
      'a slip',
      async () => ['import', await aNewProduct((file) => edit(file, 'ratingPlans:', 'ratingPlan:'))],
    ],
    ['broken YAML', async () => ['import', await aNewProduct((file) => edit(file, /^key:.*$/m, 'key: ['))]],
    [
      'failing cases',
      async () => {
        const file = await aNewProduct();
        await edit(file.replace('.yaml', '.cases.yaml'), /premium: .*$/m, 'premium: 1');
        return ['import', file];
      },
    ],
    [
      'faulty cases',
      async () => {
        const file = await aNewProduct();
        await edit(file.replace('.yaml', '.cases.yaml'), 'effectiveDate:', 'effectivDate:');
        return ['import', file];
      },
    ],
    ['a missing file', async () => ['import', path.join(folder, 'missing.yaml')]],
    ['an unknown version', async () => ['deploy', id, '--environment', 'DEV', '--from', '2026-01-01']],
    ['an unknown product', async () => ['license', id, '--to', author.organization.id]],
    ['an unknown base', async () => ['import', await aNewProduct(), '--based-on', id]],
  ];
  it.each(faults)('for %s', async (_what, line) => {
    const command = await line();
    const message = await outcome(command, 'database');
    expect(message).toMatch(/^fails: /);
    expect(await outcome(command, 'service')).toBe(message);
  });

  it('for a version that is not deployed', async () => {
    onService();
    const { versionId } = await runJson('import', await aNewProduct());
    const line = ['withdraw', versionId, '--environment', 'DEV'];
    expect(await outcome(line, 'service')).toBe(await outcome(line, 'database'));
  });
});

describe('a service refuses plainly', () => {
  it('a missing permission, a wrong key, and what only a database takes', async () => {
    const reader = await anOrganization(database.db, { permissions: ['products:read'] });
    const file = await aNewProduct();
    onService(reader);
    await expect(run('import', file)).rejects.toThrow('The permission products:write is needed.');
    vi.stubEnv('IOI_API_SECRET', 'wrong');
    await expect(run('list')).rejects.toThrow('Valid credentials are required.');
    onService();
    await expect(run('import', file, '--organization', 'Carrier')).rejects.toThrow(
      'Leave out --organization',
    );
    const productId = author.organization.id;
    await expect(run('license', productId, '--to', 'Agency')).rejects.toThrow("takes the organization's id");
  });

  it('settings that are missing or wrong, and an address where nothing listens', async () => {
    await expect(run('list', '--url', url)).rejects.toThrow('set IOI_API_KEY and IOI_API_SECRET');
    await expect(run('list', '--url', 'ftp://x')).rejects.toThrow('--url must be a URL');
    onService();
    await expect(run('list', '--url', 'http://127.0.0.1:1')).rejects.toThrow(/^Cannot reach/);
  });
});
