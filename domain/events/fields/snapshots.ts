import { z } from 'zod';
import { uuid } from '../../ground/primitives.js';
import { clientId, description, label, name, policyId, policyNumber } from './common.js';
import { documentSnapshots } from './documents.js';

/** A policy's event as it was recorded; what it says besides is kept. */
const policyEventSnapshot = z
  .looseObject({
    eventId: uuid,
    type: name,
    label,
    description: description.meta({ description: 'May be empty.' }),
  })
  .meta({ id: 'PolicyEventSnapshot' });

/** A policy as it stood; what it says besides is kept. */
const policySnapshot = z
  .looseObject({ id: uuid.meta({ description: 'The same as `policyId`.' }), policyNumber })
  .meta({ id: 'PolicySnapshot' });

/** Payload of the notifications that a policy was changed. */
export const policyNotification = z
  .object({
    policyId,
    clientId: clientId.optional(),
    event: policyEventSnapshot.meta({ description: "The policy's event; further fields are kept." }),
    policy: policySnapshot.meta({ description: 'The policy after the change; further fields are kept.' }),
    documents: documentSnapshots.optional(),
  })
  .meta({ id: 'PolicyNotificationPayload' });
