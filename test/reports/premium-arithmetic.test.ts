import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLines } from '../../db/ledger/read-lines.js';
import { recordLedgerEntry } from '../../db/ledger/record-entry.js';
import type { Policy } from '../../db/models/policy.js';
import { readReport } from '../../db/reports/read-report.js';
import type { ReportRow } from '../../db/reports/reports.js';
import { addDays } from '../../domain/ground/calendar.js';
import { Cents } from '../../domain/money/cents.js';
import { earnedOn, type PremiumLayer, totalOf } from '../../domain/policy/proration.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
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
/** Small amounts, so that many shares end in half a cent. */
const line = fc
  .record({ from: day, days: fc.integer({ min: 0, max: 366 }), cents: fc.integer({ min: -20, max: 20 }) })
  .map(
    ({ from, days, cents }): PremiumLayer => ({
      from,
      until: addDays(from, days),
      amount: (cents / 100).toFixed(2),
    }),
  );

async function aPolicyWith(lines: readonly PremiumLayer[]): Promise<Policy> {
  const policy = await aPolicy(database.db, {
    sellerId: organizationId,
    clientId: first.clientId,
    product: { productId: first.productId, versionId: first.productVersionId },
    premium: '0.01',
    effectiveDate: '2026-01-01',
  });
  await database.db.transaction((trx) =>
    recordLedgerEntry(trx, policy, {
      id: randomUUID(),
      lines,
      effectiveDate: policy.effectiveDate,
      appliedToStatement: true,
      now: policy.createdAt,
    }),
  );
  return policy;
}

it('earns each policy as the domain does, to the cent, on any day', async () => {
  const policies: Policy[] = [];
  const of = fc.sample(fc.array(line, { minLength: 1, maxLength: 6 }), { numRuns: 150, seed: 14 });
  // 0.01 over two days, twice: a half and a half; a third and a sixth make a half that no decimal shows.
  of.push(
    [{ from: '2026-03-01', until: '2026-03-03', amount: '0.01' }],
    [
      { from: '2026-03-01', until: '2026-03-04', amount: '0.01' },
      { from: '2026-03-01', until: '2026-03-07', amount: '0.01' },
    ],
    [
      { from: '2026-03-01', until: '2026-03-04', amount: '-0.01' },
      { from: '2026-03-01', until: '2026-03-07', amount: '-0.01' },
    ],
  );
  for (const lines of of) policies.push(await aPolicyWith(lines));
  const layers = await Promise.all(policies.map(({ id }) => readLines(database.db, id)));
  for (const asOf of ['2025-12-31', '2026-01-01', '2026-03-01', '2026-05-17', '2026-12-31', '2028-01-01']) {
    const rows = new Map<unknown, ReportRow>();
    await readReport(
      database.db,
      { name: 'premium', organizationId, asOf, by: 'policy', timeZone: 'UTC' },
      async (batches) => {
        for await (const batch of batches) for (const row of batch.rows) rows.set(row.policyId, row);
      },
    );
    for (const [index, { id }] of policies.entries()) {
      const written = totalOf(layers[index]!);
      const earned = Cents.of(earnedOn(layers[index]!, addDays(asOf, 1)).toAmount(2));
      expect(rows.get(id), `${asOf} ${JSON.stringify(of[index])}`).toMatchObject({
        written: written.toAmount(2),
        earned: earned.toAmount(2),
        unearned: written.minus(earned).toAmount(2),
      });
    }
  }
}, 120_000);
