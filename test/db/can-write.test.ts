import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseErrorAsAppError } from '../../api/errors/database-error.js';
import { writeCheck } from '../../db/can-write.js';
import { type Database, openDatabase } from '../../db/database.js';
import { createTestDatabase } from '../support/database.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let limited: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  // What a full disk does cannot be had here: no room for temporary files comes close.
  const { pathname } = new URL(database.url);
  await database.db.raw('select 1');
  await database.owner.raw('alter database ?? set temp_file_limit = 0', [pathname.slice(1)]);
  limited = openDatabase({ url: database.url, poolSize: 1, applicationName: 'ioi-test-limited' });
});
afterAll(async () => {
  await limited?.destroy();
  await database?.drop();
});

it('passes where the database can write', async () => {
  await expect(writeCheck(database.db)()).resolves.toBeUndefined();
});

it('rejects where it cannot, for all who ask within two seconds', async () => {
  const check = writeCheck(limited);
  const [first, second] = [check(), check()];
  await expect(first).rejects.toMatchObject({ code: '53400' });
  expect(second).toBe(first);
});

it('a full disk is 503 with a code of its own', () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(databaseErrorAsAppError(full)).toMatchObject({ status: 503, code: 'DISK_FULL' });
});
