import type { Model, ModelClass } from 'objection';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readClient } from '../../db/clients/read-client.js';
import { type Database, openDatabase } from '../../db/database.js';
import { readLedger } from '../../db/ledger/read-ledger.js';
import { columnsOf } from '../../db/models/base.js';
import { Client } from '../../db/models/client.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { Payment } from '../../db/models/payment.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';
import { type PolicySection, readPoliciesOfClient, readPolicy } from '../../db/policies/read-policy.js';
import { readQuote } from '../../db/quotes/read-quotes.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { aPolicy } from '../support/policy-factory.js';

const models = [Client, LedgerEntry, Payment, Policy, PolicyChange, PolicyEvent, Quote, Statement];

let database: OwnedTestDatabase;
/** One connection, which has prepared what it reads again. */
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url, poolSize: 1, applicationName: 'ioi-test-prepared' });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

it.each(models.map((model) => ({ model, table: model.tableName })))(
  'reads every column of $table',
  async ({ model, table }) => {
    const columns = Object.keys(await database.owner(table).columnInfo());
    const { sql } = (model as ModelClass<Model>).query(db).select(columnsOf(model)).toKnexQuery().toSQL();
    const listed = [...sql.matchAll(/\w+\.(\w+)/g)].map(([, column]) => column);
    expect(listed.sort()).toEqual(columns.sort());
  },
);

it('goes on reading while a migration adds columns', async () => {
  const { id, clientId, quoteId, sellerOrganizationId } = await aPolicy(database.db);
  const sections: PolicySection[] = ['changes', 'quote', 'events', 'statements', 'payments', 'client'];
  const readAll = () =>
    Promise.all([
      readClient(db, sellerOrganizationId, clientId),
      readQuote(db, sellerOrganizationId, quoteId),
      readPoliciesOfClient(db, sellerOrganizationId, clientId),
      readLedger(db, sellerOrganizationId, id),
      readPolicy(db, { organizationId: sellerOrganizationId, policyId: id, sections }),
    ]);
  const before = await readAll();
  for (const { tableName } of models)
    await database.owner.raw("alter table ?? add column added text not null default 'x'", [tableName]);

  expect(await readAll()).toEqual(before);
  const { rows } = await db.raw('select count(*)::int from pg_prepared_statements');
  expect(rows).toEqual([{ count: 12 }]);
});
