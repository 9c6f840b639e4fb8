import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditedAction } from '../../db/audit/actions.js';
import { operate } from '../support/operator.js';
import {
  aPermissionWorld,
  type PermissionWorld,
  type Records,
  type Side,
} from '../support/permission-world.js';

let world: PermissionWorld;
/** The ids of records that changes made, by the kind that their actions begin with. */
const made: Record<string, string> = {};
/** The entry that was added to the ledger by hand; those of statements are not changed. */
let entryId: string;

beforeAll(async () => {
  world = await aPermissionWorld();
});
afterAll(() => world?.close());

const accepted = { riskOfPolicyholderConfusionAccepted: true, existingDocsRemainUnchangedAccepted: true };

interface Change {
  side: Side;
  /** What has to be so for the request. */
  before?(db: PermissionWorld['db'], records: Records): Promise<unknown>;
  request(records: Records): [method: string, path: string, body?: object];
  target?: keyof Records;
}

const webhook = { url: 'https://hooks.example/with/a/secret', eventTypes: [], description: '' };

const changes: [AuditedAction, Change][] = [
  [
    'POLICY_NUMBER_CORRECTED',
    {
      side: 'insurer',
      target: 'policyId',
      request: ({ policyId }) => [
        'post',
        '/danger/change/policy/number',
        {
          ...{ ...accepted, policyId, newPolicyNumber: 'AUDITED-1' },
          riskOfChangingPolicyNumberAccepted: true,
        },
      ],
    },
  ],
  [
    'COLLECTION_BEGUN',
    {
      side: 'seller',
      target: 'policyId',
      request: ({ policyId, paymentMethodId }) => [
        ...(['put', `/policy/${policyId}/collection`] as const),
        { paymentMethodId, consent: { at: '2026-01-01T00:00:00Z', source: 'a form' } },
      ],
    },
  ],
  [
    'COLLECTION_LINK_MADE',
    {
      side: 'insurer',
      target: 'policyId',
      request: ({ policyId }) => ['post', `/policy/${policyId}/collection/link`],
    },
  ],
  [
    'COLLECTION_ENDED',
    {
      side: 'insurer',
      target: 'policyId',
      request: ({ policyId }) => ['delete', `/policy/${policyId}/collection`],
    },
  ],
  [
    'LEDGER_ENTRY_ADDED',
    {
      side: 'insurer',
      target: 'policyId',
      request: ({ policyId }) => [
        ...(['post', '/policy/ledger/entry/record'] as const),
        { parentPolicyId: policyId, effectiveDate: '2026-01-01', premium: 10 },
      ],
    },
  ],
  [
    'LEDGER_ENTRY_CHANGED',
    {
      side: 'insurer',
      target: 'policyId',
      request: ({ policyId }) => [
        ...(['post', '/policy/ledger/entry/edit'] as const),
        { id: entryId, parentPolicyId: policyId, effectiveDate: '2026-01-01', premium: 1 },
      ],
    },
  ],
  [
    'LEDGER_ENTRY_DELETED',
    {
      side: 'insurer',
      target: 'policyId',
      request: () => ['delete', `/policy/ledger/entry/${entryId}/delete`],
    },
  ],
  [
    'EFFECTIVE_DATE_CORRECTED',
    {
      side: 'insurer',
      target: 'policyId',
      request: ({ policyId }) => [
        'post',
        '/danger/change/policy/effective/date',
        {
          ...{ ...accepted, policyId, effectiveDate: '2026-01-05' },
          riskOfChangingPolicyEffectiveDateAccepted: true,
        },
      ],
    },
  ],
  [
    'QUOTE_DECIDED',
    {
      side: 'insurer',
      target: 'quoteId',
      before: (db, { quoteId }) =>
        db('quotes').where('request_id', quoteId).update({ requires_underwriter_approval: true }),
      request: ({ quoteId }) => ['post', `/quote/${quoteId}/underwriter-decision`, { isApproved: true }],
    },
  ],
  [
    'QUOTE_NOTED',
    {
      side: 'insurer',
      target: 'quoteId',
      request: ({ quoteId }) => ['post', `/quote/${quoteId}/review/note`, { text: 'Loss runs came.' }],
    },
  ],
  [
    'EVENT_ACKNOWLEDGED',
    {
      side: 'seller',
      target: 'triggerRequestId',
      before: (db, { triggerRequestId }) =>
        db('events')
          .where('trigger_request_id', triggerRequestId)
          .update({ state: 'FAILED', closed_at: new Date() }),
      request: ({ triggerRequestId }) => ['post', `/event/${triggerRequestId}/acknowledge`],
    },
  ],
  [
    'PRODUCT_LICENSED',
    {
      side: 'insurer',
      target: 'productId',
      request: ({ productId, sellerId }) => [
        ...(['post', `/product/${productId}/license`] as const),
        { organizationId: sellerId, authority: { quote: true } },
      ],
    },
  ],
  [
    'COMMISSION_ADJUSTED',
    {
      side: 'insurer',
      target: 'sellerId',
      request: ({ sellerId }) => [
        ...(['post', '/commission/adjustment'] as const),
        { sellerId, currency: 'USD', amount: -12.5, reason: 'Taken back' },
      ],
    },
  ],
  [
    'BORDEREAU_DECIDED',
    {
      side: 'insurer',
      target: 'sellerId',
      request: ({ productId, sellerId, policyId, entryId: issued }) => [
        ...(['post', '/report/bordereau/decision'] as const),
        {
          ...{ productId, sellerId, month: '2025-11', decision: 'ACCEPTED' },
          rows: [{ policyId, termNumber: 1, entryId: issued }],
        },
      ],
    },
  ],
  [
    'VERSION_DEPLOYED',
    {
      side: 'insurer',
      target: 'versionId',
      request: ({ versionId }) => [
        ...(['post', `/product/version/${versionId}/deploy`] as const),
        { environment: 'UAT', effectiveDate: '2026-01-01' },
      ],
    },
  ],
  [
    'VERSION_WITHDRAWN',
    {
      side: 'insurer',
      target: 'versionId',
      request: ({ versionId }) => [
        ...(['post', `/product/version/${versionId}/withdraw`] as const),
        { environment: 'UAT' },
      ],
    },
  ],
  [
    'VERSION_ARCHIVED',
    {
      side: 'insurer',
      target: 'versionId',
      request: ({ versionId }) => ['post', `/product/version/${versionId}/archive`],
    },
  ],
  ['WEBHOOK_CREATED', { side: 'seller', request: () => ['post', '/webhook/endpoint', webhook] }],
  [
    'WEBHOOK_CHANGED',
    { side: 'seller', request: () => ['put', `/webhook/endpoint/${made.WEBHOOK}`, { description: 'x' }] },
  ],
  [
    'WEBHOOK_SECRET_ROTATED',
    { side: 'seller', request: () => ['post', `/webhook/endpoint/${made.WEBHOOK}/rotate-secret`, {}] },
  ],
  ['WEBHOOK_DELETED', { side: 'seller', request: () => ['delete', `/webhook/endpoint/${made.WEBHOOK}`] }],
  [
    'CLOCK_CREATED',
    {
      side: 'seller',
      request: () => ['post', '/clock', { name: 'A year', businessTime: '2027-01-01T09:00:00Z' }],
    },
  ],
  [
    'CLOCK_CHANGED',
    { side: 'seller', request: () => ['put', `/clock/${made.CLOCK}`, { name: 'Two years' }] },
  ],
  [
    'CLOCK_COPIED',
    {
      side: 'seller',
      request: ({ policyId }) => ['post', `/clock/${made.CLOCK}/copy`, { policyIds: [policyId] }],
    },
  ],
  [
    'CLOCK_ADVANCED',
    {
      side: 'seller',
      request: () => ['post', `/clock/${made.CLOCK}/advance`, { to: '2027-02-01T09:00:00Z' }],
    },
  ],
  [
    'CLOCK_STOPPED',
    {
      side: 'seller',
      before: (db) => db('clocks').where({ id: made.CLOCK }).update({ state: 'ADVANCING' }),
      request: () => ['post', `/clock/${made.CLOCK}/stop`],
    },
  ],
  ['CLOCK_DELETED', { side: 'seller', request: () => ['delete', `/clock/${made.CLOCK}`] }],
  [
    'JOB_CREATED',
    {
      side: 'seller',
      request: ({ productId }) => [
        ...(['post', `/job?type=GET_QUOTES&lineId=${productId}`] as const),
        { rows: 'effectiveDate,client.name\n2027-01-01,Corner Bakery\n' },
      ],
    },
  ],
  [
    'BOOK_SENT',
    {
      side: 'insurer',
      request: () => [
        'post',
        '/book',
        { files: { 'book.json': '{"format":"ioi-book/1","source":"Old System"}' } },
      ],
    },
  ],
  ['BOOK_CANCELED', { side: 'insurer', request: () => ['post', `/book/${made.BOOK}/cancel`] }],
  ['JOB_PAUSED', { side: 'seller', request: () => ['post', `/job/${made.JOB}/pause`] }],
  ['JOB_RESUMED', { side: 'seller', request: () => ['post', `/job/${made.JOB}/resume`] }],
  [
    'JOB_RETRIED',
    {
      side: 'seller',
      before: (db) => db('job_rows').where({ job_id: made.JOB }).update({ state: 'FAILED' }),
      request: () => ['post', `/job/${made.JOB}/retry`],
    },
  ],
  ['JOB_CANCELED', { side: 'seller', request: () => ['post', `/job/${made.JOB}/cancel`] }],
  [
    'HOLD_DECLARED',
    {
      side: 'insurer',
      request: () => [
        ...(['post', '/hold'] as const),
        {
          ...{ title: 'A storm', firstDay: '2100-01-01', place: { states: ['FL'] } },
          stops: { binding: 'FREEZE' },
        },
      ],
    },
  ],
  [
    'HOLD_CHANGED',
    { side: 'insurer', request: () => ['patch', `/hold/${made.HOLD}`, { lastDay: '2100-01-05' }] },
  ],
  [
    'HOLD_OVERRIDDEN',
    {
      side: 'insurer',
      request: ({ policyId }) => ['post', `/hold/${made.HOLD}/override`, { policyId, reason: 'Inspected' }],
    },
  ],
  ['HOLD_ENDED', { side: 'insurer', request: () => ['post', `/hold/${made.HOLD}/end`] }],
  [
    'FILE_UPLOADED',
    {
      side: 'seller',
      request: ({ policyId }) => ['post', `/file?fileName=a.json&policyId=${policyId}`, {}],
    },
  ],
  ['FILE_DELETED', { side: 'seller', request: () => ['delete', `/file/${made.FILE}?reason=Wrong`] }],
  [
    'TASK_CREATED',
    { side: 'seller', request: ({ policyId }) => ['post', '/task', { title: 'Call', about: { policyId } }] },
  ],
  ['TASK_CHANGED', { side: 'seller', request: () => ['patch', `/task/${made.TASK}`, { priority: 'LOW' }] }],
  ['TASK_NOTED', { side: 'seller', request: () => ['post', `/task/${made.TASK}/note`, { text: 'Called' }] }],
  ['TASK_COMPLETED', { side: 'seller', request: () => ['post', `/task/${made.TASK}/complete`] }],
  ['TASK_REOPENED', { side: 'seller', request: () => ['post', `/task/${made.TASK}/reopen`] }],
  [
    'PAPERLESS_CONSENTED',
    {
      side: 'seller',
      target: 'clientId',
      request: ({ clientId }) => [
        ...(['put', `/client/${clientId}/paperless`] as const),
        { consents: true, address: 'ada@example.com', source: 'Portal' },
      ],
    },
  ],
  [
    'PAPERLESS_WITHDRAWN',
    {
      side: 'seller',
      target: 'clientId',
      request: ({ clientId }) => [
        ...(['put', `/client/${clientId}/paperless`] as const),
        { consents: false, source: 'Call' },
      ],
    },
  ],
  [
    'MAIL_WRITTEN',
    {
      side: 'seller',
      request: ({ clientId }) => [
        ...(['post', '/mail'] as const),
        { clientId, to: 'corner@bakery.example', subject: 'Hello', text: 'Hello' },
      ],
    },
  ],
  ['MAIL_CANCELED', { side: 'seller', request: () => ['post', `/mail/${made.MAIL}/cancel`] }],
  [
    'MAIL_RESENT',
    {
      side: 'seller',
      before: (db) => db('mails').where({ id: made.MAIL }).update({ state: 'SENT' }),
      request: () => ['post', `/mail/${made.MAIL}/resend`],
    },
  ],
  [
    'MAIL_POSTED',
    {
      side: 'seller',
      before: (db) =>
        db('mails').where({ id: made.MAIL }).update({ state: 'TO_PRINT', next_attempt_at: null }),
      request: () => [
        ...(['post', `/mail/${made.MAIL}/posted`] as const),
        { postedOn: new Date().toISOString().slice(0, 10), address: '1 Main St, Dover' },
      ],
    },
  ],
  [
    'CLIENT_EXPORTED',
    {
      side: 'seller',
      target: 'clientId',
      request: ({ clientId }) => ['get', `/client/${clientId}/export`],
    },
  ],
  [
    'CLIENT_NOTED',
    {
      side: 'seller',
      target: 'clientId',
      request: ({ clientId }) => ['post', `/client/${clientId}/note`, { text: 'Called.' }],
    },
  ],
  [
    'CLIENT_ERASED',
    {
      side: 'seller',
      target: 'clientId',
      before: (db, { policyId }) =>
        Promise.all([
          db('policies').where('id', policyId).update({ policy_state: 'CLOSED' }),
          db('events').whereNull('closed_at').update({ state: 'COMPLETED' }),
        ]),
      request: ({ clientId }) => ['post', `/client/${clientId}/erase`],
    },
  ],
];

it.each(changes)('%s is recorded with its caller, request and record', async (action, change) => {
  const by = world.as(change.side, 'admin');
  await change.before?.(world.db, world.records);
  const [method, path, body] = change.request(world.records);
  const answer = await world.call(by, method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  const [kind = ''] = action.split('_');
  // The first change of a kind makes the record that the others are about.
  made[kind] ??= answer.body.endpointId ?? answer.body.fileId ?? answer.body.id;
  if (action === 'LEDGER_ENTRY_ADDED') entryId = answer.body.newLedgerEntryId;
  const { body: log } = await world.call(by, 'get', `/audit?action=${action}`);
  expect(log.entries[0]).toMatchObject({
    ...{ action, actorKind: 'API_KEY', requestId: answer.headers['x-request-id'] },
    actorId: Buffer.from(by.slice(6), 'base64').toString().split(':')[0],
    targetId: change.target ? world.records[change.target] : made[kind],
  });
  expect(JSON.stringify(log)).not.toContain('with/a/secret');
});

it("an operator's showing of the outbound secret is recorded, without the secret", async () => {
  const { organizationId } = world.callers.insurer;
  const secret = await operate(world.db, [
    ...['organization', 'outbound-secret', '--organization', organizationId],
  ]);
  const { body: log } = await world.call(
    world.as('insurer', 'admin'),
    ...(['get', '/audit?action=OUTBOUND_SECRET_SHOWN'] as const),
  );
  expect(log.entries).toMatchObject([{ actorKind: 'OPERATOR', targetId: organizationId }]);
  expect(JSON.stringify(log)).not.toContain(secret[0]);
});

it('a license is recorded for both organizations, for the licensed one without who granted it', async () => {
  const entries = async (side: Side, action: AuditedAction) =>
    (await world.call(world.as(side, 'admin'), 'get', `/audit?action=${action}`)).body.entries;
  expect((await entries('insurer', 'PRODUCT_LICENSED'))[0]).toMatchObject({ actorKind: 'API_KEY' });
  const received = (await entries('seller', 'LICENSE_RECEIVED'))[0];
  expect(received).toMatchObject({ actorKind: 'NOBODY', actorId: null, address: null });
  expect(await entries('stranger', 'LICENSE_RECEIVED')).toEqual([]);
});

it('a refused change is not recorded', async () => {
  const by = world.as('seller', 'admin');
  const { policyId } = world.records;
  const body = { parentPolicyId: policyId, effectiveDate: '2026-01-01', premium: 1 };
  expect((await world.call(by, 'post', '/policy/ledger/entry/record', body)).status).toBe(403);
  const { body: log } = await world.call(by, 'get', '/audit?action=LEDGER_ENTRY_ADDED');
  expect(log.entries).toEqual([]);
});
