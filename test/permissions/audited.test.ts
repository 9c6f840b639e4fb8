import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditedAction } from '../../db/audit/actions.js';
import {
  aPermissionWorld,
  type PermissionWorld,
  type Records,
  type Side,
} from '../support/permission-world.js';

let world: PermissionWorld;
let endpointId: string;

beforeAll(async () => {
  world = await aPermissionWorld();
});
afterAll(() => world?.close());

const accepted = { riskOfPolicyholderConfusionAccepted: true, existingDocsRemainUnchangedAccepted: true };

interface Change {
  side: Side;
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
    { side: 'seller', request: () => ['put', `/webhook/endpoint/${endpointId}`, { description: 'x' }] },
  ],
  [
    'WEBHOOK_SECRET_ROTATED',
    { side: 'seller', request: () => ['post', `/webhook/endpoint/${endpointId}/rotate-secret`, {}] },
  ],
  ['WEBHOOK_DELETED', { side: 'seller', request: () => ['delete', `/webhook/endpoint/${endpointId}`] }],
];

it.each(changes)('%s is recorded with its caller, request and record', async (action, change) => {
  const by = world.as(change.side, 'admin');
  const [method, path, body] = change.request(world.records);
  const answer = await world.call(by, method, path, body);
  expect(answer.status, answer.text).toBeLessThan(300);
  if (action === 'WEBHOOK_CREATED') endpointId = answer.body.endpointId;
  const { body: log } = await world.call(by, 'get', `/audit?action=${action}`);
  expect(log.entries[0]).toMatchObject({
    ...{ action, actorKind: 'API_KEY', requestId: answer.headers['x-request-id'] },
    actorId: Buffer.from(by.slice(6), 'base64').toString().split(':')[0],
    targetId: change.target ? world.records[change.target] : endpointId,
  });
  expect(JSON.stringify(log)).not.toContain('with/a/secret');
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
