import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { stopsOf } from '../../domain/holds/stops-of.js';
import { stopCodes } from '../../domain/quote/stop-codes.js';
import type { Stop } from '../../domain/quote/stopped-quote.js';
import type { OnClock } from '../clock.js';
import type { Hold } from '../models/hold.js';
import { Quote } from '../models/quote.js';
import { holdsInForce } from './holds-in-force.js';
import { type HoldSources, notOverridden, placeSettingToday, placesBy } from './judge-holds.js';
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
  const held = new Map<string, Stop>();
  const open: { quote: QuoteToRead; holds: Hold[] }[] = [];
  for (const quote of quotes.filter(({ bindable, mayBeHeld }) => bindable && mayBeHeld)) {
    const { productId } = quote;
    const { today } = timeOf(quote);
    const key = `${productId} ${today}`;
    const known = inForce.get(key) ?? holdsInForce(db, { productId, today });
    inForce.set(key, known);
    const holds = await known;
    if (holds.length > 0) open.push({ quote, holds });
  }
  if (open.length === 0) return held;
  const stored = new Map(
    (
      await Quote.query(db)
        .findByIds(open.map(({ quote }) => quote.requestId))
        .select('request_id', 'type', 'client_id', 'product_id', 'product_version_id', 'clock_id', 'intake')
        .select('quote_details', 'messages', 'metadata', 'underwriter_response')
    ).map((quote) => [quote.requestId, quote]),
  );
  for (const { quote: asked, holds } of open) {
    const quote = stored.get(asked.requestId);
    if (quote === undefined) continue;
    const setting = await placeSettingToday(sources, { ...quote, now: timeOf(quote) });
    const isNew = quote.type === 'QUOTE' || quote.type === 'PRE_ISSUE';
    const stops = isNew
      ? notApproved(quote, stopsOf(holds, bindingOf(quote, placesBy(setting))))
      : freezing(quote, holds);
    const [stop] = await notOverridden(db, stops, targetOf(quote));
    if (stop !== undefined) held.set(quote.requestId, stop);
  }
  return held;
}

function freezing({ messages }: Quote, holds: readonly Hold[]): Stop[] {
  return messages.flatMap(({ code, message, holdId }): Stop[] =>
    code === stopCodes.FREEZE && holdId !== undefined && holds.some(({ id }) => id === holdId)
      ? [{ action: 'FREEZE', message, holdId }]
      : [],
  );
}
