import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../db/database.js';
import { grantService, isGranted, roleOf } from '../../db/service-role.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';

let database: OwnedTestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it.each([
  'truncate ledger_journal',
  'truncate policy_changes cascade',
  'truncate quotes cascade',
  'update ledger_journal set premium_change = 0',
  'delete from policy_changes',
  'delete from migrations',
  'create table mine (id int)',
  'alter table quotes add column mine text',
  'drop trigger ledger_journal_append_only on ledger_journal',
  'alter table ledger_journal disable trigger all',
  'set session_replication_role = replica',
  'create role another',
])('the service may not: %s', async (statement) => {
  await expect(database.db.raw(statement)).rejects.toThrow(/permission denied|must be owner/);
});

it.each(['truncate ledger_journal', 'truncate policy_changes', 'truncate ledger_entries cascade'])(
  'nobody may: %s',
  async (statement) => {
    await expect(database.owner.raw(statement)).rejects.toThrow('is only ever added to');
  },
);

it('lets the service work with a table that a migration adds', async () => {
  const { owner, url, db } = database;
  const role = roleOf(url);
  expect(await isGranted(owner, role)).toBe(true);
  await owner.raw('create table added (id int)');
  expect(await isGranted(owner, role)).toBe(false);
  await grantService(owner, role);
  expect(await isGranted(owner, role)).toBe(true);
  await db('added').insert({ id: 1 });
});

it('makes a role whose name and password need escaping', async () => {
  const role = { name: 'the "service"?', password: "it's\\?" };
  const { owner } = database;
  await grantService(owner, role);
  const url = new URL(database.url);
  url.username = encodeURIComponent(role.name);
  url.password = encodeURIComponent(role.password);
  expect(roleOf(url.href)).toEqual(role);
  const service = openDatabase({ url: url.href, poolSize: 1, applicationName: 'ioi-test-service' });
  try {
    expect(await service('organizations').select('id')).toEqual([]);
  } finally {
    await service.destroy();
    await owner.raw(String.raw`drop owned by "the ""service""\?"; drop role "the ""service""\?"`);
  }
});
