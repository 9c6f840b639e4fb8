import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PolicyService } from '../../api/policies/service.js';
import type { Policy } from '../../db/models/policy.js';
import {
  type FullPolicySection,
  readVersionOfPolicy,
  statementsOf,
} from '../../db/policies/read-full-policy.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { readRow } from '../../db/text-statement.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { aPolicy, aPolicyEvent } from '../support/policy-factory.js';

const sections: FullPolicySection[] = [
  ...(['quote', 'answers', 'events', 'statements', 'paid', 'client', 'comments', 'naics', 'agency'] as const),
];
const today = '2026-03-15';

let database: OwnedTestDatabase;
let policy: Policy;
let policies: PolicyService;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  policy = await aPolicy(db);
  await db('payments').insert({
    ...{ id: randomUUID(), organization_id: policy.sellerOrganizationId, policy_id: policy.id },
    ...{ amount: 12, reference: 'r', provider: 'OFFLINE', received_at: new Date() },
  });
  const now = () => new Date(`${today}T12:00:00Z`);
  policies = new PolicyService({
    db,
    catalog: createProductCatalog({ db, databaseUrl: database.url, environment: 'DEV' }),
    now,
  });
});
afterAll(() => database.drop());

const caller = () => ({ organizationId: policy.sellerOrganizationId }) as never;
const requestOf = (...names: FullPolicySection[]) => ({
  ...{ organizationId: policy.sellerOrganizationId, policyId: policy.id, today },
  sections: new Set(names),
});
const versionOf = (...names: FullPolicySection[]) => readVersionOfPolicy(database.db, requestOf(...names));

/** The tables that PostgreSQL reads for a section. */
async function tablesOf(section: FullPolicySection): Promise<string[]> {
  const { statement, bindings } = statementsOf(requestOf(section)).policy;
  const { name: _, ...rest } = statement;
  const [plan] = (await readRow<[unknown]>(
    database.db,
    { ...rest, sql: `explain (format json) ${statement.sql}` },
    bindings,
  ))!;
  const found = JSON.stringify(plan).matchAll(/"Relation Name":"(\w+)"/g);
  return [...new Set([...found].map(([, table]) => table!))].sort();
}

/** Writes every row of a table as it is: the rows are new versions of themselves. */
async function touch(table: string): Promise<void> {
  await database.owner.transaction(async (trx) => {
    // Without the triggers that refuse changes of contracts and money.
    await trx.raw("set local session_replication_role = 'replica'");
    const key = table === 'policy_changes' ? 'policy_id' : table === 'quotes' ? 'request_id' : 'id';
    await trx.raw('update ?? set ?? = ??', [table, key, key]);
  });
}

async function readWith(): Promise<{ text: string; statements: number }> {
  let statements = 0;
  const count = () => {
    statements += 1;
  };
  database.db.on('query', count);
  const { text } = await policies.full(caller(), policy.id);
  database.db.removeListener('query', count);
  return { text, statements };
}

describe('the version of a policy', () => {
  it.each(sections)('changes with each row that its section %s is made from', async (section) => {
    const tables = await tablesOf(section);
    expect(tables).toEqual(expect.arrayContaining(['organizations', 'policies', 'quotes']));
    for (const table of tables) {
      const before = await versionOf(section);
      expect(before).toMatch(/^[\w+/]{43}=$/);
      await touch(table);
      expect(await versionOf(section), table).not.toBe(before);
    }
  });

  it('changes with another policy of the client, which its summary counts', async () => {
    const { sellerOrganizationId: sellerId, clientId } = policy;
    const before = await versionOf('client');
    await aPolicy(database.db, { sellerId, clientId });
    expect(await versionOf('client')).not.toBe(before);
  });

  it('stays with the changes of others, and is of nobody else', async () => {
    const before = await versionOf(...sections);
    await aPolicy(database.db);
    expect(await versionOf(...sections)).toBe(before);
    const request = { ...requestOf('quote'), organizationId: randomUUID() };
    expect(await readVersionOfPolicy(database.db, request)).toBeUndefined();
  });
});

describe('a policy that is read again', () => {
  it('is not made again until something of it changes', async () => {
    const first = await readWith();
    expect(await readWith()).toEqual({ text: first.text, statements: 1 });

    await aPolicyEvent(database.db, policy.id, { type: 'NOTE', description: 'Called.' });
    const noted = await readWith();
    expect(noted.statements).toBeGreaterThan(1);
    expect(JSON.parse(noted.text).commentsStats.commentCount).toBe(1);
    expect(noted.text).not.toBe(first.text);
    expect(await readWith()).toEqual({ text: noted.text, statements: 1 });
  });

  it('is as it was read if it changes back and forth while others read it', async () => {
    const rename = (name: string) => database.db('clients').where('id', policy.clientId).update({ name });
    const shown = async () => JSON.parse((await readWith()).text).clientSummary.clientName;
    for (const name of ['A', 'B', 'A', 'B']) {
      const changing = Promise.all([rename(name), ...Array.from({ length: 4 }, readWith)]);
      await changing;
      expect(await shown()).toBe(name);
    }
  });
});
