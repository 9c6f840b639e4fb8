import { expect, it } from 'vitest';
import { notifications } from '../../../api/webhooks/notification-schemas.js';
import type { ReadChange } from '../../../db/changes/read-changes.js';
import { changeBody } from '../../../db/webhooks/change-body.js';
import {
  disabledBody,
  notificationBody,
  sharedBody,
  testBody,
} from '../../../db/webhooks/notification-body.js';
import { theService } from '../../../domain/ground/author.js';

const id = '471dc68d-bf73-4778-a577-ce8406027774';
const now = new Date('2026-11-21T10:00:03.127Z');
const event = {
  ...{ triggerRequestId: id, productId: id, clientId: id, policyId: id, batchId: id },
  ...{ clockId: id, businessTime: now },
  ...{ parentTriggerRequestId: id, createdAt: now, closedAt: now, firedBy: theService },
  ...{ type: 'POLICY_CREATED' as const, state: 'COMPLETED' as const },
};
const other = '471dc68d-bf73-4778-a577-ce8406027775';
const policy = { policyNumber: 'P-1', version: 3, policyState: 'ACTIVE', premium: 1200.5, balance: -3 };
const change = {
  ...{ number: '12', transaction: '1', kind: 'STATEMENT', recordId: id, version: '2', isDeleted: false },
  ...{ became: ['STATEMENT_PAST_DUE'], recordedAt: now, clockId: id, createdBy: null, firedBy: null },
} as unknown as ReadChange;
const ofPolicy = {
  ...{ productId: id, clientId: id, policyId: id, policy, isOfOwnClient: true },
  links: { client: '/c', policy: '/p' },
};
const seen = { id, isSeen: true };
const gone = { event: undefined, isDeleted: true };
const bare = {
  ...event,
  clockId: null,
  businessTime: null,
  clientId: null,
  policyId: null,
  batchId: null,
  parentTriggerRequestId: null,
};

it.each([
  ['eventEnded', notificationBody(event, 1, { named: [id], made: [other], policy })],
  ['eventEnded', notificationBody(bare, 0, { named: [], made: [], policy: undefined })],
  ['eventEnded', sharedBody(event, 0, { named: [id], made: [other], policy })],
  ['recordChanged', changeBody('STATEMENT_PAST_DUE', [change], ofPolicy, { event: seen, isDeleted: false })],
  [
    'recordChanged',
    changeBody('CLIENT_CHANGED', [change], { clientId: id, isOfOwnClient: true, links: {} }, gone),
  ],
  [
    'recordChanged',
    changeBody(
      'FILE_UPLOADED',
      [{ ...change, kind: 'FILE', clockId: null } as ReadChange],
      {
        ...{ policyId: id, isOfOwnClient: false, links: { file: '/f' } },
        own: {
          fileId: id,
          file: { state: 'QUARANTINED', contentType: 'application/pdf', size: 9, version: 1 },
        },
      },
      { event: undefined, isDeleted: false },
    ),
  ],
  [
    'recordChanged',
    changeBody(
      'HOLD_ENDED',
      [{ ...change, kind: 'HOLD', clockId: null } as ReadChange],
      {
        ...{ isOfOwnClient: false, links: { hold: '/h' } },
        own: {
          holdId: id,
          hold: {
            ...{ title: 'Ada', firstDay: '2039-09-10', lastDay: null, version: 2 },
            ...{ stops: { binding: 'FREEZE' }, endedTimestamp: now.toISOString() },
          },
        },
      },
      { event: undefined, isDeleted: false },
    ),
  ],
  [
    'recordChanged',
    changeBody(
      'QUOTE_CHANGED',
      [change],
      { quoteId: id, isOfOwnClient: false, links: { quotes: '/q' } },
      gone,
    ),
  ],
  ['webhookTest', testBody(id, now)],
  ['webhookDisabled', disabledBody(id, 'It failed for three days.', now)],
] as const)('a notification %s is as the contract has it', (name, body) => {
  // The schemas drop what they do not have.
  expect(notifications[name].schema.parse(body)).toEqual(body);
});

it.each([
  ['those that it made', { named: [id], made: [other] }, event, `/quotes/trigger/${id}`],
  ['the one that it is about', { named: [other], made: [] }, event, `/quote/${other}`],
  ['those of its policy', { named: [], made: [] }, event, `/quote?policyId=${id}`],
  [
    'those of its client',
    { named: [id, other], made: [] },
    { ...event, policyId: null },
    `/quote?clientId=${id}`,
  ],
  ['none', { named: [], made: [] }, bare, undefined],
])('links the quotes of an event: %s', (_, quotes, told, link) => {
  const body = notificationBody(told, 0, { ...quotes, policy: undefined });
  const { links } = (body as { data: { links: { quotes?: string } } }).data;
  expect(links.quotes).toBe(link && `/ioi/v3${link}`);
});
