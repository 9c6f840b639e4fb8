import { z } from 'zod';
import { startOf } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import { calendarDate, instant, uuid } from '../ground/primitives.js';
import type { newQuote } from '../quote/new-quote.js';

type Renewable = Pick<ReturnType<typeof newQuote>, 'type' | 'expiresAt' | 'quoteDetails' | 'metadata'>;

/** What a quote that renews a policy keeps in its `metadata` as `policyRenewal`. */
const policyRenewalOfQuote = z.object({
  policyId: uuid,
  /** The term that it is the quote of. */
  termNumber: z.number().int(),
  expiringOn: calendarDate,
  /** Until when its plan lets a quote stand; this one stands until it renews. */
  ratedUntil: instant,
});

export type PolicyRenewalOfQuote = z.output<typeof policyRenewalOfQuote>;

/** A rating as the quote of a policy's next term: it stands until that term has begun. */
export function renewalQuote<Quote extends Renewable>(
  quote: Quote,
  renewal: Omit<PolicyRenewalOfQuote, 'ratedUntil'>,
): Quote {
  if (quote.expiresAt === null || quote.quoteDetails === null) return quote;
  const ratedUntil = quote.expiresAt;
  const expiresAt = new Date(Math.max(ratedUntil.getTime(), startOf(renewal.expiringOn).getTime()));
  const policyRenewal: PolicyRenewalOfQuote = { ...renewal, ratedUntil: ratedUntil.toISOString() };
  return {
    ...quote,
    type: 'RENEWAL',
    expiresAt,
    quoteDetails: { ...quote.quoteDetails, expirationDate: expiresAt.toISOString() },
    metadata: { ...quote.metadata, policyRenewal },
  };
}

/** What a stored quote renews; undefined for one that renews nothing. */
export function renewalOfQuote({ metadata }: { metadata: JsonObject }): PolicyRenewalOfQuote | undefined {
  return policyRenewalOfQuote.safeParse(metadata.policyRenewal).data;
}
