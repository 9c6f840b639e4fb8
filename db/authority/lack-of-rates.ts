import type { Lack } from '../../domain/authority/lack.js';
import type { EventType } from '../../domain/events/catalog.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { changeTypes } from '../../domain/quote/bindable.js';
import type { QuoteType } from '../../domain/quote/quote.js';
import type { ProductCatalog } from '../products/catalog.js';

/** A quote, with the version and the time that it was rated by. */
export interface RatedQuote {
  requestId: string;
  type: QuoteType;
  productId: string;
  productVersionId: string;
  quotingOrganizationId: string;
  effectiveDate: string;
  asRatingConfiguredAt: Date;
  quoteTimestamp: Date;
  /** Who asked for it, and when; earlier than `quoteTimestamp` where a carrier takes its time. */
  askedBy: string;
  askedAt: Date;
}

/** The events by which a seller accepts quotes, and their field. */
const acceptedIn: Partial<Record<EventType, string>> = {
  POLICY_CREATE: 'quoteIds',
  POLICY_ENDORSE: 'quoteId',
  RENEWAL_QUOTE_SELECTED: 'quoteId',
};

const dayMs = 86_400_000;

/** Whether a time is another one's, give or take a day: a caller's selector may be a date. */
export function isAbout(time: Date, other: Date): boolean {
  return Math.abs(time.getTime() - other.getTime()) <= dayMs;
}

/**
 * What a seller lacks to accept a quote that it asked for with `productVersionId` or `asConfiguredAtTimestamp`. A quote
 * binds the insurer if the version that rated it is deployed for its effective date, now or when the quote was made, and
 * if it was rated as of then: a plan can depend on that day. What the insurer itself quotes is its own decision.
 */
export async function lackOfRates(
  catalog: Pick<ProductCatalog, 'versionFor'>,
  quote: RatedQuote,
  { type, now }: { type: EventType; now: BusinessTime },
): Promise<Lack | undefined> {
  const field = acceptedIn[type];
  if (field === undefined || quote.askedBy === quote.quotingOrganizationId) return undefined;
  const { requestId, productId, productVersionId, effectiveDate, asRatingConfiguredAt } = quote;
  const made = [quote.askedAt, quote.quoteTimestamp];
  const lack = (reason: string): Lack => ({
    authority: 'INSURER',
    reason: `${reason}: only the insurer may accept it; quote again without productVersionId and asConfiguredAtTimestamp`,
    field,
  });
  if (!made.some((at) => isAbout(asRatingConfiguredAt, at))) {
    const asOf = asRatingConfiguredAt.toISOString();
    return lack(`quote ${requestId} was rated as of ${asOf}, not as of when it was made`);
  }
  // They are rated by the version that the policy's term was sold on.
  if (changeTypes.has(quote.type)) return undefined;
  for (const asConfiguredAt of [now.systemTime, ...made]) {
    if ((await catalog.versionFor(productId, { effectiveDate, asConfiguredAt })) === productVersionId)
      return undefined;
  }
  return lack(
    `quote ${requestId} was rated by a version of the product that was not deployed for ${effectiveDate} when it was made`,
  );
}
