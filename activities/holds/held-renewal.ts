import type { Transaction } from 'objection';
import type { FollowUp } from '../../db/events/follow-up.js';
import type { HoldSources } from '../../db/holds/judge-holds.js';
import { stopsOfRenewal } from '../../db/holds/stops-of-policy.js';
import type { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { updatePolicy } from '../../db/policy-changes/lock-policy.js';
import { recordPolicyEvent } from '../../db/policy-changes/record-change.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { Stop } from '../../domain/quote/stopped-quote.js';

/** What stops the next term of a locked policy, for which a quote is held, from beginning; undefined if nothing does. */
export async function stopOfNextTerm(
  trx: Transaction,
  sources: HoldSources,
  policy: Policy,
  now: BusinessTime,
): Promise<Stop | undefined> {
  const { renewalQuoteId } = policy;
  if (renewalQuoteId === null) return undefined;
  const quote = await Quote.query(trx).findById(renewalQuoteId);
  const [stop] = quote === undefined ? [] : await stopsOfRenewal(trx, sources, { policy, quote, now });
  return stop;
}

/**
 * The next term of a locked policy begins when the hold is over or overridden, from the day on which it should have. The
 * policy is looked at again each day. Says once that the renewal waits, and keeps the quote.
 */
export async function waitForHold(
  trx: Transaction,
  policy: Policy,
  { message, holdId }: Stop,
  now: BusinessTime,
): Promise<FollowUp[] | undefined> {
  if (policy.renewalWaits === message) return undefined;
  await updatePolicy(trx, policy, { renewalWaits: message }, now);
  const { id: policyId, termNumber, renewalQuoteId } = policy;
  const type = 'RENEWAL_REFERRED';
  const key = [String(termNumber), 'hold', holdId];
  await recordPolicyEvent(trx, policyId, {
    id: derivedId(policyId, type, ...key, message),
    type,
    label: 'Renewal waits',
    description: message,
    data: { holdId, ...(renewalQuoteId !== null && { quoteId: renewalQuoteId }) },
    effectiveDate: policy.expirationDate,
    now,
  });
  const id = derivedId(policyId, 'POLICY_RENEWAL_REFERRED', ...key, message);
  return [
    {
      id,
      type: 'POLICY_RENEWAL_REFERRED',
      payload: { policyId, reason: message, ...(renewalQuoteId !== null && { quoteId: renewalQuoteId }) },
    },
  ];
}
