import { z } from 'zod';
import { uuid } from '../../ground/primitives.js';
import { answerMap } from '../../intake/answers.js';
import { clientId, description, eventLabel, label, policyId, quoteId } from '../fields/common.js';
import { changeOutcome, changePremium } from '../fields/policy-results.js';
import { command, notification } from './declaration.js';
import { answering, exampleIds as ids } from './example-records.js';

const renewalOutcome = z.object({ policyId }).meta({ id: 'PolicyRenewalOutcomePayload' });
const onPolicy = { description: 'Recorded with the policy.' };

export const renewalEvents = {
  CUSTOMER_RENEWAL_90_DAYS_OUT: notification({
    firedWith: ['servicing:fire'],
    fact: {
      about: 'POLICY',
      lack: "the policy is not in force, or the end of its term is further away than the product's days of renewal notice",
      holds: ({ policyState, daysToEnd, renewalNoticeDays }) =>
        policyState === 'ACTIVE' && daysToEnd >= 0 && daysToEnd <= renewalNoticeDays,
    },
    description: "Fired by the policy's own timer.",
    payload: z
      .object({ policyId, clientId: clientId.optional() })
      .meta({ id: 'CustomerRenewal90DaysOutPayload' }),
    examples: [{ policyId: ids.policy, clientId: ids.client }],
  }),
  POLICY_RENEWAL_QUOTING: command({
    firedWith: ['servicing:fire'],
    authority: 'renew',
    description:
      'Rates the next term as a quote of type `RENEWAL`, and holds it where the product renews automatically. Where rating fails, `POLICY_RENEWAL_QUOTING_FAILED` is fired.',
    payload: z
      .object({
        policyId,
        clientId: clientId.optional(),
        intake: answerMap
          .optional()
          .meta({ description: "The answers that change; the policy's own where left out." }),
      })
      .meta({ id: 'PolicyRenewalQuotingPayload' }),
    defaultActions: [{ type: 'QUOTE_RENEWAL', name: 'Quote the renewal' }],
    result: {
      policyId: uuid,
      quoteId: uuid.optional(),
      outcome: changeOutcome,
      premium: changePremium.optional(),
      held: z.boolean(),
      reason: z.string().optional(),
    },
    examples: [{ policyId: ids.policy, clientId: ids.client, intake: answering('client.city', 'Dallas') }],
  }),
  RENEWAL_QUOTE_SELECTED: notification({
    firedWith: ['servicing:fire'],
    authority: 'renew',
    description: 'Holds the renewal quote for the end of the term, when the policy is renewed by it.',
    payload: z.object({ policyId, quoteId }).meta({ id: 'RenewalQuoteSelectedPayload' }),
    defaultActions: [{ type: 'SELECT_RENEWAL_QUOTE', name: 'Hold the renewal quote' }],
    result: { policyId: uuid, quoteId: uuid },
    examples: [{ policyId: ids.policy, quoteId: ids.quote }],
  }),
  POLICY_RENEWED: notification({
    firedWith: ['servicing:fire'],
    fact: {
      about: 'POLICY',
      lack: 'the policy was not renewed',
      holds: ({ recorded }) => recorded.has('POLICY_RENEWED'),
    },
    description: "Fired when a policy's next term has begun.",
    payload: renewalOutcome,
    examples: [{ policyId: ids.policy }],
  }),
  POLICY_RENEWAL_FAILED: notification({
    firedWith: ['servicing:fire'],
    fact: {
      about: 'POLICY',
      lack: 'the policy has not expired',
      holds: ({ recorded }) => recorded.has('POLICY_EXPIRED'),
    },
    description: 'Fired when a policy could not be renewed.',
    payload: renewalOutcome,
    examples: [{ policyId: ids.policy }],
  }),
  POLICY_RENEWAL_QUOTING_FAILED: notification({
    firedWith: ['servicing:fire'],
    fact: {
      about: 'POLICY',
      lack: 'no renewal of the policy has failed to be quoted',
      holds: ({ recorded }) => recorded.has('RENEWAL_QUOTING_FAILED'),
    },
    description: 'Fired when a renewal could not be quoted.',
    payload: renewalOutcome,
    examples: [{ policyId: ids.policy }],
  }),
  CANCEL_RENEWAL: command({
    firedWith: ['servicing:fire'],
    authority: 'renew',
    description: 'Records that the policy is not renewed, and fires `RENEWAL_CANCELLED`.',
    payload: z
      .object({
        policyId,
        renewalId: quoteId.optional().meta({
          description: 'The quote that is held for the renewal; 409 where it is another one.',
        }),
        reason: description.optional().meta(onPolicy),
        requestedBy: label.optional().meta(onPolicy),
      })
      .meta({ id: 'CancelRenewalPayload' }),
    defaultActions: [{ type: 'CANCEL_RENEWAL', name: 'Cancel the renewal' }],
    result: { policyId: uuid },
    examples: [
      {
        policyId: ids.policy,
        renewalId: ids.quote,
        reason: 'The shop closes',
        requestedBy: 'Ada Baker',
      },
    ],
  }),
  RENEWAL_CANCELLED: notification({
    firedWith: ['servicing:fire'],
    authority: 'renew',
    description:
      'Records that the policy is not renewed, unless that is recorded already. Fired by `CANCEL_RENEWAL`, or by the party that decides it.',
    payload: z
      .object({ policyId, clientId: clientId.optional(), label: eventLabel.optional() })
      .meta({ id: 'RenewalCancelledPayload' }),
    defaultActions: [{ type: 'RECORD_NON_RENEWAL', name: 'Record the non-renewal' }],
    result: { policyId: uuid },
    examples: [{ policyId: ids.policy, clientId: ids.client, label: 'Not renewed on request' }],
  }),
};
