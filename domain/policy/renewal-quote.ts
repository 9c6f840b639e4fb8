import { z } from 'zod';
import { startOf } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import { calendarDate, decimalString, instant, uuid } from '../ground/primitives.js';
import { answerEdits } from '../intake/answer-edits.js';
import type { newQuote } from '../quote/new-quote.js';

type Renewable = Pick<ReturnType<typeof newQuote>, 'type' | 'expiresAt' | 'quoteDetails' | 'metadata'>;

/** The `policyRenewal` in the `metadata` of a renewal quote. */
const policyRenewalOfQuote = z.object({
  policyId: uuid,
  /** The number of the quoted term. */
  termNumber: z.number().int(),
  expiringOn: calendarDate,
  /** The last change of the policy that the quote includes. */
  basedOn: z.number().int(),
  /** The wishes: what the next term has otherwise than the last day of the expiring one. */
  edits: answerEdits,
  /** The quote that was held before a change of the policy, and the premium at which the renewal was accepted. */
  replaces: z.object({ quoteId: uuid, acceptedPremium: decimalString }).optional(),
  /** The expiration by the quote's plan; this quote is valid until it renews the policy. */
  ratedUntil: instant,
});

export type PolicyRenewalOfQuote = z.output<typeof policyRenewalOfQuote>;

/** The renewal that a quote is made for. */
export type RenewalToQuote = Omit<PolicyRenewalOfQuote, 'ratedUntil'>;

/**
 * A rating as the quote for a policy's next term. It is valid until that term begins; one that a carrier limited to a day
 * (`validAsRated`) until that day.
 */
export function renewalQuote<Quote extends Renewable>(
  quote: Quote,
  renewal: RenewalToQuote,
  { validAsRated = false } = {},
): Quote {
  if (quote.expiresAt === null || quote.quoteDetails === null) return quote;
  const ratedUntil = quote.expiresAt;
  const expiresAt = validAsRated
    ? ratedUntil
    : new Date(Math.max(ratedUntil.getTime(), startOf(renewal.expiringOn).getTime()));
  const policyRenewal: PolicyRenewalOfQuote = { ...renewal, ratedUntil: ratedUntil.toISOString() };
  return {
    ...quote,
    type: 'RENEWAL',
    expiresAt,
    quoteDetails: { ...quote.quoteDetails, expirationDate: expiresAt.toISOString() },
    metadata: { ...quote.metadata, policyRenewal },
  };
}

/** Why a renewal quote cannot be selected, or renew its policy, after a change of the expiring term. */
export const whyNotOutdated =
  'the policy has changed since the renewal was quoted: quote it again, with this quote as renewalId to keep its wishes';

/** The renewal of a stored quote; undefined if it is not a renewal quote. */
export function renewalOfQuote({ metadata }: { metadata: JsonObject }): PolicyRenewalOfQuote | undefined {
  return policyRenewalOfQuote.safeParse(metadata.policyRenewal).data;
}

/** A renewal quote that is made in the place of a held one, with the premium at which the renewal was accepted. */
export function replacing<Quote extends Pick<Renewable, 'metadata'>>(
  quote: Quote,
  replaced: { requestId: string; premium: string | null; metadata: JsonObject },
): Quote {
  const policyRenewal = renewalOfQuote(quote);
  if (policyRenewal === undefined) return quote;
  const replaces = { quoteId: replaced.requestId, acceptedPremium: acceptedPremiumOf(replaced) };
  return { ...quote, metadata: { ...quote.metadata, policyRenewal: { ...policyRenewal, replaces } } };
}

/** The premium at which a held renewal was accepted: changes of the policy may have moved that of its quote since. */
export function acceptedPremiumOf(held: { premium: string | null; metadata: JsonObject }): string {
  return renewalOfQuote(held)?.replaces?.acceptedPremium ?? held.premium ?? '0';
}
