import type { Transaction } from 'objection';
import { isAbout } from '../../db/authority/lack-of-rates.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { isChangedSince, isOutdated } from '../../db/policies/renewal-standing.js';
import { updatePolicy } from '../../db/policy-changes/lock-policy.js';
import type { NewQuote } from '../../db/quotes/record-quote.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { canonicalJson } from '../../domain/ground/canonical-json.js';
import { whyNotRenew } from '../../domain/policy/change-rules.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { decideRenewal, type RenewalDecision } from '../../domain/policy/renewal-decision.js';
import { acceptedPremiumOf, type RenewalToQuote, replacing } from '../../domain/policy/renewal-quote.js';
import { isBindable, whyNotBindable } from '../../domain/quote/bindable.js';
import { envelopeOf } from '../ground/default-action.js';

/** The held quote that an event quotes again after a change of its locked policy; undefined where it does not. */
export async function quoteToReplace(
  trx: Transaction,
  policy: Policy,
  event: AcceptedEvent,
): Promise<Quote | undefined> {
  const { renewalId } = envelopeOf(event, 'POLICY_RENEWAL_QUOTING').payload;
  if (renewalId === undefined || renewalId !== policy.renewalQuoteId) return undefined;
  const held = await Quote.query(trx).findById(renewalId).forUpdate();
  return held !== undefined && (await isOutdated(trx, policy, held)) ? held : undefined;
}

/**
 * A quote in the place of a held one. It takes over the decisions on that one if its messages are the same: what was
 * approved then is approved now.
 */
export function inPlaceOf(replaced: Quote, made: NewQuote): NewQuote {
  const quote = replacing(made, replaced);
  const { messages, underwriterResponse, policyholderResponse } = replaced;
  if (quote.outcome === 'DECLINED' || canonicalJson(quote.messages) !== canonicalJson(messages)) return quote;
  const decided = { ...quote, underwriterResponse, policyholderResponse };
  return { ...decided, bindable: isBindable(decided) };
}

/** Rated as of a time that the seller chose: the quote is for comparison. The policy's own plan chooses none. */
export function hasSellersTime(event: AcceptedEvent, policy: Policy, askedAt: Date): boolean {
  const isPlanned = event.byService && event.depth === 0;
  if (isPlanned || event.organizationId === policy.issuingOrganizationId) return false;
  return !isAbout(event.asConfiguredAt, askedAt);
}

export interface RenewalToHold {
  policy: Policy;
  event: AcceptedEvent;
  quote: NewQuote | undefined;
  replaced: Quote | undefined;
  /** What the quote was made for; undefined if there is none. */
  renewal: RenewalToQuote | undefined;
  /** Why there is nothing to bind, apart from the quote's own decisions. */
  obstacle: string | undefined;
  settings: PolicySettings['renewal'];
  /** The quote is only to be compared: it changes nothing of the renewal. */
  isComparison: boolean;
  now: BusinessTime;
}

/** Holds the quote of a locked policy's renewal, or has the renewal wait for a person. */
export async function holdRenewal(trx: Transaction, renewal: RenewalToHold): Promise<RenewalDecision> {
  const { policy, quote, replaced, isComparison, now } = renewal;
  const isOfNextTerm = renewal.renewal?.termNumber === policy.termNumber + 1;
  const decision = await decide(trx, renewal);
  const { held, waits } = decision;
  const changes = {
    ...(quote?.outcome === 'QUOTED' &&
      isOfNextTerm &&
      !isComparison && { lastRenewalQuoteId: quote.requestId }),
    ...(held && quote !== undefined && { renewalQuoteId: quote.requestId }),
    ...(waits !== null && replaced !== undefined && { renewalQuoteId: null }),
    ...(waits !== policy.renewalWaits && { renewalWaits: waits }),
  };
  if (Object.keys(changes).length > 0) await updatePolicy(trx, policy, changes, now);
  return decision;
}

async function decide(
  trx: Transaction,
  { policy, event, quote, replaced, renewal, settings, isComparison, now, ...asked }: RenewalToHold,
): Promise<RenewalDecision> {
  const asItIs = { held: false, waits: policy.renewalWaits };
  if (isComparison || whyNotRenew(policy) !== null) return asItIs;
  if (renewal !== undefined && (await isOvertaken(trx, policy, renewal))) return asItIs;
  const obstacle = asked.obstacle ?? (quote && whyNotBindable(quote, now));
  // What the service quotes by itself, or cannot quote, does not take the place of a quote that holds.
  const isHeld = replaced === undefined && policy.renewalQuoteId !== null;
  if (isHeld && (event.byService || obstacle !== undefined)) return asItIs;
  return decideRenewal({
    ...settings,
    acceptedPremium: replaced && acceptedPremiumOf(replaced),
    quoted: obstacle === undefined ? { premium: quote?.premium ?? '0' } : { obstacle },
    waits: policy.renewalWaits,
  });
}

/** Whether the policy has moved on since its next term was read: the quote lacks what has happened. */
async function isOvertaken(trx: Transaction, policy: Policy, renewal: RenewalToQuote): Promise<boolean> {
  return policy.termNumber + 1 !== renewal.termNumber || (await isChangedSince(trx, policy, renewal.basedOn));
}
