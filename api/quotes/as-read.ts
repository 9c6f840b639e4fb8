import {
  type QuoteToAccept as AcceptedByOrganization,
  lackToAccept,
} from '../../db/authority/lack-to-accept.js';
import type { AuthoritySources } from '../../db/authority/licensed-authority.js';
import type { OnClock } from '../../db/clock.js';
import type { StoredListedQuote } from '../../db/quotes/list-quotes.js';
import { quoteObject } from '../../db/quotes/quote-object.js';
import type { ReadQuote } from '../../db/quotes/read-quotes.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { bindingSideOf } from '../../domain/policy/binding-rules.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { type QuoteToAccept, whyNotAccept } from '../../domain/policy/why-not-accept.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import type { Stop } from '../../domain/quote/stopped-quote.js';
import type { QuoteMessage } from '../../domain/rating/run/result.js';

export interface QuoteReader {
  organizationId: string;
  /** The business time of a quote. */
  timeOf: (quote: OnClock) => BusinessTime;
  /** What holds stop, by the quotes' ids. */
  held: ReadonlyMap<string, Stop>;
}

/** What can be told of a quote at the time and to the reader of it, beside what it keeps. */
type Judged = QuoteToAccept & AcceptedByOrganization & OnClock;

/** The obstacles that a quote's own fields do not show. */
const toldByMessage: ReadonlySet<string> = new Set([
  'EFFECTIVE_DATE_NOT_BINDABLE',
  'HOLD',
  'NOT_IN_AUTHORITY',
  'QUOTE_EXPIRED',
]);

/**
 * A quote as an organization reads it: `bindable` if the organization may accept it now, by the rules that the events
 * apply, too. A message says why not, where nothing else of the quote does.
 */
export async function quoteReadBy(
  sources: AuthoritySources,
  reader: QuoteReader,
  quote: ReadQuote,
): Promise<QuoteObject> {
  const object = quoteObject(quote);
  return { ...object, ...(await acceptanceBy(sources, reader, quote, object.messages)) };
}

/** `bindable` of a quote for a reader, and its messages with the reason. */
export async function acceptanceBy<Message extends QuoteMessage>(
  sources: AuthoritySources,
  reader: QuoteReader,
  quote: Judged,
  messages: readonly Message[],
): Promise<{ bindable: boolean; messages: (Message | QuoteMessage)[] }> {
  const obstacle = await obstacleFor(sources, reader, quote);
  if (obstacle === undefined) return { bindable: true, messages: [...messages] };
  const { code, reason: message, holdId } = obstacle;
  // What froze the quote when it was made has told so.
  const isTold = !toldByMessage.has(code) || messages.some((known) => known.holdId === (holdId ?? ''));
  const told: QuoteMessage = { severity: 'WARNING', code, message, ...(holdId && { holdId }) };
  return { bindable: false, messages: isTold ? [...messages] : [...messages, told] };
}

/** Quotes as an organization lists them: `bindable` as {@link quoteReadBy} has it. */
export function asListedBy(
  sources: AuthoritySources,
  reader: QuoteReader,
  quotes: readonly StoredListedQuote[],
): Promise<StoredListedQuote[]> {
  return Promise.all(
    quotes.map(async (quote) => {
      quote.bindable = (await obstacleFor(sources, reader, quote)) === undefined;
      return quote;
    }),
  );
}

/** Why the reader cannot accept a quote: a rule for everybody, or its authority. */
async function obstacleFor(
  sources: AuthoritySources,
  reader: QuoteReader,
  quote: Judged,
): Promise<{ code: string; reason: string; holdId?: string } | undefined> {
  if (!quote.bindable) return { code: 'QUOTE_NOT_BINDABLE', reason: 'the quote is not bindable' };
  const { organizationId } = reader;
  const now = reader.timeOf(quote);
  const issuer = { organizationId: quote.quotingOrganizationId };
  const version = await sources.catalog.version(quote.productVersionId);
  const obstacle = whyNotAccept(quote, {
    rules: policySettingsOf(version?.definition ?? {}).binding,
    side: bindingSideOf({ organizationId, byService: false }, issuer),
    now,
  });
  if (obstacle !== undefined) return obstacle;
  const lack = await lackToAccept(sources, quote, { organizationId, now });
  if (lack !== undefined) return { code: 'NOT_IN_AUTHORITY', reason: lack.reason };
  const stop = reader.held.get(quote.requestId);
  return stop && { code: 'HOLD', reason: stop.message, holdId: stop.holdId };
}
