import { heldFrom, withoutDay } from '../quote/held-from.js';
import { lookupCodes } from '../quote/lookup-codes.js';
import { stopCodes } from '../quote/stop-codes.js';
import { ratingWith } from '../rating/run/rated-by-plan.js';
import { type QuotedRating, type QuoteMessage, referralCodes, requestCodes } from '../rating/run/result.js';

/** The rating of a later stretch of the term that a change alters. */
export interface LaterRating {
  /** Its first day. */
  from: string;
  rating: QuotedRating;
}

/**
 * The rating of a change's first day with what its underwriting says of later stretches: the change needs an approval or an
 * acceptance if one of them does. A message that holds in several stretches is said once, with the first day.
 */
export function underwrittenThroughout(rating: QuotedRating, later: readonly LaterRating[]): QuotedRating {
  const all = [rating, ...later.map((each) => each.rating)];
  // The same rule is said once, whatever the values that break its limit.
  const keyOf = ({ compared: _, ...message }: QuoteMessage) => JSON.stringify(Object.entries(message).sort());
  const known = new Set(rating.messages.map(keyOf));
  const messages = later.flatMap(({ from, rating: { messages: own } }) => {
    const news = own.filter((message) => !known.has(keyOf(message)));
    for (const message of news) known.add(keyOf(message));
    return heldFrom(from, news);
  });
  const told: Partial<QuotedRating> = {
    messages: [...rating.messages, ...messages],
    tasks: all.flatMap(({ tasks = [] }) => tasks),
    requiresUnderwriterApproval: all.some((each) => each.requiresUnderwriterApproval),
    requiresPolicyholderAcceptance: all.some((each) => each.requiresPolicyholderAcceptance),
  };
  return ratingWith<QuotedRating>(rating, told);
}

const codesOfOthers: ReadonlySet<string> = new Set([
  referralCodes.aboveAuthority,
  ...Object.values(requestCodes),
  ...Object.values(stopCodes),
  ...Object.values(lookupCodes),
]);

/** The messages of a stored quote that are of its own rating: not of later stretches, another version's rules, the seller's limits, the request, a hold or a lookup. */
export function messagesOfRating(
  outcome: 'QUOTED' | 'DECLINED',
  messages: readonly QuoteMessage[],
): QuoteMessage[] {
  // What a hold or another version's rule declined has no price of its rating: its message tells.
  const isKept = ({ code, version }: QuoteMessage) =>
    version === undefined
      ? !codesOfOthers.has(code) || (outcome === 'DECLINED' && code === stopCodes.DECLINE)
      : outcome === 'DECLINED';
  const own = messages.filter(isKept);
  if (outcome === 'DECLINED') return own.map(withoutDay);
  return own.filter(({ from }) => from === undefined);
}
