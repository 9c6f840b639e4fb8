import { z } from 'zod';
import { uuid } from '../../ground/primitives.js';
import { documentSnapshots } from './documents.js';
import { description, label, name } from './fields.js';

/** A policy's event as it was recorded; what it says besides is kept. */
const policyEventSnapshot = z
  .looseObject({ eventId: uuid, type: name, label, description })
  .meta({ id: 'PolicyEventSnapshot' });

/** A policy as it stood; what it says besides is kept. */
const policySnapshot = z.looseObject({ id: uuid, policyNumber: name }).meta({ id: 'PolicySnapshot' });

/** What tells that something happened to a policy. */
export const policyNotification = z
  .object({
    policyId: uuid,
    clientId: uuid.optional(),
    event: policyEventSnapshot,
    policy: policySnapshot,
    documents: documentSnapshots.optional(),
  })
  .meta({ id: 'PolicyNotificationPayload' });
