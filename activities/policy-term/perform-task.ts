import type { Transaction } from 'objection';
import { chargeLateFee } from '../../db/billing/charge-late-fee.js';
import { settleAccount } from '../../db/billing/settle-account.js';
import { billStatements, markPastDue, statementCreated } from '../../db/billing/statements.js';
import { writeOffShortfall } from '../../db/billing/write-off.js';
import { announceCharge } from '../../db/collection/announce.js';
import type { LinkAddress } from '../../db/collection/links.js';
import type { FollowUp } from '../../db/events/follow-up.js';
import type { Policy } from '../../db/models/policy.js';
import { applyContract } from '../../db/policies/apply-contract.js';
import { billOpenEntries } from '../../db/policies/bill-change.js';
import { endCoverage } from '../../db/policies/change-cancel.js';
import { renewPolicy } from '../../db/policies/change-renew.js';
import { readPolicyStanding } from '../../db/policies/read-history.js';
import { readNotice } from '../../db/policies/read-plan.js';
import { updatePolicy } from '../../db/policy-changes/lock-policy.js';
import { recordPolicyEvent } from '../../db/policy-changes/record-change.js';
import { openTask } from '../../db/tasks/open-task.js';
import { collectionSettingsOf } from '../../domain/billing/collection.js';
import type { PaymentPlan } from '../../domain/billing/payment-plan.js';
import { planTermsOf } from '../../domain/billing/plan-terms.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { minorDigits } from '../../domain/money/currency.js';
import { nonPaymentReason } from '../../domain/policy/cancellation-notice.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { movePolicy } from '../../domain/policy/policy-state.js';
import type { PolicyTask } from '../../domain/policy/upcoming.js';
import { nonPayment, notFinanced } from '../policy-changes/notify.js';

/** A locked policy and a due task. */
export interface TaskToPerform {
  policy: Policy;
  settings: PolicySettings;
  now: BusinessTime;
  /** Why the policy gets no next term although a quote is held for it, if it does not. */
  whyNotRenewed?: string | undefined;
  addressOf: LinkAddress;
}

/** Performs one due task in the caller's transaction and returns the events to fire. */
export async function performTask(
  trx: Transaction,
  { policy, settings, now, whyNotRenewed, addressOf }: TaskToPerform,
  task: PolicyTask,
): Promise<FollowUp[]> {
  const today = now.today;
  const { id: policyId, clientId, termNumber } = policy;
  const id = derivedId(policyId, 'policy-term', task.key);
  switch (task.kind) {
    case 'BILL_STATEMENT': {
      const billed = await billStatements(trx, policyId, today);
      const { policy: settled } = await settleAccount(trx, policy, now);
      const dueDays = dueDaysOf(settled, settings);
      const entries = await billOpenEntries(trx, settled, { upTo: today, dueDays, now });
      return [...billed.map((statement) => statementCreated(statement.id)), ...(entries?.fires ?? [])];
    }
    case 'WRITE_OFF_SHORTFALL':
      await writeOffShortfall(trx, policy, task.statementId, now);
      return [];
    case 'ANNOUNCE_CHARGE':
      await announceCharge(trx, policy, {
        ...collectionSettingsOf(settings),
        ...task,
        currency: settings.currency,
        now,
        addressOf,
      });
      return [];
    case 'COLLECT_STATEMENT':
      return [{ id, type: 'PAYMENT_COLLECT', payload: { policyId, statementId: task.statementId } }];
    case 'REMIND_OF_PAYMENT':
      return [{ id, type: 'PAYMENT_REMINDER', payload: { statementId: task.statementId } }];
    case 'MARK_PAST_DUE': {
      const fees: FollowUp[] = [];
      const { lateFee } = settings.billing ?? {};
      const digits = minorDigits(settings.currency);
      const dueDays = dueDaysOf(policy, settings);
      for (const statement of await markPastDue(trx, policyId, today)) {
        await recordPolicyEvent(trx, policyId, {
          id: derivedId(statement.id, 'STATEMENT_PAST_DUE', now.toISOString()),
          type: 'STATEMENT_PAST_DUE',
          label: 'Statement past due',
          description: `${statement.amount} was due on ${statement.dueDate}`,
          data: { statementId: statement.id, amount: Number(statement.amount) },
          effectiveDate: statement.dueDate,
          now,
        });
        fees.push(...(await chargeLateFee(trx, policy, statement, { lateFee, dueDays, digits, now })));
      }
      await settleAccount(trx, policy, now);
      return fees;
    }
    case 'GIVE_NOTICE_OF_NON_PAYMENT': {
      const reason = nonPaymentReason(settings.cancellation);
      const payload = {
        policyId,
        ...(reason && { configId: reason.configId }),
        effectiveDate: task.cancelOn,
        label: 'Notice of cancellation for non-payment',
        backofficeIntake: { reason: nonPayment, statementId: task.statementId },
      };
      return [{ id, type: 'PRE_POLICY_CANCELLATION', payload }];
    }
    case 'WITHDRAW_NOTICE':
      await updatePolicy(trx, policy, { cancellationNoticeOn: null }, now);
      await recordPolicyEvent(trx, policyId, {
        id: derivedId(policyId, task.key, String(policy.version)),
        type: 'CANCELLATION_NOTICE_WITHDRAWN',
        label: 'Notice of cancellation withdrawn',
        description: 'The past-due amount has been paid',
        data: { isPaid: true },
        now,
      });
      return [];
    case 'CANCEL_BY_NOTICE':
      return [{ id, type: 'POLICY_CANCEL', payload: await cancellationBy(trx, policy, task.cancelOn) }];
    case 'APPLY_CHANGE':
      await applyContract(trx, { policy, ...(await readPolicyStanding(trx, policy)) }, now);
      return [];
    case 'VOID_UNFINANCED': {
      const label = 'Voided: the financing was not confirmed';
      const { effectiveDate } = policy;
      const backofficeIntake = { reason: notFinanced };
      return [
        {
          id,
          type: 'POLICY_CANCEL',
          payload: { policyId, clientId, effectiveDate, label, backofficeIntake },
        },
      ];
    }
    case 'ACTIVATE_UNFINANCED':
      await updatePolicy(trx, policy, { policyState: 'ACTIVE' }, now);
      await recordPolicyEvent(trx, policyId, {
        id,
        type: 'POLICY_ACTIVATED',
        label: 'In force without financing',
        description: 'The finance company did not pay in time: the policyholder owes the premium',
        now,
      });
      return [];
    case 'END_COVERAGE':
      await endCoverage(trx, policy, 'CANCELLED', now);
      return [];
    case 'TELL_OF_RENEWAL':
      return [{ id, type: 'CUSTOMER_RENEWAL_90_DAYS_OUT', payload: { policyId, clientId } }];
    case 'QUOTE_RENEWAL': {
      const renewalId = policy.renewalQuoteId ?? policy.lastRenewalQuoteId;
      const payload = { policyId, clientId, ...(renewalId !== null && { renewalId }) };
      return [{ id, type: 'POLICY_RENEWAL_QUOTING', payload }];
    }
    case 'END_TERM':
      return endTerm(trx, { policy, settings, now, whyNotRenewed });
    case 'SETTLE':
      await settleAccount(trx, policy, now);
      return [];
    case 'CLOSE': {
      const move = movePolicy({ state: policy.policyState, balanced: true, cancelled: false }, 'CLOSED');
      if (move.moved) await updatePolicy(trx, policy, { policyState: move.to }, now);
      await recordPolicyEvent(trx, policyId, {
        id: derivedId(policyId, 'CLOSED', String(termNumber)),
        type: 'POLICY_CLOSED',
        label: 'Policy closed',
        now,
      });
      return [];
    }
  }
}

/**
 * Bills the entries that the back office recorded in the ledger after the policy's end, as no later statement
 * would include them. Undefined if there are none.
 */
export async function billAfterTheEnd(
  trx: Transaction,
  { policy, settings, now }: Omit<TaskToPerform, 'addressOf'>,
): Promise<FollowUp[] | undefined> {
  if (policy.policyState !== 'INACTIVE_UNSETTLED' && policy.policyState !== 'SETTLED') return undefined;
  const billed = await billOpenEntries(trx, policy, {
    upTo: null,
    dueDays: dueDaysOf(policy, settings),
    now,
  });
  return billed?.fires;
}

/** The cancellation repeats the data of its notice. */
async function cancellationBy(trx: Transaction, { id: policyId, clientId }: Policy, effectiveDate: string) {
  const data = (await readNotice(trx, policyId))?.data ?? {};
  const { cancellationReasonConfigId, backofficeIntake } = data;
  return {
    policyId,
    clientId,
    effectiveDate,
    label: data.forNonPayment === true ? 'Canceled for non-payment' : 'Canceled by notice',
    ...(typeof cancellationReasonConfigId === 'string' && { cancellationReasonConfigId }),
    ...(typeof backofficeIntake === 'object' &&
      backofficeIntake !== null &&
      !Array.isArray(backofficeIntake) && { backofficeIntake }),
  };
}

/** Renews with the held quote, or lets the policy expire. */
async function endTerm(
  trx: Transaction,
  { policy: before, settings, now, whyNotRenewed }: Omit<TaskToPerform, 'addressOf'>,
): Promise<FollowUp[]> {
  const dueDays = dueDaysOf(before, settings);
  const entries = await billOpenEntries(trx, before, { upTo: null, dueDays, now });
  const policy = entries?.policy ?? before;
  const { id: policyId, termNumber, expirationDate, nonRenewed } = policy;
  const wanted = settings.renewal.offered && !nonRenewed;
  const refused = wanted ? whyNotRenewed : 'not renewed';
  const renewal = refused === undefined ? await renewPolicy(trx, policy, settings, now) : { reason: refused };
  const eventId = (type: string) => derivedId(policyId, type, String(termNumber));
  if (!('reason' in renewal)) {
    return [
      { id: eventId('POLICY_RENEWED'), type: 'POLICY_RENEWED', payload: { policyId } },
      ...(entries?.fires ?? []),
      ...renewal.billed.map(({ id }) => statementCreated(id)),
    ];
  }
  const open = { cancellationNoticeOn: null, renewalQuoteId: null, renewalWaits: null };
  const { cancellationNoticeOn, renewalQuoteId, renewalWaits } = policy;
  const why = whyNotRenewed ?? renewalWaits ?? renewal.reason;
  const isOpen = [cancellationNoticeOn, renewalQuoteId, renewalWaits].some((each) => each !== null);
  const ending = isOpen ? await updatePolicy(trx, policy, open, now) : policy;
  await endCoverage(trx, ending, 'EXPIRED', now);
  await recordPolicyEvent(trx, policyId, {
    id: eventId('POLICY_EXPIRED'),
    type: 'POLICY_EXPIRED',
    label: 'Policy expired',
    description: wanted ? `Not renewed: ${why}` : 'Not renewed',
    effectiveDate: expirationDate,
    now,
  });
  const failed = wanted && (settings.renewal.automatic || renewalQuoteId !== null || renewalWaits !== null);
  if (failed) {
    await openTask(trx, {
      organizationId: policy.sellerOrganizationId,
      key: `renewal-failed/${policyId}/${termNumber}`,
      title: `Policy ${policy.policyNumber} expired and was not renewed: ${why}`,
      about: { policyId },
      priority: 'HIGH',
      now,
    });
  }
  return [
    ...(entries?.fires ?? []),
    ...(failed
      ? [
          {
            id: eventId('POLICY_RENEWAL_FAILED'),
            type: 'POLICY_RENEWAL_FAILED' as const,
            payload: { policyId },
          },
        ]
      : []),
  ];
}

function dueDaysOf({ paymentPlan }: Policy, settings: PolicySettings): number {
  return planTermsOf(settings, paymentPlan as PaymentPlan)?.dueDays ?? 0;
}
