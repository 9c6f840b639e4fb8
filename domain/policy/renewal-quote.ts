import { z } from 'zod';
import { startOf } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import { calendarDate, instant, uuid } from '../ground/primitives.js';
import type { newQuote } from '../quote/new-quote.js';

type Renewable = Pick<ReturnType<typeof newQuote>, 'type' | 'expiresAt' | 'quoteDetails' | 'metadata'>;

/** The `policyRenewal` in the `metadata` of a renewal quote. */
const policyRenewalOfQuote = z.object({
  policyId: uuid,
  /** The number of the quoted term. */
  termNumber: z.number().int(),
  expiringOn: calendarDate,
  /** The expiration by the quote's plan; this quote is valid until it renews the policy. */
  ratedUntil: instant,
});

export type PolicyRenewalOfQuote = z.output<typeof policyRenewalOfQuote>;

/** A rating as the quote for a policy's next term. It is valid until that term begins. */
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

/** The renewal of a stored quote; undefined if it is not a renewal quote. */
export function renewalOfQuote({ metadata }: { metadata: JsonObject }): PolicyRenewalOfQuote | undefined {
  return policyRenewalOfQuote.safeParse(metadata.policyRenewal).data;
}
