import { z } from 'zod';
import { calendarDate, uuid } from '../../ground/primitives.js';
import { label, openMap } from './fields.js';
import { policyNotification } from './snapshots.js';

const backofficeIntake = openMap
  .optional()
  .meta({ description: 'Answers of the back office, kept as sent.' });

const preCancellation = z
  .object({
    policyId: uuid,
    configId: uuid.optional(),
    effectiveDate: calendarDate.meta({ description: 'The first day without coverage.' }),
    label: label.optional(),
    backofficeIntake,
  })
  .meta({ id: 'PrePolicyCancellationPayload' });

const cancel = z
  .object({
    clientId: uuid.optional(),
    policyId: uuid,
    cancellationReasonConfigId: uuid.optional(),
    effectiveDate: calendarDate.meta({ description: 'The first day without coverage.' }),
    label: label.optional(),
    backofficeIntake,
  })
  .meta({ id: 'PolicyCancelPayload' });

const reinstate = z
  .object({ policyId: uuid, effectiveDate: calendarDate.optional() })
  .meta({ id: 'PolicyReinstatePayload' });

const reinstated = z.object({ policyId: uuid }).meta({ id: 'PolicyReinstatedPayload' });

export const cancellationPayloads = {
  PRE_POLICY_CANCELLATION: preCancellation,
  POLICY_CANCEL: cancel,
  PRE_CANCELLATION_ISSUED: policyNotification,
  POLICY_CANCELED: policyNotification,
  POLICY_REINSTATE: reinstate,
  POLICY_REINSTATED: reinstated,
};
