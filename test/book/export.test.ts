import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportBook } from '../../cli/book/export-book.js';
import { makeBook } from '../../cli/demo/book/make-book.js';
import { demoAgency, demoCarrier } from '../../cli/demo/organizations.js';
import { exportedTables, inOtherFiles, notInBooks } from '../../db/book/exported-tables.js';
import {
  type BookOrganization,
  type BookVersion,
  readInstallation,
} from '../../db/book/read-installation.js';
import { writeRows, writtenTables } from '../../db/book/write-rows.js';
import type { Database } from '../../db/database.js';
import { createOrganization } from '../../db/identity/organizations.js';
import { Product } from '../../db/models/product.js';
import { ProductVersion } from '../../db/models/product-version.js';
import { inflated } from '../../db/models/worksheet-text.js';
import { personalTables } from '../../db/personal-data/personal-tables.js';
import { eachBatchOfPolicies } from '../../db/policies/policies-in-force.js';
import { loadVersion } from '../../db/products/load-version.js';
import { reportNames } from '../../db/reports/reports.js';
import { setupOf } from '../../documents/impact/rating-setup.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import { whyNotInstalled } from '../../domain/book/installed-rows.js';
import { isIntact, type PolicyRecord, type Sealed } from '../../domain/book/policy-record.js';
import { ratingJobs } from '../../domain/impact/rating-job.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { operate } from '../support/operator.js';
import { reportRows } from '../support/report-rows.js';
import { postingsOfYears } from '../support/trial-balance.js';
import { everyRow, importProducts, linesOf, loadBook } from './moved-book.js';

const now = new Date('2026-11-15T12:00:00Z');
const count = 40;
let from: OwnedTestDatabase;
let to: OwnedTestDatabase;
let folder: string;
let ids: ReadonlyMap<string, string>;
let printed: string[];

const documentId = '5b0f5c52-9d83-4c0e-9a59-0c0c5f1f7a11';
const bytes = Buffer.from('%PDF-1.4 a policy, in 30 KB '.repeat(1_000));

/** What the lives of a demo book do not have: a document, a bill that was moved, and a policy in another's place. */
async function addRarities(): Promise<void> {
  const { db } = from;
  const [first, second] = await db('policies').select('*').orderBy('policy_number').limit(2);
  const { keep, at } = await new DocumentStores(db).stage(documentId, bytes);
  await db.transaction(async (trx) => {
    await trx('documents').insert({
      ...{ id: documentId, organization_id: first.seller_organization_id, origin: 'UPLOADED', type: 'FILE' },
      ...{ file_name: 'inspection.pdf', content_type: 'application/pdf', size: bytes.length },
      ...{
        sha256: createHash('sha256').update(bytes).digest('hex'),
        store: at.store,
        policy_id: first.id,
        client_id: first.client_id,
      },
      ...{ created_by: JSON.stringify({ kind: 'USER', name: 'Ann' }) },
    });
    await keep(trx);
  });
  await db('policies').where({ id: first.id }).update({ rewritten_to: second.id });
  await db('policies').where({ id: second.id }).update({ rewritten_from: first.id });
  const due = await db('statements').whereIn('state', ['DUE', 'PAST_DUE']).whereNotNull('billed_on').first();
  await db('statements').where({ id: due.id }).update({ due_date: '2026-12-24' });
}

beforeAll(async () => {
  [from, to] = [await createTestDatabase(), await createTestDatabase()];
  await makeBook(from.db, { policies: count, seed: 'moved', now, lives: 12 });
  await addRarities();
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'book-')), 'book');
  printed = await operate(from.db, ['book', 'export', folder, '--organization', demoCarrier.name]);
  for (const { name } of [demoAgency, demoCarrier]) await createOrganization(to.db, { name });
  await importProducts(to.db, folder);
  ids = await loadBook(to.db, folder);
}, 240_000);
afterAll(async () => {
  await Promise.all([from.drop(), to.drop()]);
  await rm(path.dirname(folder), { recursive: true, force: true });
});

describe('a book that was exported and imported into another installation', () => {
  it('has every row of the original', async () => {
    const [original, moved] = [await everyRow(from.db, ids), await everyRow(to.db)];
    expect(original.policies).toHaveLength(count);
    for (const [table, rows] of Object.entries(original)) {
      expect(moved[table], table).toEqual(rows);
    }
    for (const table of [
      'payment_allocations',
      'ledger_journal',
      'quote_worksheets',
      'documents',
      'policy_search',
    ]) {
      expect(moved[table]?.length, table).toBeGreaterThan(0);
    }
  });

  it('has each record once in the feed of changes, of which nobody is notified', async () => {
    const { rows: noted } = await to.db.raw(
      `select kind, count(*)::int as noted, count(distinct record_id)::int as records from changes
       where is_silent and number is null group by kind`,
    );
    const countOf = async (table: string, of = 'true') =>
      Number((await to.db(table).whereRaw(of).count().first())?.count);
    const records = {
      CLIENT: await countOf('clients'),
      QUOTE: await countOf('quotes', 'package_request_id is null'),
      POLICY: count,
      STATEMENT: await countOf('statements'),
      PAYMENT: await countOf('payments'),
      REFUND: await countOf('payment_refunds'),
      LEDGER_ENTRY: await countOf('ledger_entries'),
      LEDGER_LINE: await countOf('ledger_journal'),
      DOCUMENT: 1,
    };
    const expected = Object.entries(records).filter(([, number]) => number > 0);
    expect(noted.toSorted((a: { kind: string }, b: { kind: string }) => (a.kind < b.kind ? -1 : 1))).toEqual(
      expected
        .map(([kind, number]) => ({ kind, noted: number, records: number }))
        .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
    );
    const seen = await to.db('changes').where('kind', 'LEDGER_LINE').whereNull('created_by').count().first();
    expect(Number(seen?.count)).toBe(0);
  });

  it('has the reports and postings of the original on all days', async () => {
    const there = ids.get(demoCarrier.id) ?? '';
    for (const asOf of ['2025-03-31', '2025-12-31', '2026-06-17', '2026-11-15']) {
      for (const name of reportNames) {
        const by = name === 'taxes' ? 'type,authority' : 'term';
        const original = await reportRows(from.db, demoCarrier.id, { name, by, asOf });
        expect(await reportRows(to.db, there, { name, by, asOf })).toEqual(original);
      }
    }
    const years = { from: '2024-01-01', to: '2026-10-31' };
    const original = await postingsOfYears(
      from.db,
      { organizationId: demoCarrier.id, timeZone: 'UTC' },
      years,
    );
    expect(original.transactions.length).toBeGreaterThan(10);
    expect(await postingsOfYears(to.db, { organizationId: there, timeZone: 'UTC' }, years)).toEqual(original);
  });

  it('knows what was done for its policies, and which numbers are given', async () => {
    const done = (db: typeof from.db) =>
      db('events')
        .where({ by_service: true })
        .whereNotNull('policy_id')
        .whereNot('type', 'POLICY_CREATE')
        .whereNot('state', 'ACCEPTED')
        .orderBy('trigger_request_id')
        .pluck('trigger_request_id');
    expect(await done(to.db)).toEqual(await done(from.db));
    expect((await done(to.db)).length).toBeGreaterThan(0);
    const numbers = (db: typeof from.db) => db('policy_numbers').orderBy(['product_id', 'scope']);
    expect(await numbers(to.db)).toEqual(await numbers(from.db));
  });

  it('has the bytes of its documents', async () => {
    const pieces: Uint8Array[] = [];
    const at = { store: 'POSTGRES', objectKey: null } as const;
    const range = { start: 0, end: bytes.length - 1 };
    for await (const piece of new DocumentStores(to.db).read(documentId, at, range)) pieces.push(piece);
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
  });
});

describe('the folder of a book', () => {
  it('says what it has, and its owner alone reads it', async () => {
    const book = JSON.parse(await readFile(path.join(folder, 'book.json'), 'utf8'));
    expect(book).toMatchObject({ format: 'ioi-book/1', counts: { policies: count, documents: 1 } });
    expect(book.totals.reduce((sum: number, { policies }: { policies: number }) => sum + policies, 0)).toBe(
      count,
    );
    expect((await stat(path.join(folder, 'policies.ndjson'))).mode & 0o077).toBe(0);
    expect(await linesOf(folder, 'clients.ndjson')).toHaveLength(book.counts.clients);
    expect(printed[0]).toContain(
      `Wrote ${count} policies of ${book.counts.clients} clients with 1 documents`,
    );
    const audited = await from.db('audit_log').where({ action: 'BOOK_EXPORTED' });
    expect(audited).toMatchObject([
      { organization_id: demoCarrier.id, details: { folder, anonymized: false } },
    ]);
  });

  it('is not written over', async () => {
    const organization = { ...demoCarrier, timeZone: 'UTC' };
    const book = { folder, organization, selection: {}, documents: new DocumentStores(from.db), now };
    await expect(exportBook(from.db, book)).rejects.toThrow('is not empty');
  });
});

describe('a book without names', () => {
  let trial: OwnedTestDatabase;
  let nameless: string;

  beforeAll(async () => {
    trial = await createTestDatabase();
    nameless = path.join(path.dirname(folder), 'nameless');
    const organization = { ...demoCarrier, timeZone: 'UTC' };
    const documents = new DocumentStores(from.db);
    const book = { organization, selection: {}, documents, now, anonymize: 'a seed' };
    const exported = await exportBook(from.db, { ...book, folder: nameless });
    expect(exported).toMatchObject({ policies: count, documents: 0, documentsLeftOut: 1 });
    for (const { name } of [demoAgency, demoCarrier]) await createOrganization(trial.db, { name });
    await importProducts(trial.db, nameless);
    await loadBook(trial.db, nameless);
  }, 120_000);
  afterAll(() => trial.drop());

  /** Everything that a book says, worksheets included. */
  const textOf = async (place: string) => {
    const records = await linesOf<PolicyRecord>(place, 'policies.ndjson');
    const sheets = records.flatMap(({ rows }) => rows.quote_worksheets ?? []);
    return [
      await readFile(path.join(place, 'clients.ndjson'), 'utf8'),
      ...records.map((record) => JSON.stringify(record)),
      ...sheets.map(({ deflated }) => inflated(Buffer.from(String(deflated), 'base64'))),
    ].join('\n');
  };

  it('has no name, contact, street, number or id of the original', async () => {
    const [original, replaced] = [await textOf(folder), await textOf(nameless)];
    const policies = await from
      .db('policies')
      .select('id', 'client_id', 'quote_id', 'policy_number', 'policy_meta');
    const clients = await from.db('clients').select('name');
    const personal = [
      ...clients.map(({ name }) => name),
      ...policies.flatMap(({ id, client_id, quote_id, policy_meta: { insured } }) => [
        ...[id, client_id, quote_id, insured.name, insured.address1, insured.phone, insured.website],
        ...[insured.contact?.email, insured.contact?.phone],
      ]),
    ].filter((text) => typeof text === 'string' && text.length > 3);
    expect(personal.length).toBeGreaterThan(count * 5);
    expect(personal.filter((text) => !original.includes(text.replaceAll('"', '\\"')))).toEqual([]);
    expect(personal.filter((text) => replaced.includes(text))).toEqual([]);
    const numbersOf = (db: Database) =>
      db('policies').orderBy(['created_at', 'premium']).pluck('policy_number');
    const numbers: string[] = await numbersOf(trial.db);
    expect(new Set(numbers).size).toBe(count);
    expect(
      (await numbersOf(from.db)).filter((number, place) => number === numbers[place]).length,
    ).toBeLessThan(count / 2);
  });

  it('has the amounts of the original, and is rated to the same premiums', async () => {
    const there = (await trial.db('organizations').where({ name: demoCarrier.name }).first('id')).id;
    for (const name of reportNames) {
      const report = { name, by: name === 'receivables' ? 'state' : 'state,line', asOf: '2026-11-15' };
      const original = await reportRows(from.db, demoCarrier.id, report);
      expect(await reportRows(trial.db, there, report)).toEqual(original);
    }
    expect(await ratedPremiums(trial.db)).toEqual(await ratedPremiums(from.db));
  });

  it('is the same for the same seed', async () => {
    const again = path.join(path.dirname(folder), 'again');
    const organization = { ...demoCarrier, timeZone: 'UTC' };
    const documents = new DocumentStores(from.db);
    const [policy] = await from.db('policies').orderBy('policy_number').offset(7).limit(1);
    const selection = { policyIds: [policy.id] };
    await exportBook(from.db, {
      folder: again,
      organization,
      selection,
      documents,
      now,
      anonymize: 'a seed',
    });
    const [record] = await linesOf<PolicyRecord>(again, 'policies.ndjson');
    const records = await linesOf<PolicyRecord>(nameless, 'policies.ndjson');
    expect(records.find(({ id }) => id === record?.id)).toEqual(record);
  });
});

/** The premiums of the policies in force, rated again, in order. */
async function ratedPremiums(db: Database): Promise<string[]> {
  const premiums: string[] = [];
  for (const { id: productId } of await Product.query(db)) {
    const version = await ProductVersion.query(db).findOne({ product_id: productId });
    const definition = version && (await loadVersion(db, version.id))?.definition;
    if (definition === undefined) continue;
    const setup = setupOf(definition, definition, { by: undefined, atMost: 1 });
    for await (const batch of eachBatchOfPolicies(db, { productId, asOf: '2026-11-15' })) {
      const risks = batch.map((policy) => ({ ...policy, id: policy.policyNumber }));
      const { rated } = ratingJobs(setup)({ risks });
      premiums.push(...rated.map((one) => `${definition.key} ${one?.before.premium}`));
    }
  }
  return premiums.sort();
}

describe('a record of an exported book', () => {
  it('shows every change, and names what is not in the installation', async () => {
    const [record] = await linesOf<Sealed<PolicyRecord>>(folder, 'policies.ndjson');
    if (record === undefined) throw new Error('there is no policy');
    expect(isIntact(record)).toBe(true);
    const changed = { ...record, policyNumber: 'X-1' };
    expect(isIntact(changed)).toBe(false);
    const [line = ''] = (await readFile(path.join(folder, 'policies.ndjson'), 'utf8')).split('\n');
    expect([isIntact(record, line), isIntact(changed, JSON.stringify(changed))]).toEqual([true, false]);
    const organizations = await linesOf<BookOrganization>(folder, 'organizations.ndjson');
    const versions = await linesOf<BookVersion>(folder, 'products/versions.ndjson');
    const empty = await createTestDatabase();
    const installation = await readInstallation(empty.db, { organizations, versions });
    await empty.drop();
    expect(whyNotInstalled(record, installation)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^there is no product version .+, build 1 here; import the files in products/),
        `there is no organization ${demoCarrier.id} here`,
      ]),
    );
  });

  it.each([
    [{ policys: [] }, 'policys is no table of a book; did you mean "policies"?'],
    [
      { policies: [{ policy_numbers: 'X' }] },
      'policies.policy_numbers is no column of a book; did you mean "policy_number"?',
    ],
    [{ policy_events: [{ seq: '1' }] }, 'policy_events.seq is no column of a book'],
    [{ policies: [{ premium: { amount: '1' } }] }, 'policies.premium holds no object or list'],
  ])('is not written with what no table holds: %j', async (rows, message) => {
    await expect(to.db.transaction((trx) => writeRows(trx, rows))).rejects.toThrow(message);
  });
});

it('leaves out no table with records of clients in silence', () => {
  const named = [...exportedTables.map(({ table }) => table), ...inOtherFiles, ...notInBooks];
  expect(named.sort()).toEqual(personalTables.map(({ table }) => table).sort());
  const written = [...exportedTables.map(({ table }) => table), ...inOtherFiles];
  expect([...writtenTables].sort()).toEqual(written.sort());
});
