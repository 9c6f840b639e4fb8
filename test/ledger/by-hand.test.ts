import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LedgerService } from '../../api/ledger/service.js';
import { wakeOverduePolicies } from '../../api/runs/policy-term-sweep.js';
import { PolicyTerms } from '../../api/runs/policy-terms.js';
import { Event } from '../../db/models/event.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let lives: PolicyLives;
let terms: PolicyTerms;
let ledger: LedgerService;
let today: string;

beforeAll(async () => {
  lives = await policyLives(shopOfLives({ renewal: { offered: false } }));
  const { db, catalog, client, taskQueue } = lives;
  terms = new PolicyTerms({ db, client, taskQueue });
  ledger = new LedgerService({ db, catalog, terms, now: () => new Date(`${today}T08:00:00Z`) });
});

afterAll(async () => {
  await lives?.close();
});

const on = (day: string) => {
  today = day;
  lives.setDay(day);
};
const record = async (parentPolicyId: string, effectiveDate: string, premium: string, by = ledger) => {
  const entry = { parentPolicyId, effectiveDate, premium, appliedToStatement: false };
  const { newLedgerEntryId } = await by.record(lives.carrier, entry);
  return newLedgerEntryId!;
};
const statementOf = async (id: string) =>
  (await LedgerEntry.query(lives.db).findById(id).throwIfNotFound()).statementId;
const amounts = async (policyId: string) =>
  (await lives.statements(policyId)).map(({ amount, state }) => `${amount} ${state}`);

it('is billed by the end of the term, whatever its day', async () => {
  on('2040-01-01');
  const { id } = await lives.issue({ term: 'HALF_YEAR' });
  const entries = [await record(id, '2040-02-01', '10.00'), await record(id, '2040-06-30', '-4.00')];
  expect(await Promise.all(entries.map(statementOf))).toEqual([null, null]);

  on('2040-07-01');
  await lives.goTo(id, '2040-07-01');

  const [first, second] = await Promise.all(entries.map(statementOf));
  expect(first).not.toBeNull();
  expect(second).toBe(first);
  expect(await amounts(id)).toContain('6.00 DUE');
});

it('is billed at once where the policy has ended, which is settled again when that is paid', async () => {
  on('2040-01-01');
  const { id } = await lives.issue();
  await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-01-01' });
  expect(await lives.policy(id)).toMatchObject({ policyState: 'SETTLED', premium: '0.00' });

  const entry = await record(id, '2040-01-01', '25.50');

  await expect.poll(() => statementOf(entry)).not.toBeNull();
  expect(await amounts(id)).toContain('25.50 DUE');
  expect(await lives.policy(id)).toMatchObject({ policyState: 'INACTIVE_UNSETTLED', premium: '25.50' });
  const told = derivedId((await statementOf(entry))!, 'STATEMENT_CREATED');
  await expect.poll(async () => (await Event.query(lives.db).findById(told))?.state).toBe('COMPLETED');

  await lives.fire('PAYMENT_RECEIVED', { policyId: id, amount: 25.5, reference: 'late' });
  expect(await lives.policy(id)).toMatchObject({ policyState: 'SETTLED', status: 'PAID' });
});

it('is recorded once by a repeated attempt', async () => {
  on('2040-01-01');
  const { id: parentPolicyId } = await lives.issue();
  const entry = { id: randomUUID(), parentPolicyId, effectiveDate: '2040-01-01', premium: '12.00' };
  const attempt = () => ledger.record(lives.carrier, { ...entry, appliedToStatement: false });
  expect((await attempt()).newLedgerEntryId).toBe(entry.id);
  expect(await attempt()).toMatchObject({ newLedgerEntryId: entry.id });
  expect(
    await LedgerEntry.query(lives.db).where({ parent_policy_id: parentPolicyId, premium: 12 }),
  ).toHaveLength(1);
});

it('is billed before the policy is closed, by the sweep where its workflow was not told', async () => {
  on('2040-01-01');
  const { id } = await lives.issue();
  await lives.fire('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-01-01' });
  const { db, catalog } = lives;
  const whileTemporalIsAway = new LedgerService({
    ...{ db, catalog },
    terms: { tellSoon: async () => undefined },
    now: () => new Date(`${today}T08:00:00Z`),
  });
  // The workflow has dealt with the cancellation, and looks at the policy again when it is closed. The second look comes
  // after every signal of the runs that the first one waited for.
  await lives.goTo(id, '2040-01-01');
  await lives.goTo(id, '2040-01-01');
  await expect.poll(async () => (await lives.policy(id)).nextLookAt > new Date('2040-01-02')).toBe(true);
  const entry = await record(id, '2040-01-01', '25.50', whileTemporalIsAway);

  const close = () => lives.fire('POLICY_EVENT_RECORD', { policyId: id, type: 'CLOSE' }, lives.carrier);
  await expect(close()).rejects.toThrow('the ledger has entries that no statement includes yet');
  expect(await lives.policy(id)).toMatchObject({ policyState: 'SETTLED' });

  await wakeOverduePolicies({ db, terms, now: () => new Date(`${today}T08:16:00Z`) });
  await expect.poll(() => statementOf(entry)).not.toBeNull();
  expect(await lives.policy(id)).toMatchObject({ policyState: 'INACTIVE_UNSETTLED' });
});
