import type { ComponentType } from 'react';
import { Redirect } from 'wouter';
import { may } from '../../../session/me.js';
import type { PlainKey } from '../../../texts/keys.js';
import type { PolicyRecord } from '../record.js';
import { AddNote } from './add-note.js';
import { Cancel } from './cancel.js';
import { Correct } from './correct.js';
import { MoveDueDate, openCharges } from './move-due-date.js';
import { ReceivePayment } from './receive-payment.js';
import { Refund } from './refund.js';
import { Reinstate } from './reinstate.js';
import { DoNotRenew, Renew, renewalOf } from './renew.js';
import { Rewrite } from './rewrite.js';
import { cancellationOf, isInForce, mayEndorse } from './standing.js';

interface Action {
  title: PlainKey;
  look?: 'danger';
  Dialog: ComponentType<{ record: PolicyRecord; close: () => void }>;
  /** Whether the policy's state and the person's permissions allow it. */
  allows: (record: PolicyRecord) => boolean;
}

/** What can be done with a policy, in the order of the menu. */
const actions = {
  endorse: {
    title: 'policies.endorse',
    // A page of its own.
    Dialog: ({ record }) => <Redirect to={`/policies/${record.policy.id}/endorse`} />,
    allows: mayEndorse,
  },
  renew: {
    title: 'policies.renew',
    Dialog: Renew,
    allows: (record) =>
      isInForce(record) &&
      (renewalOf(record.events)
        ? record.mayFire('RENEWAL_QUOTE_SELECTED')
        : record.mayFire('POLICY_RENEWAL_QUOTING')),
  },
  pay: {
    title: 'policies.receivePayment',
    Dialog: ReceivePayment,
    allows: (record) => record.policy.policyState !== 'CLOSED' && record.mayFire('PAYMENT_RECEIVED'),
  },
  refund: {
    title: 'policies.refund',
    Dialog: Refund,
    allows: (record) =>
      record.finance.refundableAmount > 0 && record.isIssuer && record.mayFire('PAYMENT_REFUND'),
  },
  note: {
    title: 'policies.addNote',
    Dialog: AddNote,
    allows: (record) => record.mayFire('POLICY_EVENT_RECORD'),
  },
  reinstate: {
    title: 'policies.reinstate',
    Dialog: Reinstate,
    allows: (record) => mayUndo(record, false),
  },
  withdrawNotice: {
    title: 'policies.withdrawNotice',
    Dialog: Reinstate,
    allows: (record) => mayUndo(record, true),
  },
  cancel: {
    title: 'policies.cancel',
    look: 'danger',
    Dialog: Cancel,
    allows: (record) =>
      (isInForce(record) || record.policy.policyState === 'PENDING_FINANCE_CONFIRMATION') &&
      record.mayFire('POLICY_CANCEL'),
  },
  moveDueDate: {
    title: 'policies.moveDueDate',
    Dialog: MoveDueDate,
    allows: (record) => openCharges(record).length > 0 && record.isIssuer && record.mayFire('DUE_DATE_MOVE'),
  },
  rewrite: {
    title: 'policies.rewrite',
    Dialog: Rewrite,
    allows: (record) => isInForce(record) && may('quotes:read') && record.mayFire('POLICY_REWRITE'),
  },
  doNotRenew: {
    title: 'policies.doNotRenew',
    look: 'danger',
    Dialog: DoNotRenew,
    allows: (record) => isInForce(record) && record.mayFire('CANCEL_RENEWAL') && !isNotRenewed(record),
  },
  correctNumber: {
    title: 'policies.correctNumber',
    Dialog: (props) => <Correct {...props} what="number" />,
    allows: mayCorrect,
  },
  correctDate: {
    title: 'policies.correctDate',
    Dialog: (props) => <Correct {...props} what="effectiveDate" />,
    allows: (record) => mayCorrect(record) && isInForce(record),
  },
} satisfies Record<string, Action>;

export type ActionId = keyof typeof actions;

function mayUndo(record: PolicyRecord, isNotice: boolean): boolean {
  return cancellationOf(record)?.isNotice === isNotice && record.mayFire('POLICY_REINSTATE');
}

function mayCorrect({ isIssuer, policy }: PolicyRecord): boolean {
  return isIssuer && may('policies:write') && policy.policyState !== 'CLOSED';
}

function isNotRenewed({ events }: PolicyRecord): boolean {
  const last = events.findLast(({ type }) => type === 'RENEWAL_CANCELLED' || type === 'POLICY_RENEWED');
  return last?.type === 'RENEWAL_CANCELLED';
}

export type ActionOf = Action & { id: ActionId };

export const actionsOf = (record: PolicyRecord): ActionOf[] =>
  (Object.entries(actions) as [ActionId, Action][])
    .filter(([, { allows }]) => allows(record))
    .map(([id, action]) => ({ id, ...action }));

export const dialogOf = (id: ActionId): Action['Dialog'] => actions[id].Dialog;
