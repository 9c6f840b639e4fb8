import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { foldFigures } from '../../db/figures/fold-figures.js';
import { recordLedgerEntry } from '../../db/ledger/record-entry.js';
import type { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { addDays } from '../../domain/ground/calendar.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { expectFiguresOfReports, figures } from '../support/figures.js';
import { anOrganization } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';

let database: TestDatabase;
let organizationId: string;
let first: Policy;

beforeAll(async () => {
  database = await createTestDatabase();
  organizationId = (await anOrganization(database.db)).organization.id;
  first = await aPolicy(database.db, { sellerId: organizationId });
});
afterAll(() => database.drop());

const day = fc.integer({ min: 0, max: 366 }).map((days) => addDays('2026-01-01', days));
/** Small amounts, so that many shares end in half a cent, recorded at any time, in any order. */
const line = fc.record({
  from: day,
  days: fc.integer({ min: 0, max: 366 }),
  cents: fc.integer({ min: -20, max: 20 }),
  recordedAt: fc.record({ day, hour: fc.integer({ min: 0, max: 23 }) }),
});
type Line = typeof line extends fc.Arbitrary<infer Value> ? Value : never;

const record = (policy: Policy, { from, days, cents, recordedAt }: Line) =>
  database.db.transaction((trx) =>
    recordLedgerEntry(trx, policy, {
      id: randomUUID(),
      lines: [{ from, until: addDays(from, days), amount: (cents / 100).toFixed(2) }],
      effectiveDate: from,
      appliedToStatement: true,
      now: new Date(`${recordedAt.day}T${String(recordedAt.hour).padStart(2, '0')}:30:00Z`),
    }),
  );

const days = [
  '2025-12-31',
  '2026-01-01',
  '2026-03-01',
  '2026-05-17',
  '2026-09-30',
  '2026-12-31',
  '2028-01-01',
];

it('are the reports to the cent, on any day, however lines were recorded and added to the sums', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(line, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
      async (policies) => {
        for (const [index, lines] of policies.entries()) {
          const policy = await aPolicy(database.db, {
            sellerId: organizationId,
            clientId: first.clientId,
            product: { productId: first.productId, versionId: first.productVersionId },
            premium: '0.01',
            effectiveDate: '2026-01-01',
          });
          for (const each of lines) await record(policy, each);
          // Some stay out of the sums.
          if (index % 2 === 0) await foldFigures(database.db, { atOnce: 3n });
        }
        // Days do not begin at midnight in UTC.
        for (const timeZone of ['UTC', 'America/New_York', 'Asia/Kolkata'])
          await expectFiguresOfReports(database.db, { organizationId, timeZone }, days);
      },
    ),
    { numRuns: Number(process.env.RUNS ?? 6), seed: Number(process.env.SEED ?? 35), endOnFailure: true },
  );
}, 300_000);

it('know what was recorded by a time', async () => {
  const { organization } = await anOrganization(database.db);
  const policy = await aPolicy(database.db, { sellerId: organization.id, premium: '365.00' });
  const at = (time: string) => ({ day: time.slice(0, 10), hour: Number(time.slice(11, 13)) });
  const from = '2026-01-01';
  await record(policy, { from, days: 100, cents: 10_000, recordedAt: at('2026-02-01T08') });
  await record(policy, { from, days: 100, cents: 20_000, recordedAt: at('2026-02-01T12') });
  const asked = { organizationId: organization.id, timeZone: 'UTC', asOf: '2026-01-10' };
  for (const isFolded of [false, true]) {
    if (isFolded) await foldFigures(database.db);
    for (const [time, written, earned] of [
      ['2026-02-01T08:00:00Z', '365.00', '10.00'],
      ['2026-02-01T10:00:00Z', '465.00', '20.00'],
      ['2026-02-01T13:00:00Z', '665.00', '40.00'],
      ['2027-02-01T13:00:00Z', '665.00', '40.00'],
    ] as const) {
      const known = await figures(database.db, { ...asked, knownAt: new Date(time) });
      expect(known, time).toMatchObject([{ written, earned }]);
    }
  }
  expect(await figures(database.db, { ...asked, organizationId })).not.toMatchObject([{ written: '665.00' }]);
});

it('two processes that add to the sums at once add each line once', async () => {
  const { organization } = await anOrganization(database.db);
  await aPolicy(database.db, { sellerId: organization.id, premium: '365.00' });
  await Promise.all([1, 2, 3].map(() => foldFigures(database.db, { atOnce: 1n })));
  const books = { organizationId: organization.id, timeZone: 'UTC' };
  await expectFiguresOfReports(database.db, books, ['2026-01-01', '2026-06-30']);
});

it('a due date that is moved counts for all days, whether it is in the sums or not', async () => {
  const { organization } = await anOrganization(database.db);
  const policy = await aPolicy(database.db, { sellerId: organization.id, premium: '365.00' });
  const [statement] = await Statement.query(database.db).where('policy_id', policy.id);
  const books = { organizationId: organization.id, timeZone: 'UTC' };
  await statement!.$query(database.db).patch({ billedOn: '2026-01-01' });
  const due = statement!.dueDate;
  const days = ['2026-01-01', addDays(due, 1), addDays(due, 31), addDays(due, 61), addDays(due, 100)];
  await foldFigures(database.db);
  for (const dueDate of [addDays(due, 40), addDays(due, 20), addDays(due, 60)]) {
    await statement!.$query(database.db).patch({ dueDate });
    await expectFiguresOfReports(database.db, books, days);
    if (dueDate !== addDays(due, 20)) await foldFigures(database.db);
    await expectFiguresOfReports(database.db, books, days);
  }
  expect(await figures(database.db, { ...books, asOf: addDays(due, 65) })).toMatchObject([
    { due: '365.00', pastDue: '365.00', pastDueTo30: '365.00' },
  ]);
});
