import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoCommand } from '../../cli/commands/demo.js';
import { makeBook } from '../../cli/demo/book/make-book.js';
import { demoAgency, demoCarrier } from '../../cli/demo/organizations.js';
import type { Database } from '../../db/database.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { readPolicyStanding } from '../../db/policies/read-history.js';
import { readPolicy } from '../../db/policies/read-policy.js';
import { searchPolicies } from '../../db/policies/search-policies.js';
import { standingOf } from '../../domain/billing/payment-status.js';
import { totalOf } from '../../domain/policy/proration.js';
import { currentAnswers, historyOf } from '../../domain/policy/timeline.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const now = new Date('2026-11-15T12:00:00Z');
const today = '2026-11-15';
const policies = 300;

let database: TestDatabase;
let db: Database;
const reached: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  const progress = (phase: string, done: number, total: number) =>
    void reached.push(`${phase} ${done}/${total}`);
  await makeBook(db, { policies: policies - 60, seed: 'test', now, progress });
  await makeBook(db, { policies: 60, seed: 'bulk', now, unchecked: true });
}, 60_000);
afterAll(() => database.drop());

/** What breaks a rule, which nothing should. */
async function breaking(sql: string): Promise<unknown[]> {
  return (await db.raw(sql)).rows;
}

describe('a demo book', () => {
  it('has as many policies as asked for, in every state of a life', async () => {
    expect(await Policy.query(db).resultSize()).toBe(policies);
    const states = await Policy.query(db).distinct('policy_state').orderBy('policy_state');
    expect(states.map(({ policyState }) => policyState)).toEqual(
      expect.arrayContaining(['ACTIVE', 'INACTIVE_UNSETTLED', 'SETTLED']),
    );
    const kinds = await PolicyChange.query(db).distinct('kind');
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([
      'CANCEL',
      'ENDORSE',
      'ISSUE',
      'NON_RENEW',
      'RENEW',
    ]);
    const sellers = await Policy.query(db).distinct('seller_organization_id');
    expect(sellers.map(({ sellerOrganizationId }) => sellerOrganizationId).sort()).toEqual(
      [demoCarrier.id, demoAgency.id].sort(),
    );
    expect(reached.at(0)).toBe(`lives 1/${policies - 60}`);
    expect(reached.at(-1)).toBe(`policies ${policies - 60}/${policies - 60}`);
  });

  it('refers to nothing that is not there, however it was written', async () => {
    const { rows } = await db.raw(`select c.conrelid::regclass::text as of, a.attname as by,
        c.confrelid::regclass::text as to, b.attname as key
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = c.confkey[1]
      where c.contype = 'f' and cardinality(c.conkey) = 1`);
    expect(rows.length).toBeGreaterThan(50);
    for (const { of, by, to, key } of rows) {
      const lost = await db(of).whereNotNull(by).whereNotIn(by, db(to).select(key)).limit(1);
      expect(lost, `${of}.${by}`).toEqual([]);
    }
    const unsearched = await breaking(`select id from policies p where
      (select count(*) from policy_search s where s.policy_id = p.id)
      <> (case when p.seller_organization_id = p.issuing_organization_id then 1 else 2 end)`);
    expect(unsearched).toEqual([]);
  });

  it('has ledgers that come to the premiums', async () => {
    const wrong = await breaking(`select p.id from policies p where p.premium <> (
      select sum(j.premium_change) from ledger_journal j where j.policy_id = p.id and j.term_number = p.term_number)`);
    expect(wrong).toEqual([]);
    const entries = await breaking(`select e.id from ledger_entries e where e.premium <> (
      select sum(j.premium_change) from ledger_journal j where j.entry_id = e.id)`);
    expect(entries).toEqual([]);
  });

  it('has statements that come to what was journalled', async () => {
    const wrong = await breaking(`select p.id from policies p where
      (select sum((s.data ->> 'premium')::numeric) from statements s where s.policy_id = p.id and s.state <> 'VOID')
      <> (select sum(j.premium_change) from ledger_journal j where j.policy_id = p.id)`);
    expect(wrong).toEqual([]);
    const parts =
      await breaking(`select s.id from statements s where s.amount <> (s.data ->> 'premium')::numeric
      + (s.data ->> 'taxesAndFees')::numeric + coalesce(s.data ->> 'instalmentFee', '0')::numeric`);
    expect(parts).toEqual([]);
  });

  it('has payments that went to statements, and statuses that follow from them', async () => {
    const wrong = await breaking(`select p.id from policies p where
      (select coalesce(sum(a.amount), 0) from payment_allocations a join payments y on y.id = a.payment_id
        where y.policy_id = p.id)
      <> (select coalesce(sum(s.paid_amount), 0) from statements s where s.policy_id = p.id)`);
    expect(wrong).toEqual([]);
    const { rows } = await db.raw(`select p.id, p.status,
        (select coalesce(sum(y.amount), 0) from payments y where y.policy_id = p.id) as paid,
        (select json_agg(json_build_object('amount', s.amount::text, 'dueDate', s.due_date, 'state', s.state))
          from statements s where s.policy_id = p.id) as statements
      from policies p`);
    for (const { statements, paid, status } of rows) {
      expect(standingOf(statements, [{ amount: paid }], today).status).toBe(status);
    }
  });

  it('has histories that the service folds to the same policies', async () => {
    const some = await Policy.query(db).orderBy('id').limit(150);
    for (const policy of some) {
      const { history, term, layers } = await readPolicyStanding(db, policy);
      expect({ ...policy }).toMatchObject({
        premium: totalOf(layers).toAmount(),
        effectiveDate: term.effectiveDate,
        expirationDate: term.expirationDate,
        termNumber: history.terms.length,
        cancelledOn: term.cancellation?.cancelledOn ?? null,
        nonRenewed: history.nonRenewed,
        policyNumber: history.policyNumber,
        quoteId: term.quoteId,
      });
    }
  });

  it('has numbers without gaps, from the counters that issuing goes on with', async () => {
    const wrong = await breaking(`select n.scope from policy_numbers n where n.last <> (
      select count(*) from policies p where p.product_id = n.product_id
        and p.policy_number like replace(n.scope, '{seq}', '%'))`);
    expect(wrong).toEqual([]);
  });

  it('has policies that are looked after on a day to come', async () => {
    const wrong = await breaking(`select id from policies where next_look_at <= '${today}'`);
    expect(wrong).toEqual([]);
  });

  it('is read and searched like any other policy', async () => {
    const policy = await Policy.query(db)
      .where('seller_organization_id', demoAgency.id)
      .first()
      .throwIfNotFound();
    const full = await readPolicy(db, {
      ...{ organizationId: demoAgency.id, policyId: policy.id },
      sections: ['changes', 'client'],
    });
    const answers = currentAnswers(historyOf(full?.changes ?? [])!, today);
    const insuredName = String(policy.policyMeta.insuredName);
    expect(answers['client.name']).toMatchObject({ answer: insuredName });
    expect({ ...full?.client }).toMatchObject({ name: insuredName });

    for (const organizationId of [demoAgency.id, demoCarrier.id]) {
      const filters = { insuredName, policyNumber: policy.policyNumber };
      const found = await searchPolicies(db, { organizationId, filters, page: 0, size: 20 });
      expect(found.policies.map(({ id }) => id)).toEqual([policy.id]);
    }
  });

  it('is not made twice, but added to with another seed', async () => {
    await expect(makeBook(db, { policies: 5, seed: 'test', now })).rejects.toThrow('another --seed');
    const added = await makeBook(db, { policies: 5, seed: 'other', now });
    expect(added.policies).toBe(5);
    expect(await Policy.query(db).resultSize()).toBe(policies + 5);
  });

  it('is made by a command', async () => {
    const printed: string[] = [];
    const command = demoCommand({
      withDatabase: (work) => work(db),
      print: (line) => void printed.push(line),
      readInput: async () => '',
    });
    await command.parseAsync(['book', '--policies', '3', '--seed', 'command', '--json'], { from: 'user' });
    expect(JSON.parse(printed.join(''))).toMatchObject({ policies: 3, seed: 'command' });
  });

  it('is the same book in another database', async () => {
    const another = await createTestDatabase();
    try {
      await makeBook(another.db, { policies: 5, seed: 'other', now });
      const columns = ['id', 'premium', 'policy_meta', 'status', 'policy_state', 'effective_date'];
      const here = await Policy.query(db).select(columns).whereRaw("id::text like '0000000_-%'");
      const there = await Policy.query(another.db).select(columns).orderBy('id');
      for (const policy of there) expect(here).toContainEqual(policy);
    } finally {
      await another.drop();
    }
  });
});
