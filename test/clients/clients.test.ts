import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restaurant } from '../../clients/typescript/examples/restaurant.js';
import { Ioi, newId, PreconditionFailedError } from '../../clients/typescript/src/index.js';
import { type DemoService, startDemoService } from '../support/demo-service.js';
import { cachedTool } from './cached-tool.js';
import { heyApiProgram, openapiFetchProgram } from './generated-programs.js';
import { runGo, runTypeScript, whyNoGo } from './generators.js';
import { type InstalledClient, installClient } from './installed-client.js';
import { generatePythonClient } from './python-client.js';

const run = promisify(execFile);
const clients = fileURLToPath(new URL('../../clients', import.meta.url));

interface NewmanReport {
  run: {
    executions: { item: { name: string }; response?: { code: number } }[];
    failures: object[];
  };
}

let service: DemoService;
let access: { IOI_URL: string; IOI_KEY: string; IOI_SECRET: string };
beforeAll(async () => {
  service = await startDemoService();
  const { baseUrl, organizations } = service.demo;
  access = {
    IOI_URL: baseUrl,
    IOI_KEY: organizations[0]?.apiKey ?? '',
    IOI_SECRET: organizations[0]?.apiSecret ?? '',
  };
});
afterAll(async () => {
  await service?.stop();
});

describe('the TypeScript client', () => {
  let client: InstalledClient;
  beforeAll(async () => {
    client = await installClient();
  }, 240_000);
  afterAll(() => client.remove());

  it('quotes by the program of its README, strictly typed, installed elsewhere', async () => {
    const output = await client.runProgram('first-quote', access);

    expect(output).toMatch(/^Quote [0-9a-f-]{36}: General Liability for \d+$/m);
    expect(output).toMatch(/^ {2}Premises and operations: \d+$/m);
  }, 120_000);

  it('binds by another', async () => {
    const output = await client.runProgram('first-policy', access);

    expect(output).toMatch(/^Invoice INV-\w+$/m);
    expect(output).toMatch(/^Policy GL-\d{6}, ACTIVE, \d+ a year$/m);
    expect(output).toMatch(/^QUOTE_ISSUED: the quote was issued already, as policy GL-\d{6}$/m);
  }, 120_000);

  it('is small, and needs nothing that browsers lack', async () => {
    const { outputFiles } = await build({
      ...{ stdin: { contents: "export * from 'ioi-client'", resolveDir: client.folder }, bundle: true },
      ...{ minify: true, format: 'esm', platform: 'browser', target: 'es2022', write: false },
    });

    const [{ text, contents } = { text: '', contents: new Uint8Array() }] = outputFiles;
    expect(gzipSync(contents).length).toBeLessThan(8_500);
    // The names of errors are no names of classes, which are shortened here.
    expect(text).toContain('"NotFoundError"');
    expect(client.packedBytes).toBeLessThan(105_000);
  });
});

describe('the TypeScript client, beside a service', () => {
  const ioi = () => new Ioi({ baseUrl: access.IOI_URL, key: access.IOI_KEY, secret: access.IOI_SECRET });
  const ids = () => ({ idempotencyKey: newId() });

  it('endorses once, however often its call is repeated under one key', async () => {
    const product = (await ioi().products.list()).content.find(({ name }) => name === 'General Liability');
    const lineId = product?.productId ?? '';
    const request = { lineId, effectiveDate: '2027-01-01', answers: restaurant };
    const quoting = ids();
    const asked = await ioi().quotes.get(request, quoting);
    const again = await ioi().quotes.get(request, quoting);
    expect(again.triggerRequestId).toBe(asked.triggerRequestId);
    expect(again.quotes).toEqual(asked.quotes);

    const [quoteId = '', clientId = ''] = [asked.quotes[0]?.requestId, asked.client];
    const toIssue = {
      lineId,
      clientId,
      quoteIds: [quoteId],
      paymentPlans: { [quoteId]: 'FULL_PAYMENT' as const },
    };
    const issuing = ids();
    await ioi().events.fire('SELECT_QUOTE', { lineId, payload: { clientId, quoteIds: [quoteId] } });
    const issued = await ioi().policies.issue({ ...toIssue, paymentRequired: false }, issuing);
    expect(await ioi().policies.issue({ ...toIssue, paymentRequired: false }, issuing)).toEqual(issued);

    const policyId = issued.policies[0]?.id ?? '';
    const charged = async () => {
      const { content } = await ioi().ledger.searchEntries(policyId);
      return content.reduce((sum, { premium }) => sum + premium, 0);
    };
    const before = await charged();
    const endorsing = ids();
    const endorse = () =>
      ioi().events.fire(
        'POLICY_ENDORSE',
        { lineId, payload: { policyId, premium: 100, effectiveDate: '2027-02-01' } },
        endorsing,
      );
    const endorsed = await endorse();
    expect(await endorse()).toEqual(endorsed);
    expect((await charged()) - before).toBe(100);
  }, 120_000);

  it('changes a record only as it was read, by its etag', async () => {
    const { clientId } = await ioi().clients.put({ clientName: 'Harbor Bakery LLC' });
    const { content } = await ioi().products.list();
    const read = () =>
      ioi()
        .clients.get(clientId, content[0]?.productId ?? '')
        .withResponse();
    const { etag } = await read();
    await ioi().clients.put({ clientId, clientName: 'Harbor Bakery Inc.' }, { ifMatch: etag });
    await expect(
      ioi().clients.put({ clientId, clientName: 'Harbor Bakery' }, { ifMatch: etag }),
    ).rejects.toBeInstanceOf(PreconditionFailedError);
    expect((await read()).etag).not.toBe(etag);
  });

  it('reads a report as text, and converts flat pairs with loops', async () => {
    expect(await ioi().reports.premium({ asOf: '2027-06-30', format: 'csv' })).toMatch(/^[\w, ]+\r?\n/);
    const { locations } = await ioi().utilities.convertKeyPairs({ 'locations[0].location.state': 'TX' });
    expect(locations?.type).toBe('LOOP');
  });
});

describe('a client that another generator makes from the contract', () => {
  it('openapi-typescript, with openapi-fetch: compiles, and quotes', async () => {
    const output = await runTypeScript('openapi-typescript', openapiFetchProgram, {
      ...access,
      INTAKE: JSON.stringify(service.demo.products[0]?.intakes.quoted),
    });
    expect(output).toMatch(/^General Liability: \d+\nreport: text$/m);
  }, 240_000);

  it('@hey-api/openapi-ts: compiles, and signs in by the one credential that it is given', async () => {
    const output = await runTypeScript('openapi-ts', heyApiProgram, access);
    expect(output).toContain('General Liability\n');
  }, 240_000);

  it('oapi-codegen: builds, and lists the products', async (context) => {
    const why = await whyNoGo();
    if (why !== undefined) return context.skip(why);
    const program = fileURLToPath(new URL('first-products.go', import.meta.url));
    expect(await runGo(program, access)).toContain('General Liability\n');
  }, 400_000);
});

describe('the Python client', () => {
  it('is generated from the contract, with names of the trade, and quotes', async (context) => {
    const client = await generatePythonClient(access.IOI_URL);
    if (typeof client === 'string') return context.skip(client);

    const output = await client.runProgram(
      'first_quote',
      service.demo.products[0]?.intakes.quoted ?? {},
      access,
    );
    expect(output).toMatch(/^Quote [0-9a-f-]{36}: General Liability for \d+$/m);
    expect(output).toMatch(/^ {2}Premises and operations: \d+$/m);
    expect(client.models).toEqual(
      expect.arrayContaining(['client_save.py', 'coverage.py', 'policy.py', 'question.py', 'quote.py']),
    );
    // A schema without a name gets one such as `quote_quote_details_premium_type_0`.
    expect(client.models.filter((file) => /_type_\d/.test(file)).length).toBeLessThan(2);
    expect(
      client.warnings.filter((line) => !/product\/(lint|test|import)|v3\/(job|mail\/report) /.test(line)),
    ).toEqual([]);
    await client.remove();
  }, 180_000);
});

describe('the Postman collection', () => {
  it('is imported by Postman’s own runner, which carries a quote to a policy', async () => {
    const newman = await cachedTool('newman@6.2.2', async (at) => {
      await run('npm', ['install', '--prefix', at, '--no-audit', '--no-fund', 'newman@6.2.2']);
    });
    if (typeof newman !== 'string') throw newman;
    const report = path.join(service.dataDir, 'newman.json');
    const collection = path.join(clients, 'postman/ioi.postman_collection.json');
    await run(path.join(newman, 'node_modules/.bin/newman'), [
      ...['run', collection, '--environment', path.join(service.dataDir, 'postman-environment.json')],
      ...['--folder', 'From a quote to a policy', '--reporters', 'json', '--reporter-json-export', report],
    ]);
    const { run: done } = JSON.parse(await readFile(report, 'utf8')) as NewmanReport;
    expect(done.executions.map(({ item, response }) => `${response?.code} ${item.name}`)).toEqual([
      '200 List products',
      '200 Read the question hierarchy of a product',
      '200 Fire an event: GET_QUOTES',
      '200 Read the quotes of a fired event',
      '200 Fire an event: SELECT_QUOTE',
      '200 Fire an event: PAYMENT_SETUP',
      '200 Fire an event: POLICY_CREATE',
      '200 Read a full policy',
    ]);
    expect(done.failures).toEqual([]);
  }, 180_000);
});
