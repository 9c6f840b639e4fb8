import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolder } from '../../cli/book/open-book.js';
import { demoCarrier } from '../../cli/demo/organizations.js';
import { seedDemo } from '../../cli/demo/seed.js';
import { loadClients, loadPolicies } from '../../db/book/load-book.js';
import { BookReceipt } from '../../db/book/receipt.js';
import { Policy } from '../../db/models/policy.js';
import { checkBook } from '../../documents/book/book-steps.js';
import { batchesOf } from '../../documents/book/read-lines.js';
import type { PlacedFinding } from '../../domain/book/book-line.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { reportRows } from '../support/report-rows.js';
import { aBook, type Book, corruptions, type Json } from './brought-book.js';

let database: OwnedTestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await seedDemo(database.db);
  folder = await mkdtemp(path.join(tmpdir(), 'book-'));
}, 120_000);
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const ndjson = (records: readonly Json[]) => records.map((each) => `${JSON.stringify(each)}\n`).join('');

async function written(files: Record<string, string>) {
  const own = await mkdtemp(path.join(folder, 'one-'));
  const manifest = JSON.stringify({ format: 'ioi-book/1', source: 'Old System' });
  for (const [name, text] of Object.entries({ 'book.json': manifest, ...files })) {
    await mkdir(path.dirname(path.join(own, name)), { recursive: true });
    await writeFile(path.join(own, name), text);
  }
  return openFolder(database.db, own, { organization: demoCarrier.name });
}

const writtenBook = ({ clients, policies }: Book) =>
  written({ 'clients.ndjson': ndjson(clients), 'policies.ndjson': ndjson(policies) });

type Opened = Awaited<ReturnType<typeof written>>;

async function checked(opened: Opened) {
  const findings: PlacedFinding[] = [];
  const found = (more: readonly PlacedFinding[]) => void findings.push(...more);
  return { ...(await checkBook({ db: database.db, atOnce: 50, found }, opened)), findings };
}

async function loaded({ book, reading }: Opened) {
  const counts = { clients: 0, policies: 0, known: 0, findings: [] as PlacedFinding[] };
  for await (const lines of batchesOf(book.clients(), 7)) {
    const one = await loadClients(database.db, lines, reading);
    counts.clients += one.loaded;
    counts.findings.push(...one.findings);
  }
  for await (const lines of batchesOf(book.policies(), 7)) {
    const one = await loadPolicies(database.db, lines, reading);
    counts.policies += one.loaded;
    counts.known += one.known;
    counts.findings.push(...one.findings);
  }
  return counts;
}

async function receiptOf({ book, reading }: Opened) {
  const receipt = new BookReceipt(database.db, reading);
  const findings: PlacedFinding[] = [];
  for await (const lines of batchesOf(book.policies(), 7)) findings.push(...(await receipt.add(lines)));
  return { rows: receipt.rows, findings };
}

describe('a book of another system', () => {
  it('is checked, loaded once however often, and has a receipt to the cent', async () => {
    const opened = await writtenBook(aBook(10));
    const check = await checked(opened);
    expect(check).toMatchObject({ clients: 10, policies: 20, findings: [], warnings: [] });
    expect(check.known).toEqual({ clients: 0, policies: 0 });
    expect(await loaded(opened)).toMatchObject({ clients: 10, policies: 20, known: 0, findings: [] });
    expect(await loaded(opened)).toMatchObject({ clients: 0, policies: 0, known: 20, findings: [] });
    const { rows, findings } = await receiptOf(opened);
    expect(findings).toEqual([]);
    expect(rows).toMatchObject([
      {
        ...{ product: 'general-liability', state: 'TX', currency: 'USD' },
        policies: { brought: 20, here: 20 },
        figures: { written: { brought: '37470.50', here: '37470.50' } },
      },
    ]);
  });

  it('keeps numbers, recorded times and what each day was like', async () => {
    const policy = await Policy.query(database.db).findOne({ policy_number: 'OLD-1a' }).throwIfNotFound();
    expect(policy).toMatchObject({
      ...{ termNumber: 3, effectiveDate: '2026-03-01', expirationDate: '2027-03-01', policyState: 'ACTIVE' },
      ...{ premium: '1069.86', status: 'PAID', paymentPlan: 'FULL_PAYMENT', cancelledOn: null },
      policyMeta: { insuredName: 'Client C-1' },
      policyContract: { lapses: [{ from: '2026-06-01', until: '2026-06-11', reason: 'Sold' }] },
    });
    const { db } = database;
    const coveragesOn = async (asOf: string) =>
      (await reportRows(db, demoCarrier.id, { name: 'premium', asOf, by: 'coverage' })).rows
        .map(({ coverage, written, inForceCount }) => `${coverage} ${written} ${inForceCount}`)
        .sort();
    // What was recorded later is not known then.
    expect(await coveragesOn('2024-07-01')).toEqual(['MEDICAL 1000.00 10', 'PREMISES 10000.00 10']);
    expect(await coveragesOn('2025-06-02')).toEqual(['MEDICAL 2000.00 10', 'PREMISES 20000.00 10']);
    expect(await coveragesOn('2025-06-04')).toEqual(['MEDICAL 2000.00 10', 'PREMISES 21121.90 10']);
    const numbers = await db('policy_numbers').count('* as count').first();
    expect(Number(numbers?.count)).toBe(0);
    expect(await db('webhook_deliveries').count('* as count').first()).toEqual({ count: '0' });
  });

  it('says of each corruption what is wrong, by file and line', async () => {
    const silent: string[] = [];
    const misplaced: string[] = [];
    const book = aBook(Object.keys(corruptions).length + 1);
    const { policies } = book;
    const places = new Map<string, number>();
    for (const [index, [name, corrupt]] of Object.entries(corruptions).entries()) {
      const at = index * 2 + 2;
      corrupt(policies[at] as Json, { ...book, policies: policies.slice(0, 1).concat(policies[at] as Json) });
      places.set(name, at + 1);
    }
    const renumbered = JSON.parse(JSON.stringify(book).replaceAll('OLD-', 'BAD-')) as Book;
    const { findings } = await checked(await writtenBook(renumbered));
    for (const [name, line] of places) {
      if (!findings.some(({ place }) => place === `policies.ndjson:${line}`)) silent.push(name);
    }
    const known = new Set([...places.values()].map((line) => `policies.ndjson:${line}`));
    misplaced.push(...findings.filter(({ place }) => !known.has(place)).map(({ message }) => message));
    expect({ silent, misplaced }).toEqual({ silent: [], misplaced: [] });
  });

  it('names lines that are no records, and loads the others', async () => {
    const { clients, policies } = aBook(2);
    const lines = [
      ndjson([policies[0] as Json]).slice(0, -30),
      '[]',
      ndjson([policies[1] as Json])
        .trim()
        .replace('OLD-', 'OTHER-')
        .replace('"1b"', '"1c"'),
    ];
    const opened = await written({
      'clients.ndjson': `${ndjson(clients)}{"id":"C-3","name":7}\n{"id":"C-4","organization":"Nobody"}\n`,
      'policies.ndjson': `${lines.join('\n')}\n\n`,
    });
    const { policies: count, findings } = await loaded(opened);
    expect(count).toBe(1);
    expect(findings.map(({ place, id }) => `${place} ${id}`)).toEqual([
      'clients.ndjson:3 C-3',
      'clients.ndjson:4 C-4',
      'policies.ndjson:1 undefined',
      'policies.ndjson:2 undefined',
    ]);
  });

  it('has its documents read, and codes named that no product knows', async () => {
    const { clients, policies } = aBook(1);
    const document = (policy: string, file: string) => ({ policy, file: `files/${file}` });
    Object.assign(clients[0] as Json, { answers: { 'client.shoeSize': '9' } });
    const opened = await written({
      'clients.ndjson': ndjson(clients),
      'policies.ndjson': ndjson(policies).replaceAll('"MEDICAL"', '"MED_PAY"').replaceAll('OLD-', 'CODE-'),
      'documents.ndjson': ndjson([
        document('1a', 'survey.txt'),
        document('1a', 'survey.txt'),
        document('1a', 'policy.pdf'),
        document('9z', 'gone.pdf'),
        document('1a', '../clients.ndjson'),
      ]),
      'files/survey.txt': 'Sprinklers throughout.',
      'files/policy.pdf': 'no PDF',
    });
    const { findings, warnings, documents } = await checked(opened);
    const lines = (all: readonly PlacedFinding[]) => all.map(({ place, message }) => `${place} ${message}`);
    expect(documents).toBe(5);
    expect(lines(findings)).toEqual([
      'documents.ndjson:2 file: files/survey.txt is at documents.ndjson:1, too',
      'documents.ndjson:3 file: files/policy.pdf holds txt, not pdf',
      'documents.ndjson:4 policy: no policy has the id "9z"',
      'documents.ndjson:4 file: the book has no file files/gone.pdf',
      'documents.ndjson:5 file: files/../clients.ndjson is not an accepted file type',
    ]);
    expect(lines(warnings)).toEqual([
      expect.stringContaining('clients.ndjson:1 answers.client.shoeSize: no product of'),
      'policies.ndjson:1 changes[0].coverages[1].coverage: general-liability has no coverage "MED_PAY" (3 times)',
    ]);
  });

  it('is read from spreadsheets, with findings at their rows', async () => {
    const opened = await written({
      'clients.csv': 'id,name,answers.client.state\nS-1,Sheet LLC,CA\n',
      'policies.csv': 'id,policyNumber,client,product\nSP-1,SHEET-1,S-1,general-liability\n',
      'changes.csv': [
        'policy,kind,effectiveDate,answers.client.state,answers.locations[0].location.area,coverages.PREMISES,coverages.MEDICAL,taxesAndFees.POLICY_FEE',
        'SP-1,ISSUE,2025-05-01,CA,3000,900.00,100.00,40',
        'SP-1,RENEW,2026-05-01,CA,3100,950.00,100.00,40',
        'SP-2,ISSUE,2026-05-01,CA,3100,950.00,100.00,40',
      ].join('\n'),
      'payments.csv': 'policy,amount,paidOn\nSP-1,1040.00,2025-05-02\nSP-1,x,2025-05-02\n',
    });
    const { findings } = await checked(opened);
    expect(findings.map(({ place, message }) => `${place} ${message}`)).toEqual([
      'payments.csv:3 amount: must be an amount such as 1250.00',
      'changes.csv:4 policy: no policy has the id "SP-2"',
    ]);
  });
});
