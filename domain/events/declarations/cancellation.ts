import { z } from 'zod';
import { paymentPlan } from '../../billing/payment-plan.js';
import { calendarDate, decimalString, uuid } from '../../ground/primitives.js';
import { policyState } from '../../policy/policy-state.js';
import { clientId, eventLabel, label, openMap, policyId, quoteId } from '../fields/common.js';
import { changeResult, issuedPolicy } from '../fields/policy-results.js';
import { policyNotification } from '../fields/snapshots.js';
import { command, notification } from './declaration.js';
import { changedPolicy, exampleConfigIds, exampleIds as ids } from './example-records.js';

const cancellationDate = calendarDate.meta({ description: 'The first day without coverage.' });
const backofficeIntake = openMap
  .refine(({ noticeSentBy: by }) => by === undefined || typeof by === 'string', {
    path: ['noticeSentBy'],
    message: 'must be a text such as "Certified mail"',
  })
  .optional()
  .meta({
    description: 'Answers of the back office, kept as sent. `noticeSentBy` is how the notice was sent.',
  });

export const cancellationEvents = {
  PRE_POLICY_CANCELLATION: command({
    firedWith: ['servicing:fire'],
    authority: 'cancel',
    description:
      'Records a notice and fires `PRE_CANCELLATION_ISSUED`. The policy is canceled on the date, which must be in the future and at least the days of notice of the product ahead, unless the notice is withdrawn by [`POLICY_REINSTATE`](#policy_reinstate). A notice for non-payment is withdrawn by the payment, too. A later notice replaces an earlier one.',
    payload: z
      .object({
        policyId,
        configId: uuid.optional().meta({ description: "The reason's configuration in the product." }),
        effectiveDate: cancellationDate,
        label: eventLabel.optional(),
        backofficeIntake,
      })
      .meta({ id: 'PrePolicyCancellationPayload' }),
    defaultActions: [{ type: 'GIVE_CANCELLATION_NOTICE', name: 'Record the notice of cancellation' }],
    result: {
      ...changeResult,
      cancelledOn: calendarDate,
      amountDue: decimalString.nullable().meta({
        description: 'the amount whose payment prevents the cancellation, for non-payment; else null',
      }),
      payBy: calendarDate.nullable().meta({ description: 'the last day for it' }),
    },
    examples: [
      {
        policyId: ids.policy,
        configId: exampleConfigIds.notPaid,
        effectiveDate: '2027-06-01',
        label: 'Not paid',
        backofficeIntake: { noticeSentBy: 'post' },
      },
    ],
  }),
  POLICY_CANCEL: command({
    firedWith: ['servicing:fire'],
    authority: 'cancel',
    description:
      'Cancels the policy: returns the unearned premium through the ledger and changes the state. 409 where its reason needs more days of notice, or where the issuer gives no reason and fewer days than for `UNDERWRITING`. Fires `POLICY_CANCELED`. From a seller that may only [request](authority.md) it, announces `CANCELLATION_REQUESTED` and changes nothing.',
    payload: z
      .object({
        clientId: clientId.optional(),
        policyId,
        cancellationReasonConfigId: uuid.optional().meta({
          description: "The reason's configuration in the product, which can say how premium is returned.",
        }),
        effectiveDate: cancellationDate,
        label: eventLabel.optional(),
        backofficeIntake,
      })
      .meta({ id: 'PolicyCancelPayload' }),
    defaultActions: [{ type: 'CANCEL_POLICY', name: 'Cancel the policy' }],
    result: {
      ...changeResult,
      policyState,
      returnedPremium: z.number().optional(),
      refundableAmount: z
        .number()
        .optional()
        .meta({ description: 'what of the cash received is owed to the policyholder' }),
      penalty: z.number().optional(),
      requested: z
        .literal(true)
        .meta({ description: '`true` where the seller only requested it' })
        .optional(),
    },
    examples: [
      {
        clientId: ids.client,
        policyId: ids.policy,
        cancellationReasonConfigId: exampleConfigIds.requested,
        effectiveDate: '2027-06-01',
        label: 'Business sold',
        backofficeIntake: { confirmedBy: 'Ada Baker' },
      },
    ],
  }),
  PRE_CANCELLATION_ISSUED: notification({
    firedWith: ['servicing:fire'],
    fact: {
      about: 'POLICY',
      lack: 'the policy has no pending notice of cancellation',
      holds: ({ cancellationNoticeOn }) => cancellationNoticeOn !== null,
      event: 'CANCELLATION_NOTICE',
    },
    description: 'Fired by `PRE_POLICY_CANCELLATION`.',
    payload: policyNotification,
    examples: [
      changedPolicy('CANCELLATION_NOTICE', 'Not paid', {
        description: 'Canceled on 2027-06-01 unless paid before',
        document: 'notice',
      }),
    ],
  }),
  CANCELLATION_REQUESTED: notification({
    firedWith: ['servicing:fire'],
    fact: {
      about: 'POLICY',
      lack: 'no cancellation of the policy was requested',
      holds: ({ recorded }) => recorded.has('CANCELLATION_REQUESTED'),
      event: 'CANCELLATION_REQUESTED',
    },
    description:
      'Fired by `POLICY_CANCEL` of a seller that may only [request](authority.md) it. The insurer decides by canceling.',
    payload: policyNotification,
    examples: [
      changedPolicy('CANCELLATION_REQUESTED', 'Business sold', {
        description: 'The seller asks to cancel from 2027-06-01',
        document: 'request',
      }),
    ],
  }),
  POLICY_CANCELED: notification({
    firedWith: ['servicing:fire'],
    fact: {
      about: 'POLICY',
      lack: 'the policy is not canceled',
      holds: ({ cancelledOn }) => cancelledOn !== null,
      event: 'POLICY_CANCELED',
    },
    description: 'Fired by `POLICY_CANCEL`.',
    payload: policyNotification,
    examples: [changedPolicy('POLICY_CANCELED', 'Business sold', { document: 'cancellation' })],
  }),
  POLICY_REWRITE: command({
    firedWith: ['servicing:fire'],
    authority: 'bind',
    description:
      'Cancels the policy from the first day of the quote, pro rata without a penalty or from its own first day flat, and issues the quote in its place. What the canceled policy then owes to the policyholder is [carried over](policy-changes.md#rewriting-a-policy) to the new one. 409 where the policy is not in force on that day, or the quote cannot be bound or is of another client, insurer or currency. Fires `POLICY_CANCELED` and `POLICY_CREATED`.',
    payload: z
      .object({
        policyId,
        quoteId: quoteId.meta({
          description:
            'A bindable quote of the same client and insurer, effective from the day of the rewrite.',
        }),
        paymentPlan: paymentPlan.optional().meta({
          description: "The new policy's payment plan. Where left out: the product's first.",
        }),
        reason: label.optional().meta({ description: 'Why, recorded as the reason of the cancellation.' }),
      })
      .meta({ id: 'PolicyRewritePayload' }),
    defaultActions: [{ type: 'REWRITE_POLICY', name: 'Rewrite the policy' }],
    result: {
      ...changeResult,
      policyState,
      returnedPremium: z.number(),
      carriedOver: z.number().meta({ description: 'the amount moved to the new account' }),
      releasedRenewal: z
        .literal(true)
        .optional()
        .meta({ description: '`true` where a renewal was held or waited for a decision' }),
      rewrittenTo: issuedPolicy,
    },
    examples: [
      {
        policyId: ids.policy,
        quoteId: ids.quote,
        paymentPlan: 'FULL_PAYMENT',
        reason: 'Rewritten with other coverages',
      },
    ],
  }),
  POLICY_REINSTATE: command({
    firedWith: ['servicing:fire'],
    authority: 'reinstate',
    description:
      'Undoes a cancellation and fires `POLICY_REINSTATED`; or withdraws a notice of cancellation. The service fires it where a [late payment reinstates](payments.md#late-payments-after-a-cancellation) the policy.',
    payload: z
      .object({
        policyId,
        effectiveDate: calendarDate.optional().meta({
          description: 'The first day with coverage again; the day of the cancellation where left out.',
        }),
        label: eventLabel.optional(),
      })
      .meta({ id: 'PolicyReinstatePayload' }),
    defaultActions: [{ type: 'REINSTATE_POLICY', name: 'Reinstate the policy' }],
    result: { ...changeResult, policyState },
    examples: [{ policyId: ids.policy, effectiveDate: '2027-06-01', label: 'Paid late' }],
  }),
  POLICY_REINSTATED: notification({
    firedWith: ['servicing:fire'],
    fact: {
      about: 'POLICY',
      lack: 'the policy was not reinstated',
      holds: ({ cancelledOn, recorded }) => cancelledOn === null && recorded.has('POLICY_REINSTATED'),
    },
    description: 'Fired by `POLICY_REINSTATE`.',
    payload: z.object({ policyId }).meta({ id: 'PolicyReinstatedPayload' }),
    examples: [{ policyId: ids.policy }],
  }),
};
