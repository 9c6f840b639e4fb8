import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoCommand } from '../../cli/commands/demo.js';
import { makeBook } from '../../cli/demo/book/make-book.js';
import { demoAgency, demoCarrier } from '../../cli/demo/organizations.js';
import type { Database } from '../../db/database.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { Product } from '../../db/models/product.js';
import { ProductVersion } from '../../db/models/product-version.js';
import { eachBatchOfPolicies } from '../../db/policies/policies-in-force.js';
import { readPolicyChanges, readPolicyStanding } from '../../db/policies/read-history.js';
import { readPolicy } from '../../db/policies/read-policy.js';
import { searchPolicies } from '../../db/policies/search-policies.js';
import { loadVersion } from '../../db/products/load-version.js';
import { setupOf } from '../../documents/impact/rating-setup.js';
import { writePostings } from '../../documents/postings/write-postings.js';
import { ratingJobs } from '../../domain/impact/rating-job.js';
import { totalOf } from '../../domain/policy/proration.js';
import { currentAnswers, historyOf } from '../../domain/policy/timeline.js';
import { firstOfMonth } from '../../domain/postings/months.js';
import { beanCheck } from '../support/bean-check.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { expectReconciled, postingsOfYears } from '../support/trial-balance.js';
import { expectSound } from './invariants.js';

const now = new Date('2026-11-15T12:00:00Z');
const today = '2026-11-15';
const [checked, unchecked] = [120, 60];
const policies = checked + unchecked;

let database: OwnedTestDatabase;
let db: Database;
const reached: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  const progress = (phase: string, done: number, total: number) =>
    void reached.push(`${phase} ${done}/${total}`);
  // The service's role may not write without checks, the owner may.
  await makeBook(db, { policies: checked, seed: 'test', now, progress, lives: 40 });
  await makeBook(database.owner, { policies: unchecked, seed: 'bulk', now, lives: 10 });
}, 300_000);
afterAll(() => database.drop());

/** What breaks a rule, which nothing should. */
async function breaking(sql: string): Promise<unknown[]> {
  return (await db.raw(sql)).rows;
}

describe('a demo book', () => {
  it('has postings that are what the reports say at each month end, and that Beancount loads', async () => {
    const books = { organizationId: demoCarrier.id, timeZone: 'UTC' };
    const { first } = (await db('ledger_journal').min({ first: 'created_at' }).first()) as { first: Date };
    const from = firstOfMonth(first.toISOString().slice(0, 10));
    const report = await postingsOfYears(db, books, { from, to: '2026-10-31' });
    expect((await expectReconciled(db, books, report)).length).toBeGreaterThan(10);
    const check = await beanCheck();
    if (!(check instanceof Error)) expect(await check(writePostings(report, 'beancount'))).toBe('');
  }, 300_000);

  it('has as many policies as asked for, in every state of a life', async () => {
    expect(await Policy.query(db).resultSize()).toBe(policies);
    const states = await Policy.query(db).distinct('policy_state').orderBy('policy_state');
    expect(states.map(({ policyState }) => policyState)).toEqual(
      expect.arrayContaining(['ACTIVE', 'INACTIVE_UNSETTLED', 'SETTLED']),
    );
    const kinds = await PolicyChange.query(db).distinct('kind');
    expect(kinds.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['CANCEL', 'ENDORSE', 'ISSUE', 'NON_RENEW', 'REINSTATE', 'RENEW']),
    );
    const sellers = await Policy.query(db).distinct('seller_organization_id');
    expect(sellers.map(({ sellerOrganizationId }) => sellerOrganizationId).sort()).toEqual(
      [demoCarrier.id, demoAgency.id].sort(),
    );
    expect(reached.at(0)).toBe('lives 1/40');
    expect(reached.at(-1)).toBe(`policies ${checked}/${checked}`);
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

  it('passes the checks of a policy that was lived', async () => {
    for (const { id } of await Policy.query(db).select('id')) await expectSound(db, id, now);
  });

  it('has endorsements whose price the changed answers give', async () => {
    const endorsed = await PolicyChange.query(db).where('kind', 'ENDORSE');
    expect(endorsed.length).toBeGreaterThan(0);
    for (const { policyId, seq } of endorsed) {
      const policy = await Policy.query(db).findById(policyId).throwIfNotFound();
      const change = (await readPolicyChanges(db, policy)).find((one) => one.seq === seq);
      expect(change?.quoteId).not.toBeNull();
      expect(Object.keys(change?.edits?.[0]?.edits ?? {})).not.toEqual([]);
    }
  });

  it('rates every policy in force to the price that it has', async () => {
    for (const { id: productId, key } of await Product.query(db)) {
      const version = await ProductVersion.query(db).findOne({ product_id: productId });
      if (key === 'personal-auto' || version === undefined) continue;
      const { definition } = (await loadVersion(db, version.id))!;
      const setup = setupOf(definition, definition, { by: undefined, atMost: 1 });
      for await (const batch of eachBatchOfPolicies(db, { productId, asOf: today })) {
        const risks = batch.map((policy) => ({ ...policy, id: policy.policyNumber }));
        const { rated } = ratingJobs(setup)({ risks });
        expect(rated.map((one) => one?.before.premium)).toEqual(
          batch.map(({ premium }) => Math.round(Number(premium) * 100)),
        );
      }
    }
  });

  it('has histories that the service folds to the same policies', async () => {
    const some = await Policy.query(db).orderBy('id').limit(150);
    for (const policy of some) {
      const { history, term, layers } = await readPolicyStanding(db, policy);
      expect({ ...policy }).toMatchObject({
        premium: totalOf(layers).toAmount(2),
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

  it('has policies with nothing to do until a day to come', async () => {
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
    expect({ ...full?.client?.client }).toMatchObject({ name: insuredName });

    for (const organizationId of [demoAgency.id, demoCarrier.id]) {
      const filters = { insuredName, policyNumber: policy.policyNumber };
      const found = await searchPolicies(db, { organizationId, filters, page: 0, size: 20 });
      expect(found.policies.map(({ id }) => id)).toEqual([policy.id]);
    }
  });

  it('is not made twice, but added to with another seed', async () => {
    await expect(makeBook(db, { policies: 5, seed: 'test', now })).rejects.toThrow('another --seed');
    const added = await makeBook(db, { policies: 5, seed: 'other', now, lives: 3 });
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
      await makeBook(another.db, { policies: 5, seed: 'other', now, lives: 3 });
      const columns = ['id', 'premium', 'policy_meta', 'status', 'policy_state', 'effective_date'];
      const here = await Policy.query(db).select(columns);
      const there = await Policy.query(another.db).select(columns).orderBy('id');
      for (const policy of there) expect(here).toContainEqual(policy);
    } finally {
      await another.drop();
    }
  });
});
