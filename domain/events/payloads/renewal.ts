import { z } from 'zod';
import { uuid } from '../../ground/primitives.js';
import { answerMap } from '../../intake/answers.js';
import { description, label, quoteId } from './fields.js';

const renewalDue = z
  .object({ policyId: uuid, clientId: uuid.optional() })
  .meta({ id: 'CustomerRenewal90DaysOutPayload' });

const renewalQuoting = z
  .object({
    policyId: uuid,
    clientId: uuid.optional(),
    intake: answerMap.optional().meta({ description: "The policy's own answers where left out." }),
  })
  .meta({ id: 'PolicyRenewalQuotingPayload' });

const renewalQuoteSelected = z
  .object({ policyId: uuid, quoteId })
  .meta({ id: 'RenewalQuoteSelectedPayload' });

const renewalOutcome = z.object({ policyId: uuid }).meta({ id: 'PolicyRenewalOutcomePayload' });

const cancelRenewal = z
  .object({
    policyId: uuid,
    renewalId: quoteId.optional().meta({ description: 'The quote that is held for the renewal.' }),
    reason: description.optional(),
    requestedBy: label.optional(),
  })
  .meta({ id: 'CancelRenewalPayload' });

const renewalCancelled = z
  .object({ policyId: uuid, clientId: uuid.optional(), label: label.optional() })
  .meta({ id: 'RenewalCancelledPayload' });

export const renewalPayloads = {
  CUSTOMER_RENEWAL_90_DAYS_OUT: renewalDue,
  POLICY_RENEWAL_QUOTING: renewalQuoting,
  RENEWAL_QUOTE_SELECTED: renewalQuoteSelected,
  POLICY_RENEWED: renewalOutcome,
  POLICY_RENEWAL_FAILED: renewalOutcome,
  POLICY_RENEWAL_QUOTING_FAILED: renewalOutcome,
  CANCEL_RENEWAL: cancelRenewal,
  RENEWAL_CANCELLED: renewalCancelled,
};
