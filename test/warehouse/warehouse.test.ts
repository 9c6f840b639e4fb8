import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quoteFigureRoutes } from '../../api/reports/quote-figures-routes.js';
import { retentionRoutes } from '../../api/reports/retention-routes.js';
import { reportRoutes } from '../../api/reports/routes.js';
import { ReportService } from '../../api/reports/service.js';
import { numberChanges } from '../../db/changes/number-changes.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { Policy } from '../../db/models/policy.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import { eraseClient } from '../../db/personal-data/erase-client.js';
import { removeOld } from '../../db/personal-data/retention-rules.js';
import { s3Client } from '../../documents/stores/s3-client.js';
import { folderTarget } from '../../documents/warehouse/folder-target.js';
import { type Manifest, readManifest } from '../../documents/warehouse/manifest.js';
import { s3Target } from '../../documents/warehouse/s3-target.js';
import type { WarehouseTarget } from '../../documents/warehouse/warehouse-target.js';
import { type WarehouseToWrite, writeWarehouse } from '../../documents/warehouse/write-warehouse.js';
import { createTestApp } from '../support/app.js';
import { type Duck, type DuckRow, duckOn } from '../support/duck.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { operate } from '../support/operator.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';
import { anS3Server, type S3Server, s3Credentials, whyNoS3Server } from '../support/versitygw.js';

const noS3 = await whyNoS3Server();
if (noS3 !== undefined) console.warn(`The warehouse in a bucket is not tested: ${noS3}.`);

let world: EventWorld;
let desk: PolicyDesk;
let folder: string;
let today = '2039-01-05';
let get: (report: string) => Promise<DuckRow[]>;
let closeApp: () => Promise<void>;
/** Monthly, full payment, and of the client that is erased. */
let monthly: string;
let full: string;
let bakery: string;
const now = () => new Date(`${today}T12:00:00Z`);

const issue = (name: string, revenue: number, plan: string) =>
  desk.issueQuoted({
    intake: intakeOf({ 'client.name': name, 'shop.revenue': String(revenue) }),
    action: { actionId: shopIds.standard, type: 'IOI_RATING', name: 'Standard' },
    plan,
    effectiveDate: today,
  });
const pay = (policyId: string, amount: number, reference: string) =>
  desk.done('PAYMENT_RECEIVED', { policyId, amount, reference });
const write = async (...options: string[]) =>
  JSON.parse((await operate(world.db, ['warehouse', '--to', folder, '--json', ...options])).join(''));
const target = () => folderTarget(folder);
const writeTo = (to: WarehouseTarget, changes: Partial<WarehouseToWrite> = {}) =>
  writeWarehouse(world.db, {
    ...{ target: to, service: '0', now: new Date(), isWhole: false, keepMs: 3_600_000 },
    ...changes,
  });

async function withDuck<Result>(work: (duck: Duck) => Promise<Result>): Promise<Result> {
  const duck = await duckOn(folder);
  try {
    await duck.run(`set variable day = date '${today}'`);
    return await work(duck);
  } finally {
    duck.close();
  }
}

/** The SQL of the guide: the numbered questions, by number, and what comes before them. */
async function questions(): Promise<Map<string, string>> {
  const page = await readFile('docs/guides/warehouse.md', 'utf8');
  const found = [...page.matchAll(/^### (\d+)\. .*?^```sql\n(.*?)^```/gms)];
  return new Map(found.map(([, number = '', sql = '']) => [number, sql]));
}

async function manifestOf(): Promise<Manifest> {
  return readManifest(await readFile(path.join(folder, 'manifest.json'), 'utf8'));
}

/** Every file of the manifest is there as it was written. */
async function expectWhole(manifest: Manifest): Promise<void> {
  for (const { files } of manifest.tables) {
    for (const { path: name, sha256, bytes } of files) {
      const written = await readFile(path.join(folder, name));
      expect(written.byteLength, name).toBe(bytes);
      expect(createHash('sha256').update(written).digest('hex'), name).toBe(sha256);
    }
  }
}

const parquetFiles = async () =>
  (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.parquet'));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-warehouse-test-'));
  world = await anEventWorld(shopOfLives(), { now });
  desk = new PolicyDesk(world, now);
  const { organizationId } = world.carrier;
  const { apiKey, secret } = await createApiKey(world.db, { organizationId, permissions: ['*'] });
  const { app, close } = await createTestApp(
    { db: world.db, url: world.databaseUrl, drop: async () => undefined },
    {
      resources: [
        quoteFigureRoutes({ db: world.db, now }),
        retentionRoutes({ db: world.db, now }),
        reportRoutes({ reports: new ReportService({ db: world.db }), db: world.db, now }),
      ],
    },
  );
  closeApp = close;
  get = async (report) => {
    const request = supertest(app).get(`/ioi/v3/report/${report}`);
    return (await request.set('Authorization', basicOf(apiKey.key, secret)).expect(200)).body.rows;
  };

  monthly = await issue('Corner Shop', 123_457, 'MONTHLY');
  full = await issue('Corner Shop', 33_333, 'FULL_PAYMENT');
  bakery = await issue('Nightingale Bakery', 77_777, 'FULL_PAYMENT');
  await issue('Corner Shop', 9_999_999, 'FULL_PAYMENT').catch(() => undefined);
  today = '2039-02-10';
  for (const policyId of [monthly, full, bakery]) await desk.lookAfter(policyId);
  await pay(monthly, 150.55, 'check 1');
  await pay(full, 400, 'check 2');
  today = '2039-03-15';
  const effectiveDate = today;
  const intake = intakeOf({ 'shop.revenue': '150001' });
  const quoted = await desk.done('POLICY_ENDORSEMENT_QUOTING', { policyId: monthly, effectiveDate, intake });
  await desk.done('POLICY_ENDORSE', { policyId: monthly, quoteId: quoted.quoteId, effectiveDate });
  for (const policyId of [full, bakery])
    await desk.done('POLICY_CANCEL', { policyId, effectiveDate: '2039-04-01' });
  today = '2039-04-20';
  for (const policyId of [monthly, full, bakery]) await desk.lookAfter(policyId);
});
afterAll(async () => {
  await closeApp?.();
  await world?.close();
  await rm(folder, { recursive: true });
});

it('has what the reports have, to the cent, by the questions of the guide', async () => {
  expect(await write()).toMatchObject({ run: 1, whole: 'nothing was written before' });
  await expectWhole(await manifestOf());
  const asked = await questions();
  expect([...asked.keys()]).toEqual(Array.from({ length: 10 }, (_, index) => String(index + 1)));
  await withDuck(async (duck) => {
    const answers = new Map<string, DuckRow[]>();
    for (const [number, sql] of asked) {
      answers.set(number, await duck.rows(sql));
      expect(answers.get(number)!.length, number).toBeGreaterThan(0);
    }
    const answer = (number: number) => answers.get(String(number))!;

    const byLine = await get(`premium?asOf=${today}&by=line`);
    expect(answer(1)).toEqual(byLine.map(({ line, ...figures }) => ({ product_name: line, ...figures })));
    expect(byLine[0]!.earned).not.toBe(byLine[0]!.written);
    const byCoverage = await get(`premium?asOf=${today}&by=coverage,riskState`);
    expect(answer(2)).toEqual(
      byCoverage.map(({ coverage, riskState, currency, written }) => ({
        ...{ coverage, risk_state: riskState, currency, written },
      })),
    );
    const taxes = await get(`taxes?asOf=${today}`);
    expect(answer(3)).toEqual(
      taxes.map(({ type, authority, currency, charged, returned }) => ({
        ...{ charge_type: type, authority, currency, charged, returned },
      })),
    );
    const accounts = await get(`receivables?asOf=${today}&by=policy`);
    expect(answer(4)).toEqual(
      accounts.map(({ policyNumber, currency, billed, paid, due, pastDue }) => ({
        ...{ policy_number: policyNumber, currency, billed, paid, due, past_due: pastDue },
      })),
    );
    expect(accounts.some(({ pastDue }) => Number(pastDue) > 0)).toBe(true);
    const quotes = await get('quotes?from=2039-01-01&to=2039-12-31&by=month');
    expect(answer(5)).toEqual(
      quotes.map(({ from, lineName, quoted, declined, bound }) => ({
        ...{ month: from, product_name: lineName, quoted, declined, bound },
      })),
    );
    const retention = await get('retention?from=2040-01-01&to=2040-12-31&by=month');
    expect(answer(6)).toEqual(
      retention.map(({ from, lineName, ending, renewed, canceled, notRenewed, pending }) => ({
        ...{
          month: from,
          product_name: lineName,
          ending,
          renewed,
          canceled,
          not_renewed: notRenewed,
          pending,
        },
      })),
    );
    expect(retention).toMatchObject([{ ending: 3, canceled: 2, pending: 1 }]);
    expect(answer(7).map(({ step }) => step)).toContain('Rate');
    expect(answer(8)).toContainEqual(
      expect.objectContaining({ section: 'coverage:LIABILITY', step: 'Rate', average_factor: 0.01 }),
    );
    expect(answer(10).map(({ name }) => name)).toContain('Nightingale Bakery');

    const terms = await get(`premium?asOf=${today}&by=term`);
    const own = await duck.rows(`select p.policy_number as "policyNumber", l.term_number as "termNumber",
        in_cents(sum(earned(premium_change, earned_from, earned_until, getvariable('day')))) as earned
      from ledger_lines l join policies p using (policy_id) group by all order by all`);
    expect(own).toEqual(
      terms.map(({ policyNumber, termNumber, earned }) => ({ policyNumber, termNumber, earned })),
    );
  });
});

it('is opened as the guide says', async () => {
  const page = await readFile('docs/guides/warehouse.md', 'utf8');
  const blocks = [...page.matchAll(/^```sql\n(set variable .*?)^```/gms)].map(([, sql = '']) => sql);
  expect(blocks).toHaveLength(2);
  await withDuck(async (duck) => {
    const [manifest = '', day = ''] = blocks;
    const [set = '', count = ''] = manifest
      .replace("'manifest.json'", `'${folder}/manifest.json'`)
      .split(';');
    await duck.run(set);
    expect(await duck.rows(count)).toEqual([{ 'count_star()': 3 }]);
    await duck.run(day);
    expect(await duck.rows("select typeof(getvariable('day')) as type")).toEqual([{ type: 'DATE' }]);
  });
});

it('has every step of every premium, as the worksheets have it', async () => {
  const { quoteId } = await Policy.query(world.db).findById(monthly).throwIfNotFound();
  const { worksheet } = await QuoteWorksheet.query(world.db).findById(quoteId).throwIfNotFound();
  const steps = await withDuck((duck) =>
    duck.rows(`select number, section, step, op, inputs, after, before_number
      from premium_steps where quote_id = '${quoteId}' order by number`),
  );
  const number = (value: string | boolean | null | undefined) => (value ? Number(value) : null);
  expect(worksheet.length).toBeGreaterThan(5);
  expect(steps).toMatchObject(
    worksheet.map(({ section, step, op, inputs, before }, index) => ({
      ...{
        number: index + 1,
        section,
        step,
        op,
        inputs: JSON.stringify(inputs),
        before_number: number(before),
      },
    })),
  );
  expect(steps.map(({ after }) => String(after))).toEqual(worksheet.map(({ after }) => String(after)));
});

it('keeps both times to the microsecond, and amounts and days as such', async () => {
  await withDuck(async (duck) => {
    const types = await duck.rows(
      `select column_name as name, column_type as type from (describe ledger_lines)
       where column_name in ('premium_change', 'effective_date', 'recorded_at')`,
    );
    expect(types).toEqual([
      { name: 'premium_change', type: 'DECIMAL(18,4)' },
      { name: 'effective_date', type: 'DATE' },
      { name: 'recorded_at', type: 'TIMESTAMP' },
    ]);
    const { rows } = await world.db.raw(
      "select id, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as at from clients order by id",
    );
    expect(
      await duck.rows(
        "select client_id as id, strftime(changed_at, '%Y-%m-%d %H:%M:%S.%f') as at from clients order by id",
      ),
    ).toEqual(rows);
  });
});

it('writes only the months that changed, and nothing where nothing did', async () => {
  const before = await manifestOf();
  const unchanged = await write();
  const writtenOf = (tables: { name: string; months: string[] }[]) =>
    Object.fromEntries(
      tables.filter(({ months }) => months.length > 0).map(({ name, months }) => [name, months]),
    );
  expect(unchanged).toMatchObject({ run: 2, whole: null });
  expect(writtenOf(unchanged.tables)).toEqual({});
  expect((await manifestOf()).tables).toEqual(before.tables);

  today = '2039-05-02';
  await pay(monthly, 25.5, 'check 3');
  const { tables, whole } = await write();
  const written = writtenOf(tables);
  expect(whole).toBeNull();
  expect(written).toMatchObject({ payments: ['2039-05'], payment_allocations: ['2039-05'] });
  for (const name of ['quotes', 'premium_steps', 'ledger_lines', 'clients'])
    expect(written[name]).toBeUndefined();
  await expectWhole(await manifestOf());
  await withDuck(async (duck) => {
    const [{ paid }] = (await duck.rows('select sum(amount) as paid from payments')) as [DuckRow];
    expect(paid).toBe(576.05);
  });
});

it('has what was committed, whoever commits late', async () => {
  const late = await world.db.transaction();
  await late('statements')
    .where({ policy_id: monthly, number: 1 })
    .update({ data: { note: 'late' } });
  await write();
  const noted = () =>
    withDuck((duck) => duck.rows("select number from statements where details ->> 'note' = 'late'"));
  expect(await noted()).toEqual([]);
  await late.commit();
  await write();
  expect(await noted()).toEqual([{ number: 1 }]);
});

describe('a writer that is killed', () => {
  it('leaves the last run as it was at any moment, and the next one goes on', async () => {
    today = '2039-06-02';
    await pay(monthly, 10, 'check 4');
    const last = await readFile(path.join(folder, 'manifest.json'), 'utf8');
    const killed = Object.assign(new Error('killed'), { isKill: true });
    let points = 0;
    for (let point = 0; ; point += 1) {
      let calls = 0;
      const step = () => {
        if (calls === point) throw killed;
        calls += 1;
      };
      const whole = target();
      const dying: WarehouseTarget = {
        ...whole,
        put: async (name) => {
          step();
          await whole.put(name);
        },
        discard: async () => undefined,
        replace: async (name, text) => {
          step();
          await whole.replace(name, text);
        },
      };
      const ended = await writeTo(dying).catch((error) => error);
      const manifest = await readFile(path.join(folder, 'manifest.json'), 'utf8');
      await expectWhole(readManifest(manifest));
      if (manifest !== last) break;
      expect(ended).toBe(killed);
      points += 1;
    }
    expect(points).toBeGreaterThan(3);
    const { whole, deleted } = await write('--keep', '0');
    expect(whole).toBeNull();
    // Those of the runs that did not come to their end, too.
    expect(deleted).toBeGreaterThanOrEqual(points - 1);
    const named = (await manifestOf()).tables.flatMap(({ files }) => files.map(({ path: name }) => name));
    expect((await parquetFiles()).toSorted()).toEqual(named.toSorted());
  });

  it('has no other beside it', async () => {
    await pay(monthly, 1, 'check 5');
    const slow = target();
    const refusals: unknown[] = [];
    await writeTo({
      ...slow,
      put: async (name) => {
        if (refusals.length === 0) refusals.push(await writeTo(target()).catch((error) => error));
        await slow.put(name);
      },
    });
    expect(refusals).toMatchObject([{ message: `Another command is writing to ${folder}.` }]);
  });
});

it('forgets an erased client and what is deleted, in files, too', async () => {
  const { db } = world;
  const { clientId } = await Policy.query(db).findById(bakery).throwIfNotFound();
  const documentId = randomUUID();
  await db('documents').insert({
    ...{ id: documentId, organization_id: world.carrier.organizationId, policy_id: monthly },
    ...{ origin: 'UPLOADED', type: 'FILE', file_name: 'a.bin', content_type: 'application/octet-stream' },
    ...{ size: 1, sha256: '0'.repeat(64), store: 'POSTGRES', created_at: '2038-11-30T00:00:00Z' },
  });
  await write();
  const documents = () =>
    withDuck((duck) =>
      duck.rows(`select month(recorded_at) as month from documents where document_id = '${documentId}'`),
    );
  expect(await documents()).toEqual([{ month: 11 }]);
  const withName = async (duck: Duck) => {
    const tables = (await manifestOf()).tables.map(({ name }) => name);
    const found: string[] = [];
    for (const name of tables) {
      const rows = await duck.rows(`select 1 from ${name} t where t::varchar like '%Nightingale%' limit 1`);
      if (rows.length > 0) found.push(name);
    }
    return found;
  };
  expect(await withDuck(withName)).toEqual(
    expect.arrayContaining(['clients', 'client_answers', 'quotes', 'policies']),
  );
  await db('policies').where({ id: bakery }).update({ policy_state: 'CLOSED' });
  await db.transaction((trx) => eraseClient(trx, { clientId, today, now: now(), policyYears: 10 }));
  await db('documents').where({ id: documentId }).delete();
  const before = await parquetFiles();
  const { whole } = await write();
  expect(whole).toBeNull();
  expect(await withDuck(withName)).toEqual([]);
  await withDuck(async (duck) => {
    expect(await duck.rows(`select 1 from clients where client_id = '${clientId}'`)).toEqual([]);
    expect(await duck.rows(`select 1 from policies where policy_id = '${bakery}'`)).toHaveLength(1);
  });
  expect(await documents()).toEqual([]);
  // For readers of the run before, until they are old.
  expect(await parquetFiles()).toEqual(expect.arrayContaining(before));
  await write('--keep', '0');
  const manifest = await manifestOf();
  expect(await parquetFiles()).toHaveLength(manifest.tables.flatMap(({ files }) => files).length);
  expect(manifest.replaced).toEqual([]);
});

it('is written whole where the feed no longer has what changed, and not over another database', async () => {
  const manifest = await manifestOf();
  await pay(monthly, 2, 'check 6');
  await numberChanges(world.db);
  await removeOld(world.db, 'RETAIN_CHANGES_DAYS', { before: new Date(Date.now() + 60_000) });
  expect(await write()).toMatchObject({ whole: 'the changes since the last run are not kept' });
  expect(await write()).toMatchObject({ whole: null });
  const other = { ...manifest, database: 'another/1' };
  await target().replace('manifest.json', JSON.stringify(other));
  await expect(write()).rejects.toThrow('has the warehouse of another database');
  expect(await write('--full')).toMatchObject({ whole: '--full was given' });
  await target().replace('manifest.json', JSON.stringify({ ...(await manifestOf()), format: 2 }));
  await expect(write()).rejects.toThrow('not one that this release understands');
  await target().remove('manifest.json');
});

/** Building the server takes minutes, once. */
const buildPatienceMs = 600_000;

describe.skipIf(noS3 !== undefined)('in a bucket', () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await anS3Server();
    const client = s3Client(access());
    await client.send(new CreateBucketCommand({ Bucket: 'lake' }));
    client.destroy();
  }, buildPatienceMs);
  afterAll(() => server?.stop());

  const access = () => ({
    ...{ region: 'us-east-1', endpoint: server.endpoint, credentials: s3Credentials, pathStyle: true },
  });

  it('is what it is in a folder, and goes on from there', async () => {
    const bucket = await s3Target('s3://lake/of/insurance/', access());
    const inFolder = await writeTo(target());
    const first = await writeTo(bucket);
    const rows = ({ tables }: { tables: { name: string; allRows: number }[] }) =>
      tables.map(({ name, allRows }) => ({ name, allRows }));
    expect(rows(first)).toEqual(rows(inFolder));
    const manifest = readManifest((await bucket.read('manifest.json'))!);
    const [file] = manifest.tables.find(({ name }) => name === 'payments')!.files;
    const stored = await bucket.open(file!.path);
    const bytes = Buffer.from(await stored.slice(0));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file!.sha256);
    expect(await bucket.read('views.sql')).toContain("read_parquet(['s3://lake/of/insurance/policies/");

    today = '2039-07-02';
    await pay(monthly, 3, 'check 7');
    const next = await writeTo(bucket, { keepMs: 0, now: new Date(Date.now() + 60_000) });
    expect(next).toMatchObject({ run: 2, whole: null });
    expect(next.tables.find(({ name }) => name === 'payments')).toMatchObject({ months: ['2039-07'] });
    expect(next.deleted).toBeGreaterThan(0);
    const kept = readManifest((await bucket.read('manifest.json'))!).tables.flatMap(({ files }) => files);
    const left: string[] = [];
    for await (const { path: name } of bucket.list()) if (name.endsWith('.parquet')) left.push(name);
    expect(left.toSorted()).toEqual(kept.map(({ path: name }) => name).toSorted());
    await bucket.close();
    await expect(s3Target('s3://', access())).rejects.toThrow('is not s3://BUCKET');
  });
});
