import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../db/database.js';
import { PostingClose } from '../../db/models/posting-close.js';
import { Statement } from '../../db/models/statement.js';
import { closeMonth } from '../../db/postings/close-month.js';
import { theService } from '../../domain/ground/author.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { anOrganization } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';
import { postings } from '../support/trial-balance.js';

let database: OwnedTestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const january = { from: '2026-01-01', to: '2026-01-31', today: '2026-02-01' };

/** An organization with a policy of 365.00 for 2026, issued in December. */
async function aBook() {
  const { organization } = await anOrganization(database.db, {});
  const organizationId = organization.id;
  const policy = await aPolicy(database.db, { sellerId: organizationId, premium: '365.00' });
  const books = { organizationId, timeZone: 'UTC' };
  const close = (period: string, db = database.db, today = '2026-02-01') =>
    closeMonth(db, { ...books, period, closedBy: theService, today, now: new Date(`${today}T12:00:00Z`) });
  const closes = () => PostingClose.query(database.db).where('organization_id', organizationId);
  return { books, policy, close, closes };
}

it('of two closes at once one is refused, and nothing is posted twice', async () => {
  const { books, close, closes } = await aBook();
  const open = await postings(database.db, books, january);
  const both = await Promise.all([close('2026-01-01'), close('2026-01-01')]);
  expect(both.filter((each) => 'refused' in each)).toEqual([{ refused: 'CLOSED' }]);
  expect(await closes()).toHaveLength(1);
  const closed = await postings(database.db, books, january);
  expect(closed.transactions).toEqual(open.transactions);
  expect(closed.transactions).toMatchObject([
    { kind: 'EARNED', postings: [{ account: 'Liabilities:UnearnedPremium', amount: 31 }, { amount: -31 }] },
  ]);
});

it('a close that is killed leaves nothing, and is done again', async () => {
  const { books, close, closes } = await aBook();
  const name = `ioi-closing-${randomUUID().slice(0, 8)}`;
  const other = openDatabase({ url: database.url, poolSize: 2, applicationName: name });
  await database.owner.transaction(async (trx) => {
    // It waits here, having kept the close itself.
    await trx.raw('lock table posting_sums in share mode');
    const killed = close('2026-01-01', other).catch((error: Error) => error);
    const waiting = `select pid from pg_stat_activity where application_name = ? and wait_event_type = 'Lock'`;
    let pids: { pid: number }[] = [];
    while (pids.length === 0) pids = (await database.owner.raw(waiting, [name])).rows;
    await database.owner.raw('select pg_terminate_backend(?)', [pids[0]!.pid]);
    expect(await killed).toBeInstanceOf(Error);
  });
  await other.destroy();
  expect(await closes()).toEqual([]);
  const open = await postings(database.db, books, january);
  expect(open.closedThrough).toBeNull();
  await close('2026-01-01');
  expect((await postings(database.db, books, january)).transactions).toEqual(open.transactions);
});

it('waits for who is recording, and has what they recorded before', async () => {
  const { books, policy, close } = await aBook();
  let closing: Promise<unknown> | undefined;
  await database.db.transaction(async (trx) => {
    await trx('payments').insert({
      ...{ id: randomUUID(), policy_id: policy.id, organization_id: books.organizationId, amount: '99.00' },
      ...{ reference: 'late', provider: 'OFFLINE', received_at: new Date('2026-01-31T23:59:59Z') },
    });
    closing = close('2026-01-01');
    await new Promise((resolve) => setTimeout(resolve, 300));
  });
  await closing;
  const { transactions } = await postings(database.db, books, january);
  expect(transactions.find(({ kind }) => kind === 'RECEIVED')?.postings[0]).toMatchObject({ amount: 99 });
});

it('is of a month that is over, and of the next one', async () => {
  const { close } = await aBook();
  expect(await close('2026-02-01')).toEqual({ refused: 'NOT_OVER' });
  expect(await close('2026-01-01', database.db, '2026-01-31')).toEqual({ refused: 'NOT_OVER' });
  await close('2026-01-01');
  expect(await close('2025-12-01')).toEqual({ refused: 'CLOSED' });
  const later = '2026-05-01';
  expect(await close('2026-04-01', database.db, later)).toEqual({ refused: 'NOT_NEXT', next: '2026-02-01' });
});

it('keeps the accounts that it was closed with', async () => {
  const { books, policy, close } = await aBook();
  await close('2026-01-01');
  const chartOfAccounts = { EARNED_PREMIUM: { name: 'Income:Premium:Earned', number: '4100' } };
  await database
    .db('organizations')
    .where('id', books.organizationId)
    .update({ chart_of_accounts: chartOfAccounts });
  await Statement.query(database.db).patch({ billedOn: '2026-02-03' }).where('policy_id', policy.id);
  const asked = { from: '2026-01-01', to: '2026-02-28', today: '2026-03-01' };
  const { transactions } = await postings(database.db, books, asked);
  const earned = transactions.filter(({ kind }) => kind === 'EARNED').map(({ postings: [, to] }) => to);
  expect(earned).toMatchObject([
    { account: 'Income:EarnedPremium', number: null, amount: -31 },
    { account: 'Income:Premium:Earned', number: '4100', amount: -28 },
  ]);
});

it('policies under a test clock have books of their own', async () => {
  const { organization } = await anOrganization(database.db, {});
  const organizationId = organization.id;
  const clockId = randomUUID();
  await database.db('clocks').insert({
    ...{ id: clockId, organization_id: organizationId, name: 'A year' },
    ...{ business_time: new Date('2026-06-01T00:00:00Z'), created_by: theService },
  });
  await aPolicy(database.db, { sellerId: organizationId, premium: '365.00', changes: { clockId } });
  const books = { organizationId, timeZone: 'UTC' };
  expect((await postings(database.db, books, january)).transactions).toEqual([]);
  const ofClock = { ...books, clockId };
  const open = await postings(database.db, ofClock, january);
  expect(open.transactions).toHaveLength(1);
  const closing = { period: '2026-01-01', closedBy: theService, today: '2026-06-01', now: new Date() };
  await closeMonth(database.db, { ...ofClock, ...closing });
  expect((await postings(database.db, ofClock, january)).transactions).toEqual(open.transactions);
  expect((await postings(database.db, books, january)).closedThrough).toBeNull();
  await database.owner.raw('select delete_clock(?)', [clockId]);
  expect(await PostingClose.query(database.db).where('clock_id', clockId)).toEqual([]);
});
