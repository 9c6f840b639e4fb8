import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeCommissions } from '../../db/commissions/close-commissions.js';
import { openDatabase } from '../../db/database.js';
import { CommissionAdjustment } from '../../db/models/commission-adjustment.js';
import { CommissionStatement } from '../../db/models/commission-statement.js';
import { closeMonth } from '../../db/postings/close-month.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { commissionTerms } from '../../domain/commissions/commission-terms.js';
import { theService } from '../../domain/ground/author.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { anOrganization } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';

let database: OwnedTestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** A policy of 365.00 that an agency sold in December for 15 %, and an adjustment; under a clock if there is one. */
async function aBook(clockId?: string) {
  const { db } = database;
  const [insurer, agency] = await Promise.all([anOrganization(db, {}), anOrganization(db, {})]);
  const [organizationId, sellerId] = [insurer.organization.id, agency.organization.id];
  if (clockId !== undefined) {
    await db('clocks').insert({
      ...{ id: clockId, organization_id: organizationId, name: 'A year', created_by: theService },
      business_time: new Date('2026-06-01T00:00:00Z'),
    });
  }
  const policy = await aPolicy(db, {
    ...{ sellerId, issuerId: organizationId, premium: '365.00' },
    ...(clockId !== undefined && { changes: { clockId } }),
  });
  await licenseProduct(db, {
    ...{ productId: policy.productId, organizationId: sellerId },
    commission: commissionTerms.parse({
      rates: [{ from: '2026-01-01', newBusiness: '0.15', renewal: '0.1' }],
    }),
  });
  await db('commission_adjustments').insert({
    ...{ id: randomUUID(), organization_id: organizationId, seller_id: sellerId, clock_id: clockId ?? null },
    ...{ currency: 'USD', amount: 5, reason: 'Bonus', policy_id: policy.id },
    ...{ created_at: new Date('2026-01-20T12:00:00Z'), created_by: theService },
  });
  const close = (on = db) =>
    closeMonth(
      on,
      {
        ...{ organizationId, timeZone: 'UTC', clockId, period: '2026-01-01', closedBy: theService },
        ...{ today: '2026-02-01', now: new Date('2026-02-01T12:00:00Z') },
      },
      [closeCommissions],
    );
  const statements = () => CommissionStatement.query(db).where('organization_id', organizationId);
  return { close, statements };
}

it('a close that is killed keeps no statement, and is done again', async () => {
  const { close, statements } = await aBook();
  const name = `ioi-commissions-${randomUUID().slice(0, 8)}`;
  const other = openDatabase({ url: database.url, poolSize: 2, applicationName: name });
  await database.owner.transaction(async (trx) => {
    // It waits here, having kept statements and lines.
    await trx.raw('lock table posting_sums in share mode');
    const killed = close(other).catch((error: Error) => error);
    const waiting = `select pid from pg_stat_activity where application_name = ? and wait_event_type = 'Lock'`;
    let pids: { pid: number }[] = [];
    while (pids.length === 0) pids = (await database.owner.raw(waiting, [name])).rows;
    await database.owner.raw('select pg_terminate_backend(?)', [pids[0]!.pid]);
    expect(await killed).toBeInstanceOf(Error);
  });
  await other.destroy();
  expect(await statements()).toEqual([]);
  expect(await CommissionAdjustment.query(database.db).whereNotNull('statement_id')).toEqual([]);
  await close();
  expect(await statements()).toMatchObject([{ commission: '54.75', adjusted: '5.00', collected: '0.00' }]);
});

it('commissions under a test clock are apart, and deleted with it', async () => {
  const clockId = randomUUID();
  const { close, statements } = await aBook(clockId);
  await close();
  expect(await statements()).toMatchObject([{ clockId, commission: '54.75', adjusted: '5.00' }]);
  await database.owner.raw('select delete_clock(?)', [clockId]);
  expect(await statements()).toEqual([]);
});
