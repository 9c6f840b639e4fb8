import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../db/database.js';
import { up } from '../../db/migrations/0014_earned_periods.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import type { Policy } from '../../db/models/policy.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { aPolicy } from '../support/policy-factory.js';

let database: OwnedTestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.owner;
});
afterAll(() => database.drop());

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const periodsOf = async (policy: Policy) =>
  (await LedgerLine.query(db).where('policy_id', policy.id).whereNot('premium_change', 0).orderBy('seq')).map(
    ({ premiumChange, earnedFrom, earnedUntil }) => `${premiumChange} ${earnedFrom} ${earnedUntil}`,
  );

/** A change of the previous version with its entry and its one line. */
async function recorded(
  policy: Policy,
  seq: number,
  change: { kind: string; effectiveDate: string; premium: string; data: object; quoted?: boolean },
): Promise<void> {
  const { kind, effectiveDate, premium, data, quoted } = change;
  await db('policy_changes').insert({
    ...{
      policy_id: policy.id,
      seq,
      kind,
      effective_date: effectiveDate,
      recorded_at: at(seq),
      term_number: 1,
    },
    ...{ premium_change: premium, term_premium: '1200.00', quote_id: quoted ? policy.quoteId : null, data },
  });
  await line(policy, await entry(policy, effectiveDate, premium), {
    kind: 'RECORDED',
    effectiveDate,
    premium,
    seq,
  });
}

async function entry(policy: Policy, effectiveDate: string, premium: string): Promise<string> {
  const id = randomUUID();
  await db('ledger_entries').insert({
    ...{ id, parent_policy_id: policy.id, policy_number: policy.policyNumber, term_number: 1, premium },
    ...{
      organization_id: policy.issuingOrganizationId,
      product_id: policy.productId,
      effective_date: effectiveDate,
    },
  });
  return id;
}

const line = (
  policy: Policy,
  entryId: string,
  given: { kind: string; effectiveDate: string; premium: string; seq: number; data?: object },
) =>
  db('ledger_journal').insert({
    ...{
      entry_id: entryId,
      policy_id: policy.id,
      kind: given.kind,
      term_number: 1,
      premium_change: given.premium,
    },
    ...{ effective_date: given.effectiveDate, created_at: at(given.seq), data: given.data ?? {} },
  });

it('gives each earlier line the period that its amount is earned over, and keeps the sums', async () => {
  const issued = () => aPolicy(db, { effectiveDate: '2026-01-01', createdAt: at(1) });
  const [endorsed, cancelled, reinstated, byHand] = [
    await issued(),
    await issued(),
    await issued(),
    await issued(),
  ];
  await db.raw(`
    drop trigger ledger_journal_earned_period on ledger_journal;
    drop function fill_earned_period;
    alter table ledger_journal drop constraint ledger_journal_earned_period,
      drop column earned_from, drop column earned_until`);
  await recorded(endorsed, 2, {
    kind: 'ENDORSE',
    effectiveDate: '2026-04-01',
    premium: '300.00',
    quoted: true,
    data: {
      stretches: [
        { from: '2026-04-01', until: '2026-07-01', amount: '100.00', termPremium: '1600.00' },
        { from: '2026-07-01', until: '2027-01-01', amount: '200.00', termPremium: '1600.00' },
      ],
    },
  });
  const returned = { returned: '544.44', proRata: '604.93', penalty: '60.49' };
  const cancel = { kind: 'CANCEL', effectiveDate: '2026-07-01', premium: '-544.44', data: returned };
  await recorded(cancelled, 2, cancel);
  await recorded(reinstated, 2, cancel);
  await recorded(reinstated, 3, {
    kind: 'REINSTATE',
    effectiveDate: '2026-07-11',
    premium: '511.56',
    data: { stretches: [{ from: '2026-07-01', until: '2026-07-11', amount: '-32.88', termPremium: '0.00' }] },
  });
  const id = await entry(byHand, '2026-06-01', '30.00');
  await line(byHand, id, { kind: 'RECORDED', effectiveDate: '2026-05-01', premium: '50.00', seq: 2 });
  const before = { effectiveDate: '2026-05-01', premium: '50.00' };
  await line(byHand, id, {
    kind: 'EDITED',
    effectiveDate: '2026-06-01',
    premium: '-20.00',
    seq: 3,
    data: { before },
  });
  await line(byHand, await entry(byHand, '1999-01-01', '7.00'), {
    ...{ kind: 'RECORDED', effectiveDate: '1999-01-01', premium: '7.00', seq: 4 },
  });

  await db.raw(`alter table ledger_journal drop constraint ledger_journal_kind_check, add constraint
    ledger_journal_kind_check check (kind in ('RECORDED', 'EDITED', 'DELETED', 'APPLIED'))`);
  await db.transaction((trx) => up(trx));

  const term = '1200.00 2026-01-01 2027-01-01';
  expect(await periodsOf(endorsed)).toEqual([
    term,
    '300.00 2026-04-01 2027-01-01',
    '-300.00 2026-04-01 2027-01-01',
    '100.00 2026-04-01 2026-07-01',
    '200.00 2026-07-01 2027-01-01',
  ]);
  expect(await periodsOf(cancelled)).toEqual([
    term,
    '-544.44 2026-07-01 2027-01-01',
    '-60.49 2026-07-01 2027-01-01',
    '60.49 2026-07-01 2026-07-01',
  ]);
  expect(await periodsOf(reinstated)).toEqual([
    term,
    '-544.44 2026-07-01 2027-01-01',
    '511.56 2026-07-11 2027-01-01',
  ]);
  expect(await periodsOf(byHand)).toEqual([
    term,
    '50.00 2026-05-01 2027-01-01',
    '-20.00 2026-06-01 2027-01-01',
    '7.00 2026-01-01 2027-01-01',
    '-50.00 2026-05-01 2027-01-01',
    '50.00 2026-06-01 2027-01-01',
  ]);
  // As the previous version writes.
  await line(byHand, id, { kind: 'EDITED', effectiveDate: '2026-06-01', premium: '1.00', seq: 5 });
  expect((await periodsOf(byHand)).at(-1)).toBe('1.00 2026-06-01 2027-01-01');
  await expect(db.raw('update ledger_journal set premium_change = 0')).rejects.toThrow(/only ever added/);
});
