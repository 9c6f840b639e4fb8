import { z } from 'zod';
import { paymentMethod } from '../../billing/payment-kind.js';
import { calendarDate, uuid } from '../../ground/primitives.js';
import {
  clientId,
  description,
  minorUnits,
  name,
  plansByQuote,
  policyId,
  positiveAmount,
  quoteIds,
  refuseOtherQuotes,
} from '../fields/common.js';
import {
  collectedPayment,
  collectionSession,
  movedDueDate,
  paymentOptions,
  paymentSession,
  receivedPayment,
  refundedPayments,
  reversedPayment,
  verifiedPayment,
} from '../fields/payment-results.js';
import { command, notification } from './declaration.js';
import { exampleIds as ids } from './example-records.js';

const paymentTriggerRequestId = uuid.meta({
  description: 'The `triggerRequestId` of the `PAYMENT_SETUP` or `PAYMENT_COLLECT_SETUP`.',
});

const saidReason = description.regex(/\S/, 'must not be empty');

/** What a payment without a session has to say, and what else it may say. */
const byHand = ['policyId', 'amount', 'reference'] as const;
const byHandOnly = [...byHand, 'isRefund'] as const;

export const paymentEvents = {
  PAYMENT_SETUP: command({
    firedWith: ['binding:fire'],
    authority: 'quote',
    description:
      "Offers the product's payment plans for the quotes and opens a payment session, whose id is the event's `triggerRequestId`.",
    payload: z
      .object({
        clientId,
        quoteIds,
        selectedPaymentPlans: plansByQuote
          .optional()
          .meta({ description: 'A payment plan by quote; only quotes of `quoteIds`.' }),
      })
      .superRefine((payload, context) => {
        const { quoteIds: named, selectedPaymentPlans = {} } = payload;
        refuseOtherQuotes(selectedPaymentPlans, 'selectedPaymentPlans', named, context);
      })
      .meta({ id: 'PaymentSetupPayload' }),
    defaultActions: [{ type: 'SET_UP_PAYMENT', name: 'Offer payment plans and open a payment' }],
    result: { paymentOptions, PAYMENT_SETUP: paymentSession },
    examples: [
      {
        clientId: ids.client,
        quoteIds: [ids.quote],
        selectedPaymentPlans: { [ids.quote]: 'FULL_PAYMENT' },
      },
    ],
  }),
  PAYMENT_VERIFICATION: command({
    firedWith: ['binding:fire', 'billing:fire'],
    authority: 'quote',
    description: "Asks the payment provider for a session's status.",
    payload: z.object({ paymentTriggerRequestId }).meta({ id: 'PaymentVerificationPayload' }),
    defaultActions: [{ type: 'VERIFY_PAYMENT', name: 'Ask whether it was paid' }],
    result: { PAYMENT_VERIFICATION: verifiedPayment },
    examples: [{ paymentTriggerRequestId: ids.payment }],
  }),
  PAYMENT_RECEIVED: notification({
    firedWith: ['billing:fire'],
    authority: 'recordPayments',
    description:
      "Applies a payment to the policy's statements, oldest first. The payment is named by its session, or written out; not both. A session's payment counts once its provider has it; one by invoice, because this event says so. 409 where the `reference` was used for another amount.",
    payload: z
      .object({
        paymentTriggerRequestId: paymentTriggerRequestId.optional().meta({
          description:
            'The session that was paid; `policyId`, `amount`, `reference` and `isRefund` are then left out.',
        }),
        policyId: policyId.optional().meta({ description: 'Required without a session.' }),
        amount: positiveAmount
          .optional()
          .meta({ description: 'More than 0, in major units; required without a session.' }),
        reference: name.optional().meta({
          description: 'Of the payment, counted once for each policy; required without a session.',
        }),
        isRefund: z.boolean().optional().meta({
          description: '`true` where the amount was paid back to the policyholder; not with a session.',
        }),
        paymentMethod: paymentMethod
          .optional()
          .meta({ description: 'How it was paid. Kept with the payment, as the next three.' }),
        payer: name.optional().meta({ description: 'Who paid, or was paid back.' }),
        paymentDate: calendarDate.optional().meta({
          description:
            'The day of the payment, not in the future; the day on which it is recorded where left out.',
        }),
        description: description.optional(),
      })
      .superRefine((payload, context) => {
        const ofSession = payload.paymentTriggerRequestId !== undefined;
        const message = ofSession
          ? 'must be left out where paymentTriggerRequestId is given'
          : 'is required where paymentTriggerRequestId is left out';
        const wrong = ofSession
          ? byHandOnly.filter((field) => payload[field] !== undefined)
          : byHand.filter((field) => payload[field] === undefined);
        for (const field of wrong) context.addIssue({ code: 'custom', path: [field], message });
      })
      .meta({
        id: 'PaymentReceivedPayload',
        description: 'Either `paymentTriggerRequestId`, or `policyId`, `amount` and `reference`.',
      }),
    defaultActions: [{ type: 'RECEIVE_PAYMENT', name: 'Apply the payment' }],
    result: { PAYMENT_RECEIVED: receivedPayment },
    examples: [
      {
        policyId: ids.policy,
        amount: 125.5,
        reference: 'check 1044',
        isRefund: false,
        paymentMethod: 'CHECK',
        payer: 'Corner Bakery LLC',
        paymentDate: '2026-01-15',
        description: 'First installment',
      },
      { paymentTriggerRequestId: ids.payment },
    ],
  }),
  PAYMENT_REVERSED: notification({
    firedWith: ['billing:fire'],
    authority: 'recordPayments',
    description:
      "Takes a payment that the [bank returned](payments.md#returned-payments) off the policy's statements, the latest due date first, and charges the product's `nsfFee`. A payment is returned once: the same event again changes nothing, another `amount` is 409. Also 409: an unknown `reference`, one of a refund, more than is left of the payment after refunds, a closed policy. Fires `STATEMENT_CREATED` for a fee.",
    payload: z
      .object({
        policyId,
        reference: name.meta({ description: "The payment's `reference`." }),
        amount: positiveAmount.optional().meta({
          description: 'More than 0, in major units; all of the payment where left out.',
        }),
        reason: saidReason.meta({ description: "The bank's reason, recorded with the policy's events." }),
      })
      .meta({ id: 'PaymentReversedPayload' }),
    defaultActions: [{ type: 'REVERSE_PAYMENT', name: 'Take the payment back' }],
    result: { PAYMENT_REVERSED: reversedPayment },
    examples: [
      { policyId: ids.policy, reference: 'check 1044', amount: 125.5, reason: 'Insufficient funds' },
    ],
  }),
  DUE_DATE_MOVE: command({
    firedWith: ['billing:fire'],
    description:
      "Moves the [due date](payments.md#moving-a-due-date) of an open statement, at most by the product's `dueDateDays`. Only for the organization that issued the policy. 409: a statement that is paid, void or a credit; a date out of bounds.",
    payload: z
      .object({
        policyId,
        statementId: uuid.meta({ description: 'The statement.' }),
        dueDate: calendarDate.meta({ description: 'The new last day for payment.' }),
        reason: saidReason.meta({ description: "Recorded with the policy's events." }),
      })
      .meta({ id: 'DueDateMovePayload' }),
    defaultActions: [{ type: 'MOVE_DUE_DATE', name: 'Move the due date' }],
    result: { DUE_DATE_MOVE: movedDueDate },
    examples: [
      {
        policyId: ids.policy,
        statementId: ids.statement,
        dueDate: '2027-01-20',
        reason: 'Paid by 20 January',
      },
    ],
  }),
  PAYMENT_COLLECT_SETUP: command({
    firedWith: ['billing:fire'],
    authority: 'quote',
    description: "Opens a payment session for an issued policy's balance, or a part of it.",
    payload: z
      .object({
        policyId,
        clientId,
        totalAmount: minorUnits.meta({ description: 'The amount to collect, in minor units.' }),
      })
      .meta({ id: 'PaymentCollectSetupPayload' }),
    defaultActions: [{ type: 'SET_UP_COLLECTION', name: "Open a payment for the policy's balance" }],
    result: { PAYMENT_COLLECT_SETUP: collectionSession },
    examples: [{ policyId: ids.policy, clientId: ids.client, totalAmount: 12550 }],
  }),
  PAYMENT_COLLECT: command({
    firedWith: ['billing:fire'],
    authority: 'recordPayments',
    description:
      "[Charges](collection.md) what is open of a due statement to the policy's saved payment method, or asks what came of an earlier charge. The service fires it on due dates. A declined charge is no failure: `state` says so. 409: nobody agreed to it, a canceled policy, a statement that is not due, another charge under way.",
    payload: z
      .object({
        policyId,
        statementId: uuid.optional().meta({ description: 'The statement to charge.' }),
        chargeId: uuid.optional().meta({ description: 'Instead: the earlier charge to ask about.' }),
      })
      .refine((payload) => (payload.statementId === undefined) !== (payload.chargeId === undefined), {
        path: ['statementId'],
        message: 'name a statementId or a chargeId, one of them',
      })
      .meta({ id: 'PaymentCollectPayload' }),
    defaultActions: [{ type: 'COLLECT_PAYMENT', name: 'Charge the saved payment method' }],
    result: { PAYMENT_COLLECT: collectedPayment },
    examples: [
      { policyId: ids.policy, statementId: ids.statement },
      { policyId: ids.policy, chargeId: ids.collection },
    ],
  }),
  PAYMENT_REFUND: command({
    firedWith: ['billing:fire'],
    description:
      'Pays back what is owed to the policyholder, by the Stripe payments that it came with, the latest first; the rest is recorded as [paid back by hand](payments.md#refunds). Only for the organization that issued the policy. 409: nothing is owed, or less than `amount`; a `reference` that was used; a refund that Stripe refuses.',
    payload: z
      .object({
        policyId,
        amount: positiveAmount
          .optional()
          .meta({ description: 'More than 0, in major units; the whole credit balance where left out.' }),
        reference: name.optional().meta({
          description: 'Of the refund, counted once for each policy; a number is assigned where left out.',
        }),
        reason: description.optional().meta({ description: "Recorded with the policy's events." }),
      })
      .meta({ id: 'PaymentRefundPayload' }),
    defaultActions: [{ type: 'REFUND_PAYMENT', name: 'Pay back what is owed' }],
    result: { PAYMENT_REFUND: refundedPayments },
    examples: [{ policyId: ids.policy, amount: 40.5, reference: 'refund 17', reason: 'Paid twice' }],
  }),
  STATEMENT_CREATED: notification({
    firedWith: ['billing:fire'],
    fact: {
      about: 'STATEMENT',
      lack: 'the statement is only scheduled',
      holds: ({ state }) => state !== 'SCHEDULED',
    },
    description: 'Fired by billing.',
    payload: z
      .object({ statementId: uuid.meta({ description: 'The statement.' }) })
      .meta({ id: 'StatementCreatedPayload' }),
    examples: [{ statementId: ids.statement }],
  }),
  PAYMENT_REMINDER: notification({
    firedWith: ['billing:fire'],
    fact: {
      about: 'STATEMENT',
      lack: 'the statement is not due',
      holds: ({ state }) => state === 'DUE',
    },
    description:
      "Fired by the policy's workflow `daysBefore` days before the due date of a statement, if the product's `mail.sends` has `REMINDER`. Sends the [reminder](../guides/what-clients-are-sent.md).",
    payload: z
      .object({ statementId: uuid.meta({ description: 'The statement.' }) })
      .meta({ id: 'PaymentReminderPayload' }),
    examples: [{ statementId: ids.statement }],
  }),
};
