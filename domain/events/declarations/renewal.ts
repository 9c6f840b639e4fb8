import { z } from 'zod';
import { uuid } from '../../ground/primitives.js';
import { answerEdits } from '../../intake/answer-edits.js';
import { answerMap } from '../../intake/answers.js';
import { quote } from '../../quote/quote.js';
import {
  clientId,
  description,
  eventLabel,
  label,
  payloadLimits,
  policyId,
  quoteId,
} from '../fields/common.js';
import { changePremium, renewalOutcome } from '../fields/policy-results.js';
import { command, notification } from './declaration.js';
import { answering, exampleIds as ids } from './example-records.js';

const aboutRenewal = z.object({ policyId }).meta({ id: 'PolicyRenewalOutcomePayload' });
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
    honorsForceSync: true,
    description:
      'Rates the next term as a quote of type `RENEWAL`, and holds it where the product renews automatically. A carrier that rated the policy is asked: `ASKED` until it has answered, for which `forceSync` waits. Where rating fails, `POLICY_RENEWAL_QUOTING_FAILED` is fired.',
    payload: z
      .object({
        policyId,
        clientId: clientId.optional(),
        renewalId: quoteId.optional().meta({
          description:
            'An earlier quote of this renewal, whose wishes are kept: what is sent here is added to them.',
        }),
        intake: answerMap.optional().meta({
          description:
            'The answers that change with the next term; a loop is sent whole. The others are those of the last day of the term.',
        }),
        edits: answerEdits.optional().meta({
          description:
            'The same by cell: answers, and for loops the iterations that are added, removed and edited.',
        }),
        intakeLoopIterationIdsToDelete: z
          .array(uuid)
          .max(payloadLimits.mapEntries)
          .optional()
          .meta({ description: 'Iterations of loops to remove with the next term.' }),
      })
      .meta({ id: 'PolicyRenewalQuotingPayload' }),
    defaultActions: [{ type: 'QUOTE_RENEWAL', name: 'Quote the renewal' }],
    result: {
      policyId: uuid,
      quoteId: uuid.optional(),
      outcome: renewalOutcome,
      premium: changePremium.optional(),
      edits: answerEdits.optional().meta({
        description: "the wishes: what they change of the answers of the term's last day",
      }),
      held: z.boolean(),
      waits: z.string().optional().meta({ description: 'why the renewal waits for a person' }),
      reason: z.string().optional(),
      quotes: z.array(quote).optional().meta({ description: 'with `forceSync`' }),
    },
    examples: [
      { policyId: ids.policy, clientId: ids.client, intake: answering('client.city', 'Dallas') },
      {
        policyId: ids.policy,
        renewalId: ids.quote,
        edits: { 'client.city': { type: 'ANSWER', qid: 'client.city', answer: 'Austin' } },
        intakeLoopIterationIdsToDelete: [],
      },
    ],
  }),
  RENEWAL_QUOTE_SELECTED: notification({
    firedWith: ['servicing:fire'],
    authority: 'renew',
    description:
      'Holds the renewal quote for the end of the term, when the policy is renewed by it. 409 where the policy has changed since the quote was made.',
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
    payload: aboutRenewal,
    examples: [{ policyId: ids.policy }],
  }),
  POLICY_RENEWAL_REFERRED: notification({
    firedWith: ['servicing:fire'],
    fact: {
      about: 'POLICY',
      lack: 'no renewal of the policy has waited for a person',
      holds: ({ recorded }) => recorded.has('RENEWAL_REFERRED'),
    },
    description:
      'Fired when the renewal waits for a person: after a change of the policy it costs more or less than was accepted, or its quote cannot be bound as it is.',
    payload: z
      .object({
        policyId,
        quoteId: quoteId.optional().meta({ description: 'The last quote of the renewal.' }),
        reason: description.optional().meta({ description: 'Why it waits.' }),
      })
      .meta({ id: 'PolicyRenewalReferredPayload' }),
    examples: [
      {
        policyId: ids.policy,
        quoteId: ids.quote,
        reason: 'the premium of the renewal moved from 465.00 to 1730.00, by more than 10 %',
      },
    ],
  }),
  POLICY_RENEWAL_FAILED: notification({
    firedWith: ['servicing:fire'],
    fact: {
      about: 'POLICY',
      lack: 'the policy has not expired',
      holds: ({ recorded }) => recorded.has('POLICY_EXPIRED'),
    },
    description: 'Fired when a policy could not be renewed.',
    payload: aboutRenewal,
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
    payload: aboutRenewal,
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
