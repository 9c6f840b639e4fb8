import type { JsonObject } from '../ground/json.js';
import {
  messageOfStop,
  type StoppableQuote,
  stoppedComponents,
  stoppedQuote,
} from '../quote/stopped-quote.js';
import { asMetadata } from './looked-up.js';
import type { LookedUp } from './with-lookups.js';

/** What lookups say of a quote, without its answers. */
export type LookupFindings = Pick<LookedUp, 'values' | 'messages' | 'stops'>;

/**
 * A quote with its looked-up answers in `metadata.lookups` and what they say, declined or referred where a source that
 * is missing does that.
 */
export function judgedByLookups<Quote extends StoppableQuote>(
  quote: Quote,
  { values, messages, stops }: LookupFindings,
): Quote {
  if (values.length + messages.length + stops.length === 0) return quote;
  const metadata: JsonObject = { ...quote.metadata, lookups: asMetadata(values) };
  const said = { ...quote, metadata, messages: [...quote.messages, ...messages] };
  if (quote.outcome === 'DECLINED')
    return { ...said, messages: [...stops.map(messageOfStop), ...said.messages] };
  return stoppedQuote(said, stops);
}

/** The quotes of a rating, the first of which is the package's, judged by the lookups of its answers. */
export function recordsJudged<Record extends { quote: StoppableQuote }>(
  [first, ...components]: readonly Record[],
  findings: LookupFindings,
): Record[] {
  if (first === undefined) return [];
  const judged = { ...first, quote: judgedByLookups(first.quote, findings) };
  return [judged, ...stoppedComponents(components, findings.stops)];
}
