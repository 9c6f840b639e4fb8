import type { CancellationMethod } from '../authority/authority.js';
import type { QuotedAmounts, SellerAct, SellerActivity } from '../authority/lack.js';
import type { PolicySettings } from '../policy/policy-settings.js';
import { returnMethodOf } from '../policy/return-method.js';
import type { QuoteDetails, QuoteType } from '../quote/quote.js';
import { coveragesOf, quotedAmounts } from '../quote/seller-limits.js';
import type { EventType } from './catalog.js';
import type { EventEnvelope } from './envelope.js';

/** A quote or a policy of the insurer that an event names, as far as authority depends on it. */
export interface RecordOfInsurer {
  quote?: {
    type: QuoteType;
    effectiveDate: string;
    premium: string | null;
    quoteDetails: QuoteDetails | null;
    /** Of the quote of a change: its largest amounts in the parts of the term that it alters. */
    changeAmounts: QuotedAmounts | null;
    requiresUnderwriterApproval: boolean;
  };
  policy?: { effectiveDate: string; cancelledOn: string | null; settings: PolicySettings };
}

/** What an event does with a record of the insurer. */
export function sellerActOf(
  envelope: EventEnvelope,
  activity: SellerActivity,
  { quote, policy }: RecordOfInsurer,
): SellerAct {
  const { type, payload } = envelope;
  if (type === 'POLICY_CREATE') {
    return { activity, unpaid: payload.paymentRequired === false, ...bindingOf(quote) };
  }
  if (type === 'POLICY_REWRITE') {
    // Of the quote it is the binding, of the policy a cancellation, which has to be the seller's own to make.
    if (policy !== undefined) return { activity: 'cancel', isNotice: true, method: 'PRO_RATA' };
    return { activity, ...bindingOf(quote, 'quoteId') };
  }
  if (type === 'RENEWAL_QUOTE_SELECTED') return { activity, ...bindingOf(quote) };
  if (type === 'POLICY_ENDORSEMENT_QUOTING') return { activity, from: startOf(payload.effectiveDate) };
  if (type === 'POLICY_ENDORSE')
    return { activity, from: startOf(payload.effectiveDate), unreviewed: quote && unreviewedChange(quote) };
  if (type === 'PRE_POLICY_CANCELLATION' || type === 'POLICY_CANCEL') {
    const isNotice = type === 'PRE_POLICY_CANCELLATION';
    const reasonConfigId = isNotice ? payload.configId : payload.cancellationReasonConfigId;
    return {
      activity,
      isNotice,
      from: startOf(payload.effectiveDate),
      method: policy && sellersMethodOf(policy, { ...payload, reasonConfigId, isAutomatic: isNotice }),
    };
  }
  if (type === 'POLICY_REINSTATE') {
    // A notice is withdrawn from no day.
    const date = payload.effectiveDate ?? policy?.cancelledOn;
    return { activity, from: policy?.cancelledOn && date ? startOf(date) : undefined };
  }
  return { activity };
}

/** What accepting a quote does on the insurer's paper, and by which event; undefined for quotes that nobody accepts. */
export function sellersAcceptance(
  quote: NonNullable<RecordOfInsurer['quote']>,
): { event: EventType; act: SellerAct } | undefined {
  const { type, effectiveDate } = quote;
  if (type === 'QUOTE' || type === 'PRE_ISSUE')
    return { event: 'POLICY_CREATE', act: { activity: 'bind', ...bindingOf(quote) } };
  if (type === 'ENDORSEMENT' || type === 'TRUEUP')
    return {
      event: 'POLICY_ENDORSE',
      act: { activity: 'endorse', from: startOf(effectiveDate), unreviewed: unreviewedChange(quote) },
    };
  if (type === 'RENEWAL')
    return { event: 'RENEWAL_QUOTE_SELECTED', act: { activity: 'renew', ...bindingOf(quote) } };
  return undefined;
}

/** The return method of a cancellation by a seller: from the first day of the term, it is flat. */
export function sellersMethodOf(
  {
    effectiveDate: firstDay,
    settings,
  }: Pick<NonNullable<RecordOfInsurer['policy']>, 'effectiveDate' | 'settings'>,
  given: { effectiveDate: string; reasonConfigId: string | undefined; isAutomatic: boolean },
): CancellationMethod {
  if (given.effectiveDate <= firstDay) return 'FLAT';
  return returnMethodOf(settings, given).method;
}

function bindingOf(quote: RecordOfInsurer['quote'], field = 'quoteIds'): Partial<SellerAct> {
  if (quote === undefined) return {};
  const { type, effectiveDate, premium, quoteDetails, requiresUnderwriterApproval: isReviewed } = quote;
  return {
    // A renewal begins where the term ends.
    from: type === 'RENEWAL' ? undefined : { date: effectiveDate, field },
    unreviewed: isReviewed ? undefined : quotedAmounts(premium ?? '0', coveragesOf(quoteDetails)),
  };
}

function unreviewedChange({
  changeAmounts,
  requiresUnderwriterApproval: isReviewed,
}: NonNullable<RecordOfInsurer['quote']>): QuotedAmounts | undefined {
  return isReviewed ? undefined : (changeAmounts ?? undefined);
}

const startOf = (date: string) => ({ date, field: 'effectiveDate' });
