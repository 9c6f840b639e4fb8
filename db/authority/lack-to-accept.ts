import { type Lack, lackOf } from '../../domain/authority/lack.js';
import { type RecordOfInsurer, sellersAcceptance } from '../../domain/events/seller-act.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { lackOfRates, type RatedQuote } from './lack-of-rates.js';
import { type AuthoritySources, licensedAuthority } from './licensed-authority.js';

/** A quote, as far as the authority to accept it depends on it. */
export type QuoteToAccept = NonNullable<RecordOfInsurer['quote']> & RatedQuote;

/**
 * What an organization lacks to bind a quote of an insurer, to endorse by it or to select it for a renewal; undefined if
 * nothing. Whether the quote itself can be bound is not considered.
 */
export async function lackToAccept(
  sources: AuthoritySources,
  quote: QuoteToAccept,
  { organizationId, now }: { organizationId: string; now: BusinessTime },
): Promise<Lack | undefined> {
  const acceptance = sellersAcceptance(quote);
  if (acceptance === undefined) return undefined;
  const { productId, quotingOrganizationId: issuerId } = quote;
  const authority = await licensedAuthority(sources, { organizationId, productId, issuerId, now });
  if (authority === undefined) return undefined;
  const { event: type, act } = acceptance;
  return lackOf(authority, act, now.today) ?? lackOfRates(sources.catalog, quote, { type, now });
}
