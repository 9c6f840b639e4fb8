import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EndedAction, recordAction } from '../../db/events/record-action.js';
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

const anAction = (state: EndedAction['state'], actionId = randomUUID() as string): EndedAction => ({
  ...{
    triggerRequestId,
    actionId,
    kind: 'DEFAULT',
    type: 'CREATE_POLICIES',
    name: 'Issue',
    state,
    attempts: 1,
  },
  ...{ lastError: null, requestId: null, startedAt: new Date(), endedAt: new Date() },
});

it('says that an action had succeeded before, and lets one that had failed succeed', async () => {
  const { db } = database;
  const failed = anAction('FAILED');
  expect(await recordAction(db, failed)).toBe(true);
  expect(await recordAction(db, { ...failed, state: 'SUCCEEDED' })).toBe(true);
  expect(await recordAction(db, { ...failed, state: 'SUCCEEDED' })).toBe(false);
});

it('lets one of two attempts at once make the effect', async () => {
  const action = anAction('SUCCEEDED');
  const attempt = () =>
    database.db.transaction(async (trx) => {
      const isFirst = await recordAction(trx, action);
      await sleep(200);
      return isFirst;
    });
  expect((await Promise.all([attempt(), attempt()])).sort()).toEqual([false, true]);
});
