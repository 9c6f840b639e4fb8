import type { Knex } from 'knex';
import { chargesOf } from '../../domain/billing/payment-options.js';
import type { PaymentPlan } from '../../domain/billing/payment-plan.js';
import { planTermsOf } from '../../domain/billing/plan-terms.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { endOfTerm } from '../../domain/ground/term.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { renewalOfQuote, whyNotOutdated } from '../../domain/policy/renewal-quote.js';
import { afterChange } from '../../domain/policy/timeline.js';
import { whyNotBindable } from '../../domain/quote/bindable.js';
import { type SettledAccount, settleAccount } from '../billing/settle-account.js';
import { addTermStatements } from '../billing/term-statements.js';
import { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';
import type { Statement } from '../models/statement.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { recordPolicyChange } from '../policy-changes/record-change.js';
import { amountsOfTerm } from './amounts-of-term.js';
import { applyContract } from './apply-contract.js';
import { useQuote } from './change-endorse.js';
import { issuedMetaOf } from './read-contract.js';
import { readPolicyStanding } from './read-history.js';
import { recordExposure } from './record-exposure.js';
import { isOutdated } from './renewal-standing.js';

/** A policy in its next term, or why it was not renewed. */
export type Renewal = (SettledAccount & { billed: Statement[] }) | { reason: string };

/**
 * Renews a locked policy with its held quote: the next term, its change with the ledger entry, and its
 * statements by the payment plan of the ending term or, if the product no longer offers that, its first one.
 * The quote was valid when it was selected, so it may have expired.
 */
export async function renewPolicy(
  trx: Knex,
  policy: Policy,
  settings: PolicySettings,
  now: BusinessTime,
): Promise<Renewal> {
  const quote =
    policy.renewalQuoteId === null
      ? undefined
      : await Quote.query(trx).findById(policy.renewalQuoteId).forUpdate();
  if (quote === undefined) return { reason: 'no renewal quote is held' };
  const why = whyNotBindable({ ...quote, expiresAt: null }, now);
  if (why !== undefined) return { reason: why };
  if (renewalOfQuote(quote)?.expiringOn !== policy.expirationDate) {
    return { reason: 'the renewal was quoted for another day' };
  }
  if (await isOutdated(trx, policy, quote)) return { reason: whyNotOutdated };
  const plan = planTermsOf(settings, policy.paymentPlan as PaymentPlan) ?? planTermsOf(settings);
  if (plan === undefined) return { reason: 'the product offers no payment plan' };
  if (!(await useQuote(trx, quote.requestId, policy.id)))
    return { reason: 'the renewal quote was used before' };

  const { history } = await readPolicyStanding(trx, policy);
  const { begunOn } = history;
  const renewed = await inNextTerm(trx, policy, { quote, begunOn, paymentPlan: plan.plan, now });
  const charges = chargesOf({ ...quote, effectiveDate: renewed.effectiveDate }, settings.currency);
  const statements = await addTermStatements(trx, renewed, { plan, charges, now });
  const premium = quote.premium ?? '0';
  const key = String(renewed.termNumber);
  const { change, entry } = await recordPolicyChange(trx, renewed, {
    kind: 'RENEW',
    effectiveDate: renewed.effectiveDate,
    recordedAt: now,
    ...amountsOfTerm(quote, renewed, { policyMeta: issuedMetaOf(policy), settings }),
    termPremium: premium,
    quoteId: quote.requestId,
    answers: quote.intake,
    data: { expirationDate: renewed.expirationDate, paymentPlan: plan.plan },
    entry: {
      id: derivedId(policy.id, 'RENEW', key, 'entry'),
      appliedToStatement: true,
      statementId: statements[0]?.id ?? null,
    },
    event: {
      id: derivedId(policy.id, 'RENEW', key, 'event'),
      type: 'POLICY_RENEWED',
      label: 'Policy renewed',
      description: `Until ${renewed.expirationDate}, premium ${premium}`,
      data: { expirationDate: renewed.expirationDate, premium: Number(premium) },
    },
  });
  const changed = { policy: renewed, history: afterChange(history, change) };
  const current = await applyContract(trx, changed, now);
  await recordExposure(trx, changed, { entry, now });
  const settled = await settleAccount(trx, current, now);
  return { ...settled, billed: statements.filter(({ state }) => state === 'DUE') };
}

/** The row of the next term, with a premium of 0: the ledger adds the premium. */
async function inNextTerm(
  trx: Knex,
  policy: Policy,
  {
    quote,
    begunOn,
    paymentPlan,
    now,
  }: { quote: Quote; begunOn: string; paymentPlan: PaymentPlan; now: BusinessTime },
): Promise<Policy> {
  const effectiveDate = policy.expirationDate;
  const expirationDate = endOfTerm(effectiveDate, quote.term, begunOn);
  const renewed = await updatePolicy(
    trx,
    policy,
    {
      termNumber: policy.termNumber + 1,
      effectiveDate,
      expirationDate,
      lastDayWithCoverage: addDays(expirationDate, -1),
      quoteId: quote.requestId,
      actionId: quote.actionId,
      productVersionId: quote.productVersionId,
      premiumTerm: quote.term,
      paymentPlan,
      renewalQuoteId: null,
      lastRenewalQuoteId: null,
      renewalWaits: null,
      cancellationNoticeOn: null,
      nonRenewed: false,
    },
    now,
  );
  return Policy.query(trx).patchAndFetchById(renewed.id, { premium: '0' });
}
