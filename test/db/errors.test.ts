import { afterAll, beforeAll, expect, it } from 'vitest';
import { Client } from '../../db/models/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database?.drop());

const messageOf = (query: PromiseLike<unknown>) =>
  Promise.resolve(query).then(
    () => 'no error',
    (error: Error) => error.message,
  );

it('have neither the statement nor its values, which logs and Temporal would show', async () => {
  const { db } = database;
  expect(await messageOf(db('clients').where('no_such_column', 'Ada'))).toBe(
    'column "no_such_column" does not exist',
  );
});

it('have none in transactions and models either', async () => {
  const { db } = database;
  expect(await messageOf(db.transaction(async (trx) => trx('no_such_table').insert({ name: 'Ada' })))).toBe(
    'relation "no_such_table" does not exist',
  );
  expect(await messageOf(db.transaction(async (trx) => Client.query(trx).where('nothing', 'Ada')))).toBe(
    'column "nothing" does not exist',
  );
});

it('have none where the connection ends', async () => {
  const ended = database.db.raw('select pg_terminate_backend(pg_backend_pid()), ? as name', ['Ada Lovelace']);

  expect(await messageOf(ended)).toMatch(/^(terminating connection due to|Connection terminated)[\w ]*$/);
});
