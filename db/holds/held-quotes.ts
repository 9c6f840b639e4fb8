import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { stopsOf } from '../../domain/holds/stops-of.js';
import { stopCodes } from '../../domain/quote/stop-codes.js';
import type { Stop } from '../../domain/quote/stopped-quote.js';
import type { OnClock } from '../clock.js';
import type { Hold } from '../models/hold.js';
import { Quote } from '../models/quote.js';
import { holdsInForce, overriddenHolds } from './holds-in-force.js';
import { type HoldSources, placeSettingToday, placesBy } from './judge-holds.js';
import { bindingOf, notApproved, targetOf } from './stops-of-quote.js';

type QuoteToRead = OnClock & Pick<Quote, 'requestId' | 'productId' | 'bindable' | 'mayBeHeld'>;

/**
 * The holds because of which quotes cannot be bound or used now, by the quotes' ids, for those who read them. The quote of a
 * change or a renewal is judged again when it is used; here it counts whether a hold that froze it is in force.
 */
export async function heldQuotes(
  db: Knex,
  sources: HoldSources,
  quotes: readonly QuoteToRead[],
  timeOf: (quote: OnClock) => BusinessTime,
): Promise<Map<string, Stop>> {
  const inForce = new Map<string, Promise<Hold[]>>();
  const open: OpenQuote[] = [];
  for (const quote of quotes.filter(({ bindable, mayBeHeld }) => bindable && mayBeHeld)) {
    const { productId } = quote;
    const { today } = timeOf(quote);
    const key = `${productId} ${today}`;
    const known = inForce.get(key) ?? holdsInForce(db, { productId, today });
    inForce.set(key, known);
    const holds = await known;
    if (holds.length > 0) open.push({ requestId: quote.requestId, holds });
  }
  const held = new Map<string, Stop>();
  for (let from = 0; from < open.length; from += readAtOnce) {
    const part = await heldOf(db, sources, open.slice(from, from + readAtOnce), timeOf);
    for (const [quoteId, stop] of part) held.set(quoteId, stop);
  }
  return held;
}

/** A quote, and the holds of its product that are in force. */
interface OpenQuote {
  requestId: string;
  holds: readonly Hold[];
}

/** Answers and details of quotes are large. */
const readAtOnce = 50;

async function heldOf(
  db: Knex,
  sources: HoldSources,
  open: readonly OpenQuote[],
  timeOf: (quote: OnClock) => BusinessTime,
): Promise<[quoteId: string, Stop][]> {
  const quotes = await Quote.query(db)
    .findByIds(open.map(({ requestId }) => requestId))
    .select('request_id', 'type', 'client_id', 'product_id', 'product_version_id', 'clock_id', 'intake')
    .select('quote_details', 'messages', 'metadata', 'underwriter_response');
  const holdsOf = new Map(open.map(({ requestId, holds }) => [requestId, holds]));
  const stopped: { quote: Quote; stops: Stop[] }[] = [];
  for (const quote of quotes) {
    const holds = holdsOf.get(quote.requestId) ?? [];
    const setting = await placeSettingToday(sources, { ...quote, now: timeOf(quote) });
    const isNew = quote.type === 'QUOTE' || quote.type === 'PRE_ISSUE';
    const stops = isNew
      ? notApproved(quote, stopsOf(holds, bindingOf(quote, placesBy(setting))))
      : freezing(quote, holds);
    if (stops.length > 0) stopped.push({ quote, stops });
  }
  const ids = new Set(stopped.flatMap(({ stops }) => stops.map(({ holdId }) => holdId)));
  const targets = stopped.map(({ quote }) => targetOf(quote));
  const overridden = await overriddenHolds(db, [...ids], targets);
  return stopped.flatMap(({ quote, stops }, index) => {
    const stop = stops.find(({ holdId }) => !overridden[index]?.has(holdId));
    return stop === undefined ? [] : [[quote.requestId, stop] as [string, Stop]];
  });
}

function freezing({ messages }: Quote, holds: readonly Hold[]): Stop[] {
  return messages.flatMap(({ code, message, holdId }): Stop[] =>
    code === stopCodes.FREEZE && holdId !== undefined && holds.some(({ id }) => id === holdId)
      ? [{ action: 'FREEZE', message, holdId }]
      : [],
  );
}
