import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeCancelled, closeEvent } from '../../db/events/close-event.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { aPolicy } from '../support/policy-factory.js';

let database: TestDatabase;
let triggerRequestId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  await aPolicy(database.db);
  triggerRequestId = (await database.db('events').first('trigger_request_id')).trigger_request_id;
});
afterAll(() => database?.drop());

it('lets the retry of an event that was canceled without a result have one', async () => {
  const { db } = database;
  const event = () => db('events').where({ trigger_request_id: triggerRequestId });
  const reopen = () => event().update({ state: 'RUNNING', closed_at: null });
  await event().update({ trigger_result: null });
  await reopen();
  await closeCancelled(db, triggerRequestId, null, new Date());
  expect(await event().whereNull('trigger_result')).toMatchObject([{ state: 'CANCELLED' }]);

  await reopen();
  await closeEvent(db, triggerRequestId, { executedActionCount: 1 }, new Date());
  expect(await event()).toMatchObject([{ state: 'COMPLETED', trigger_result: { executedActionCount: 1 } }]);

  await reopen();
  await closeEvent(db, triggerRequestId, { executedActionCount: 2 }, new Date());
  expect(await event()).toMatchObject([{ trigger_result: { executedActionCount: 1 } }]);
});
