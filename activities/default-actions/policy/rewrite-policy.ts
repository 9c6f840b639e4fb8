import type { Transaction } from 'objection';
import { licensedAuthority } from '../../../db/authority/licensed-authority.js';
import { refundsOnTheirWay } from '../../../db/billing/pending-refunds.js';
import { keepPayment } from '../../../db/billing/receive-payment.js';
import { settleAccount, standingOfPolicy } from '../../../db/billing/settle-account.js';
import type { Policy } from '../../../db/models/policy.js';
import type { BilledChange } from '../../../db/policies/bill-change.js';
import { cancelPolicy } from '../../../db/policies/change-cancel.js';
import { policyIdOf } from '../../../db/policies/issue-policy.js';
import { readPolicyStanding } from '../../../db/policies/read-history.js';
import { updatePolicy } from '../../../db/policy-changes/lock-policy.js';
import { lackOf } from '../../../domain/authority/lack.js';
import { dayInWords, moneyInWords } from '../../../domain/billing/collection-words.js';
import { owedBack } from '../../../domain/billing/refund.js';
import { Decimal } from '../../../domain/expression/index.js';
import type { BusinessTime } from '../../../domain/ground/business-time.js';
import { laterOf } from '../../../domain/ground/calendar.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import { exactText } from '../../../domain/money/amount-text.js';
import { minorDigits } from '../../../domain/money/currency.js';
import { rewritingTypes, whyNotRewrite, whyNotRewriteBy } from '../../../domain/policy/change-rules.js';
import { noticeRecord } from '../../../domain/policy/notice-record.js';
import type { PolicySettings } from '../../../domain/policy/policy-settings.js';
import { pricedCancellation } from '../../../domain/policy/priced-cancellation.js';
import { stateToday } from '../../../domain/policy/state-on.js';
import { answersOn } from '../../../domain/policy/timeline.js';
import {
  answers,
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
} from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { authoritySources } from '../../ground/refuse-unauthorized.js';
import { askAboutQuotes } from '../../payments/paid-for-binding.js';
import { bindableQuotes, chosenPlan } from '../../payments/quotes-of-event.js';
import { type EventOfPolicy, notification, policyEvent } from '../../policy-changes/notify.js';
import { lockPolicyOfEvent, policyOfEvent, refuseIf } from '../../policy-changes/policy-of-event.js';
import { settingsOfPolicy } from '../../policy-changes/settings-of-policy.js';
import { becomesClient, describedPolicy, firedByIssue, issueQuote } from './issue-quote.js';

const quoteField = 'payload.quoteId';

/**
 * Cancels a policy from the first day of a quote and issues the quote in its place. What the policyholder is then owed
 * is carried over to the new policy.
 */
export const rewritePolicy: DefaultActionHandler<'REWRITE_POLICY'> = async (work) => {
  const { dependencies, event, now } = work;
  const { triggerRequestId } = event;
  const { policyId, quoteId, paymentPlan } = envelopeOf(event, 'POLICY_REWRITE').payload;
  const known = await policyOfEvent(dependencies.db, event, policyId);
  const { settings, dueDays } = await settingsOfPolicy(work, known);
  const asked = await askAboutQuotes(work, [quoteId]);
  return async (trx) => {
    const locked = await lockPolicyOfEvent(trx, event, policyId);
    const quotes = await quotesToBind(trx, work, locked);
    const [bindable] = quotes;
    if (bindable === undefined) throw refused(`quote ${quoteId} does not exist`, quoteField);
    const ofQuote = { ...bindable.quote, currency: bindable.settings.currency };
    refuseIf(whyNotRewriteBy({ ...locked, currency: settings.currency }, ofQuote));
    refuseIf(whyNotRewrite(locked, bindable.quote.effectiveDate));
    await refuseFlatBySeller(trx, work, locked, bindable.quote.effectiveDate);
    await becomesClient(trx, quotes, locked.clientId);
    const { policy, isReleased } = await releaseRenewal(trx, locked, now);
    const { cancelled, recorded, returned } = await cancel(trx, work, policy, {
      settings,
      dueDays,
      from: bindable.quote.effectiveDate,
    });
    const amount = await owedBy(trx, cancelled.policy, now);
    const carriedOver = await payIntoNew(trx, work, cancelled.policy, amount);
    const issued = await issueQuote(trx, work, bindable, {
      clientId: policy.clientId,
      isRequired: undefined,
      asked,
      carriedOver,
      plan: chosenPlan(bindable, paymentPlan, 'payload.paymentPlan'),
    });
    const left = await payOutOfOld(trx, work, cancelled.policy, { amount, to: issued.policy });
    await updatePolicy(trx, issued.policy, { rewrittenFrom: policyId }, now);
    const rewritten = await updatePolicy(trx, left, { rewrittenTo: issued.policy.id }, now);
    return {
      clientId: policy.clientId,
      policyId,
      startsPolicyTerms: [issued.policy.id],
      metadata: answers('POLICY_REWRITE', {
        policyId,
        policyEventId: recorded.id,
        policyState: stateToday(rewritten, now.today),
        returnedPremium: Number(returned),
        carriedOver: Number(amount),
        ...(isReleased && { releasedRenewal: true }),
        rewrittenTo: describedPolicy(issued),
      }),
      fires: [
        notification(triggerRequestId, 'POLICY_CANCELED', policy, recorded),
        ...cancelled.fires,
        ...firedByIssue(issued),
      ],
    };
  };
};

function quotesToBind(trx: Transaction, work: DefaultActionWork, { clientId }: Policy) {
  const { dependencies, event, now } = work;
  const { quoteId } = envelopeOf(event, 'POLICY_REWRITE').payload;
  return bindableQuotes(
    trx,
    { event, catalog: dependencies.catalog, now },
    { clientId, quoteIds: [quoteId] },
    { lock: true, field: quoteField, types: rewritingTypes },
  );
}

/** Which method it is depends on the quote's day, so the event's own check has only asked for the usual one. */
async function refuseFlatBySeller(
  trx: Transaction,
  { dependencies, event, now }: DefaultActionWork,
  policy: Policy,
  from: string,
): Promise<void> {
  if (event.byService || from > policy.effectiveDate) return;
  const authority = await licensedAuthority(authoritySources(trx, dependencies), {
    organizationId: event.organizationId,
    productId: policy.productId,
    now,
    issuerId: policy.issuingOrganizationId,
  });
  const act = { activity: 'cancel', isNotice: true, method: 'FLAT' } as const;
  const lack = authority && lackOf(authority, act, now.today);
  if (lack !== undefined) throw refused(lack.reason, quoteField);
}

/** A canceled policy is not renewed: the quote that was held for it is free. */
async function releaseRenewal(
  trx: Transaction,
  policy: Policy,
  now: BusinessTime,
): Promise<{ policy: Policy; isReleased: boolean }> {
  const isReleased = policy.renewalQuoteId !== null || policy.renewalWaits !== null;
  if (!isReleased) return { policy, isReleased };
  const released = await updatePolicy(trx, policy, { renewalQuoteId: null, renewalWaits: null }, now);
  return { policy: released, isReleased };
}

/** The insured keeps coverage, so the cancellation needs no notice and has no penalty. */
async function cancel(
  trx: Transaction,
  { event, now }: DefaultActionWork,
  policy: Policy,
  { settings, dueDays, from }: { settings: PolicySettings; dueDays: number; from: string },
): Promise<{ cancelled: BilledChange; recorded: EventOfPolicy; returned: string }> {
  const { triggerRequestId } = event;
  const { quoteId, reason = 'Rewritten' } = envelopeOf(event, 'POLICY_REWRITE').payload;
  const standing = await readPolicyStanding(trx, policy);
  const today = now.today;
  const { insuredName } = policy.policyMeta;
  const notice = noticeRecord(settings.cancellation, {
    ground: 'INSURED_REQUEST',
    reason: undefined,
    label: reason,
    unpaid: [],
    currency: settings.currency,
    cancelledOn: from,
    today,
    insured: {
      name: typeof insuredName === 'string' ? insuredName : null,
      answers: answersOn(standing.term, laterOf(today, policy.effectiveDate)),
    },
    backofficeIntake: undefined,
  });
  const { amountDue, payBy, ...mailed } = notice;
  const cancellation = pricedCancellation(standing, {
    cancelledOn: from,
    method: { method: 'PRO_RATA' },
    digits: minorDigits(settings.currency),
  });
  const { returned } = cancellation.returns;
  const recorded = policyEvent(triggerRequestId, 'POLICY_CANCELED', {
    label: 'Policy rewritten',
    description: `Canceled from ${dayInWords('en', from)} and issued anew, premium reduced by ${moneyInWords('en', settings.currency, returned)}`,
  });
  const cancelled = await cancelPolicy(trx, { policy, ...standing }, cancellation, {
    eventAnswers: null,
    event: recorded,
    data: { method: 'PRO_RATA', ...mailed, rewrittenTo: policyIdOf(quoteId) },
    reinstatementByPayment: null,
    dueDays,
    triggerRequestId,
    now,
  });
  return { cancelled, recorded, returned };
}

async function owedBy(trx: Transaction, { id }: Policy, now: BusinessTime): Promise<string> {
  const { balance, paid } = await standingOfPolicy(trx, id, now.today);
  const { amount: onItsWay } = await refundsOnTheirWay(trx, id);
  return owedBack({ balance, paid, onItsWay });
}

/** The same on both accounts. */
const referenceOf = (policyId: string): string => `rewrite:${policyId}`;

/** Stored before the new policy exists, which takes it like one that was paid in advance. */
async function payIntoNew(
  trx: Transaction,
  { event, now }: DefaultActionWork,
  { id, policyNumber }: Policy,
  amount: string,
): Promise<{ paymentId: string; amount: string } | undefined> {
  if (Decimal.of(amount).isZero()) return undefined;
  const { quoteId } = envelopeOf(event, 'POLICY_REWRITE').payload;
  const reference = referenceOf(id);
  const paymentId = derivedId(policyIdOf(quoteId), 'payment', reference);
  const { organizationId, triggerRequestId } = event;
  await keepPayment(
    trx,
    { id: paymentId, policyId: null, organizationId, provider: 'OFFLINE', amount, reference },
    { triggerRequestId, now, description: `Carried over from policy ${policyNumber}` },
  );
  return { paymentId, amount };
}

async function payOutOfOld(
  trx: Transaction,
  { event, now }: DefaultActionWork,
  old: Policy,
  { amount, to }: { amount: string; to: Policy },
): Promise<Policy> {
  if (Decimal.of(amount).isZero()) return old;
  const { organizationId, triggerRequestId } = event;
  const reference = referenceOf(old.id);
  await keepPayment(
    trx,
    {
      id: derivedId(old.id, 'payment', reference),
      policyId: old.id,
      organizationId,
      provider: 'OFFLINE',
      reference,
      amount: exactText(Decimal.of(amount).negated()),
    },
    { triggerRequestId, now, description: `Carried over to policy ${to.policyNumber}` },
  );
  const { policy } = await settleAccount(trx, old, now);
  return policy;
}
