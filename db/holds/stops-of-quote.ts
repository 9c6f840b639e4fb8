import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { Business } from '../../domain/holds/stops-of.js';
import { objectIn } from '../../domain/policy/policy-meta.js';
import { coveragesOf } from '../../domain/quote/seller-limits.js';
import { stopCodes } from '../../domain/quote/stop-codes.js';
import { hasStop, type Stop } from '../../domain/quote/stopped-quote.js';
import type { Quote } from '../models/quote.js';
import type { NewQuote } from '../quotes/record-quote.js';
import type { Overridable } from './holds-in-force.js';
import { type HoldSources, type PlacesOf, stopsNow } from './judge-holds.js';

type QuoteOfRisk = Pick<
  NewQuote,
  'requestId' | 'clientId' | 'productId' | 'productVersionId' | 'quoteDetails'
> &
  Pick<NewQuote, 'intake'>;

/** The codes of a quote's coverages. */
export const codesOf = ({ quoteDetails }: Pick<NewQuote, 'quoteDetails'>): string[] =>
  coveragesOf(quoteDetails).map(({ code }) => code);

/** What holds stop of a quote for a new policy that is being made. */
export async function stopsOfNewQuote(
  db: Knex,
  sources: HoldSources,
  quote: QuoteOfRisk & Pick<NewQuote, 'outcome'>,
  now: BusinessTime,
): Promise<Stop[]> {
  if (quote.outcome === 'DECLINED') return [];
  return stopsNow(db, sources, {
    ...productOf(quote),
    now,
    target: { clientId: quote.clientId },
    business: (placesOf) => ({
      kinds: ['newQuotes'],
      places: placesOf(quote.intake),
      coverages: codesOf(quote),
    }),
  });
}

/** A stored quote with what is decided on it. */
type StoredQuote = QuoteOfRisk & Pick<Quote, 'type' | 'metadata' | 'messages' | 'underwriterResponse'>;

/**
 * What holds stop of binding a quote: also one that was frozen when it was made, while its hold is in force. A quote that
 * the hold referred and an underwriter approved may be bound.
 */
export async function stopsOfBinding(
  db: Knex,
  sources: HoldSources,
  quote: StoredQuote,
  now: BusinessTime,
): Promise<Stop[]> {
  const stops = await stopsNow(db, sources, {
    ...productOf(quote),
    now,
    target: targetOf(quote),
    business: (placesOf) => bindingOf(quote, placesOf),
  });
  return notApproved(quote, stops);
}

/** For what the holds of a stored quote may be overridden: also for the policy that it changes or renews. */
export function targetOf({
  requestId: quoteId,
  clientId,
  metadata,
}: Pick<StoredQuote, 'requestId' | 'clientId' | 'metadata'>): Overridable {
  const { policyId } = objectIn(metadata, 'policyChange' in metadata ? 'policyChange' : 'policyRenewal');
  return { quoteId, clientId, ...(typeof policyId === 'string' && { policyId }) };
}

/** Binding a quote, to be judged. That of a renewal is bound as a policy of its own, and is a renewal all the same. */
export function bindingOf(
  quote: Pick<StoredQuote, 'type' | 'intake' | 'quoteDetails' | 'messages'>,
  placesOf: PlacesOf,
): Business {
  return {
    kinds: quote.type === 'RENEWAL' ? ['binding', 'renewals'] : ['binding'],
    places: placesOf(quote.intake),
    coverages: codesOf(quote),
    frozenBy: new Set(
      quote.messages.flatMap(({ code, holdId }) => (code === stopCodes.FREEZE && holdId ? [holdId] : [])),
    ),
  };
}

/** Without what an underwriter has approved. */
export function notApproved(
  { messages, underwriterResponse }: Pick<Quote, 'messages' | 'underwriterResponse'>,
  stops: readonly Stop[],
): Stop[] {
  const isApproved = ({ holdId }: Stop) =>
    underwriterResponse?.isApproved === true && hasStop(messages, { holdId, action: 'REFER' });
  return stops.filter((stop) => !isApproved(stop));
}

export const productOf = ({
  productId,
  productVersionId,
}: Pick<NewQuote, 'productId' | 'productVersionId'>) => ({ productId, productVersionId });
