import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PolicyTimelines } from '../../api/policies/timeline/service.js';
import { makeBook } from '../../cli/demo/book/make-book.js';
import { demoAgency, demoCarrier } from '../../cli/demo/organizations.js';
import { createOrganization } from '../../db/identity/organizations.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { reportNames } from '../../db/reports/reports.js';
import { withIdsOf } from '../../domain/book/installed-rows.js';
import { addDays } from '../../domain/ground/calendar.js';
import { everyRow, idsOfBook, importProducts } from '../book/moved-book.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { operate } from '../support/operator.js';
import { randomFrom } from '../support/random.js';
import { reportRows } from '../support/report-rows.js';
import { type Ended, runCli } from '../support/running-service.js';

/** BOOK_POLICIES=5000 KILLS=10 SEED=1 for a long run. */
const { BOOK_POLICIES = '1500', KILLS = '10', SEED = '36' } = process.env;
const policies = Number(BOOK_POLICIES);
const kills = Number(KILLS);
const mostRead = 1_000;
const now = new Date('2026-11-15T12:00:00Z');
const patienceMs = 300_000 + policies * 500;
const random = randomFrom(Number(SEED));

let from: OwnedTestDatabase;
/** One is loaded at once, the other by a process that is killed again and again. */
let whole: OwnedTestDatabase;
let killed: OwnedTestDatabase;
let folder: string;
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  [from, whole, killed] = [
    await createTestDatabase(),
    await createTestDatabase(),
    await createTestDatabase(),
  ];
  await makeBook(from.db, { policies, seed: `crash ${SEED}`, now, lives: 24 });
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'book-')), 'book');
  await operate(from.db, ['book', 'export', folder, '--organization', demoCarrier.name]);
  for (const { db } of [whole, killed]) {
    for (const { name } of [demoAgency, demoCarrier]) await createOrganization(db, { name });
    await importProducts(db, folder);
  }
}, patienceMs);
afterAll(async () => {
  await Promise.all([from, whole, killed].map((each) => each?.drop()));
  if (folder !== undefined) await rm(path.dirname(folder), { recursive: true, force: true });
});

const loading = ({ url, ownerUrl }: OwnedTestDatabase) =>
  runCli(['book', 'load', folder, '--organization', demoCarrier.name], {
    DATABASE_URL: url,
    OWNER_DATABASE_URL: ownerUrl,
  });

/** How many clients and policies a load has written. */
async function written({ db }: OwnedTestDatabase): Promise<number> {
  const counts = await Promise.all(['clients', 'policies'].map((table) => db(table).count().first()));
  return counts.reduce((sum, row) => sum + Number(row?.count), 0);
}

/** Kills a load a moment after it has written so many records; undefined, or how it ended if it did before. */
async function killLoad(records: number): Promise<Ended | undefined> {
  const { child, ended } = loading(killed);
  let end: Ended | undefined;
  void ended.then((early) => {
    end = early;
  });
  while (end === undefined && (await written(killed)) < records) await sleep(20);
  await sleep(random() * 300);
  child.kill('SIGKILL');
  const { code } = await ended;
  return code === null ? undefined : end;
}

const receiptOf = async ({ db }: OwnedTestDatabase) =>
  operate(db, ['book', 'receipt', folder, '--organization', demoCarrier.name, '--json']);

it('is the same, however often its loading process was killed', { timeout: patienceMs }, async () => {
  const { code, output } = await loading(whole).ended;
  expect(code, output).toBe(0);
  const all = await written(whole);
  for (let kill = 0; kill < kills; kill += 1) {
    const early = await killLoad(Math.floor(((kill + random()) / kills) * all));
    const there = await written(killed);
    console.log(
      `Kill ${kill + 1}: ${early === undefined ? `${there} of ${all} records are there` : 'it had ended'}.`,
    );
  }
  const last = await loading(killed).ended;
  expect(last.code, last.output).toBe(0);
  const [atOnce, inParts] = [await everyRow(whole.db), await everyRow(killed.db)];
  expect(atOnce.policies).toHaveLength(policies);
  const other = await idsOfBook(killed.db, folder, await idsOfBook(whole.db, folder));
  for (const [table, rows] of Object.entries(atOnce)) {
    const named = rows.map((row) => withIdsOf({ ids: other }, row)).sort();
    expect(inParts[table], table).toEqual(named);
  }
  const feedOf = async ({ db }: OwnedTestDatabase) =>
    (await db('changes').select('kind').count().groupBy('kind').orderBy('kind')) as unknown[];
  expect(await feedOf(killed)).toEqual(await feedOf(whole));
  const receipts = [await receiptOf(whole), await receiptOf(killed)];
  expect(receipts[1]).toEqual(receipts[0]);
  expect(JSON.parse(receipts[0]!.join('\n'))).toMatchObject({ findingCount: 0 });
});

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;

it('has the reports of the original on random days', { timeout: patienceMs }, async () => {
  ids = await idsOfBook(killed.db, folder);
  const there = ids.get(demoCarrier.id) ?? demoCarrier.id;
  const days = Array.from({ length: 12 }, () => addDays('2026-11-15', -Math.floor(random() * 900)));
  let compared = 0;
  for (const asOf of days) {
    for (const name of reportNames) {
      const by = name === 'taxes' ? 'type,authority' : 'term';
      const original = await reportRows(from.db, demoCarrier.id, { name, by, asOf });
      expect(await reportRows(killed.db, there, { name, by, asOf }), `${name} ${asOf}`).toEqual(original);
      compared += original.rows.length;
    }
  }
  console.log(`${reportNames.length} reports on ${days.length} days with ${compared} rows are equal.`);
  expect(compared).toBeGreaterThan(100);
});

it('has the timelines and contracts of the original on random days, as known at random times', {
  timeout: patienceMs,
}, async () => {
  const timelinesOf = ({ db, url }: OwnedTestDatabase) =>
    new PolicyTimelines({
      db,
      catalog: createProductCatalog({ db, databaseUrl: url, environment: 'DEV' }),
      now: () => now,
    });
  const [original, moved] = [timelinesOf(from), timelinesOf(killed)];
  const all: { id: string; effective_date: string; expiration_date: string; created_at: Date }[] = await from
    .db('policies')
    .select('id', 'effective_date', 'expiration_date', 'created_at')
    .orderBy('id');
  const read = all
    .map((policy) => ({ policy, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, mostRead);
  const [here, there] = [{ organizationId: demoCarrier.id }, { organizationId: ids.get(demoCarrier.id)! }];
  let began = 0;
  for (const { policy } of read) {
    const since = policy.created_at.getTime();
    const asked = {
      effectiveOn: addDays(
        pick([policy.effective_date, policy.expiration_date]),
        Math.floor(random() * 300) - 100,
      ),
      knownAt: new Date(since + random() * (now.getTime() - since)).toISOString(),
    };
    const was = await original.read(here as never, policy.id, asked);
    expect(await moved.read(there as never, policy.id, asked), policy.id).toEqual(withIdsOf({ ids }, was));
    if (was.policy) began += 1;
  }
  console.log(`${read.length} timelines are equal, ${began} of them on a day with a contract.`);
  expect(began).toBeGreaterThan(read.length / 4);
});
