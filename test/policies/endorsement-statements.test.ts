import { afterAll, beforeAll, expect, it } from 'vitest';
import { intakeOf } from '../support/event-factory.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let lives: PolicyLives;

beforeAll(async () => {
  lives = await policyLives(shopOfLives({}));
});

afterAll(async () => {
  await lives?.close();
});

/** The reads of whole rows of a table in the transaction that records a change. */
async function readsOfChange(work: () => Promise<unknown>): Promise<(table: string) => number> {
  const statements: { sql: string; __knexTxId?: string }[] = [];
  const listen = (statement: { sql: string; __knexTxId?: string }) => statements.push(statement);
  lives.db.on('query', listen);
  await work();
  lives.db.removeListener('query', listen);
  const change = statements.find(({ sql }) => sql.startsWith('insert into "policy_changes"'));
  const own = statements.filter(({ __knexTxId: id }) => id !== undefined && id === change?.__knexTxId);
  const reads = (table: string) => new RegExp(`^select ("${table}"\\.\\*|${table}\\.)`);
  return (table) => own.filter(({ sql }) => reads(table).test(sql)).length;
}

it('reads policy, quote, changes and ledger once to endorse a quoted change', async () => {
  const { id: policyId } = await lives.issue({ revenue: 120_000 });
  const effectiveDate = '2040-07-01';
  const intake = intakeOf({ 'shop.revenue': '240000' });
  const { quoteId } = await lives.fire('POLICY_ENDORSEMENT_QUOTING', { policyId, effectiveDate, intake });
  const reads = await readsOfChange(() => lives.fire('POLICY_ENDORSE', { policyId, quoteId, effectiveDate }));
  expect(['policies', 'quotes', 'policy_changes', 'ledger_journal'].map(reads)).toEqual([1, 1, 1, 1]);
});

it('reads them once to cancel', async () => {
  const { id: policyId } = await lives.issue({ revenue: 120_000 });
  const reads = await readsOfChange(() =>
    lives.fire('POLICY_CANCEL', { policyId, effectiveDate: '2040-08-01' }),
  );
  expect(['policies', 'policy_changes', 'ledger_journal'].map(reads)).toEqual([1, 1, 1]);
});
