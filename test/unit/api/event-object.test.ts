import { expect, it } from 'vitest';
import { eventRunObject as objectOf, type TemporalUi } from '../../../api/events/event-object.js';
import type { EventRunObject } from '../../../api/events/schemas.js';
import type { StoredEventRun } from '../../../db/events/read-run.js';
import type { ActionRun } from '../../../db/models/action-run.js';
import { theService } from '../../../domain/ground/author.js';
import type { RunStatus } from '../../../workflows/contracts/event-run.js';

const at = new Date('2026-11-21T10:00:00Z');

function anEvent(changes: Partial<StoredEventRun>): StoredEventRun {
  return {
    triggerRequestId: '6d7f3b1e-0000-4000-8000-000000000001',
    organizationId: '6d7f3b1e-0000-4000-8000-000000000004',
    type: 'POLICY_CREATED',
    state: 'RUNNING',
    productId: '6d7f3b1e-0000-4000-8000-000000000002',
    productName: 'Shop',
    productVersionId: '6d7f3b1e-0000-4000-8000-000000000003',
    ...{ clientId: null, policyId: null, batchId: null, parentTriggerRequestId: null, closedAt: null },
    ...{ clockId: null, businessTime: null },
    ...{
      source: null,
      workflowId: 'POLICY_CREATED.event-6d7f3b1e-0000-4000-8000-000000000001',
      cancelRequestedAt: null,
      triggerResult: null,
      metadata: {},
    },
    ...{ acknowledgement: null, failedActionCount: 0, retries: 0, createdAt: at, firedBy: theService },
    ...{ defaultActions: [], plannedActions: [], actions: [], earlier: [] },
    ...{ quoteIds: [], policyIds: [], childIds: [] },
    ...changes,
  };
}

/** As it is sent. */
const eventRunObject = (
  event: StoredEventRun,
  ui: TemporalUi | undefined,
  running?: RunStatus,
): EventRunObject => JSON.parse(JSON.stringify(objectOf(event, { ui, running })));

const planned = (actionId: string, order: number) =>
  ({ actionId, type: 'INBOUND_WAIT', name: actionId, order, rates: false, responds: true }) as const;

const ran = (actionId: string, changes: Partial<ActionRun> = {}) =>
  ({
    ...{ actionId, kind: 'CONFIGURED', type: 'INBOUND_WAIT', name: actionId, state: 'RUNNING' },
    ...{ attempts: 1, lastError: null, requestId: `${actionId}-request` },
    ...{ waitsFor: null, waitsUntil: null, startedAt: at, endedAt: null },
    ...changes,
  }) as unknown as ActionRun;

it('shows the actions of the plan in their order, then what ran because others failed', () => {
  const { actions } = eventRunObject(
    anEvent({
      plannedActions: [planned('second', 20), planned('first', 10)],
      actions: [
        ran('fallback', { type: 'HTTP_REQUEST' }),
        ran('first', { state: 'FAILED', lastError: 'no' }),
      ],
    }),
    undefined,
  );
  expect(actions.map(({ actionId, state }) => [actionId, state])).toEqual([
    ['first', 'FAILED'],
    ['second', 'PLANNED'],
    ['fallback', 'RUNNING'],
  ]);
});

it('shows a wait that is open before its turn as planned, with the id that it can be answered by', () => {
  const waits = { waitsFor: 'the survey', waitsUntil: at };
  const { actions } = eventRunObject(
    anEvent({
      plannedActions: [planned('now', 10), planned('later', 20)],
      actions: [ran('now', { state: 'WAITING', ...waits }), ran('later')],
    }),
    undefined,
  );
  expect(actions).toMatchObject([
    { state: 'WAITING', waitsFor: 'the survey', waitsUntil: '2026-11-21T10:00:00.000Z' },
    { state: 'PLANNED', attempts: 0, requestId: 'later-request' },
  ]);
  expect(actions[1]).not.toHaveProperty('startedTimestamp');
});

it('shows an action that has not ended as its open run tells it', () => {
  const { actions } = eventRunObject(
    anEvent({
      plannedActions: [planned('done', 10), planned('asked', 20), planned('later', 30)],
      actions: [ran('done', { state: 'SUCCEEDED', endedAt: at })],
    }),
    undefined,
    {
      triggerRequestId: '6d7f3b1e-0000-4000-8000-000000000001',
      type: 'POLICY_CREATED',
      state: 'RUNNING',
      actions: [
        { ...planned('done', 10), state: 'RUNNING' },
        { ...planned('asked', 20), state: 'WAITING', waitsFor: 'the survey', waitsUntil: at.toISOString() },
        { ...planned('later', 30), state: 'PLANNED' },
      ],
    },
  );
  expect(actions).toMatchObject([
    { state: 'SUCCEEDED' },
    { state: 'WAITING', waitsFor: 'the survey', waitsUntil: '2026-11-21T10:00:00.000Z' },
    { state: 'PLANNED' },
  ]);
});

it('links to what the event is about, and to the Temporal UI where there is one', () => {
  const event = anEvent({
    ...{
      policyId: 'p1',
      policyIds: ['p1', 'p2'],
      childIds: ['c1'],
      parentTriggerRequestId: 'e0',
      retries: 2,
    },
  });
  const ui = { url: 'https://temporal.example.com', namespace: 'ioi' };
  expect(eventRunObject(event, ui).links).toMatchObject({
    policies: ['/ioi/v3/policy/p1', '/ioi/v3/policy/p2'],
    parent: '/ioi/v3/event/e0',
    children: ['/ioi/v3/event/c1'],
    temporal: `https://temporal.example.com/namespaces/ioi/workflows/POLICY_CREATED.event-${event.triggerRequestId}-retry-2`,
  });
  expect(eventRunObject({ ...event, workflowId: 'GET_QUOTES.shop.event-e' }, ui).links).toMatchObject({
    temporal: 'https://temporal.example.com/namespaces/ioi/workflows/GET_QUOTES.shop.event-e-retry-2',
  });
  expect(eventRunObject(event, undefined).links).not.toHaveProperty('temporal');
});
