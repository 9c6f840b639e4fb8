import { expect, it } from 'vitest';
import { notifications } from '../../../api/webhooks/notification-schemas.js';
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
  ['eventEnded', notificationBody(event, 1, [id])],
  ['eventEnded', notificationBody(bare, 0)],
  ['eventEnded', sharedBody(event, 0, [id])],
  ['webhookTest', testBody(id, now)],
  ['webhookDisabled', disabledBody(id, 'It failed for three days.', now)],
] as const)('a notification %s is as the contract has it', (name, body) => {
  // The schemas drop what they do not have.
  expect(notifications[name].schema.parse(body)).toEqual(body);
});
