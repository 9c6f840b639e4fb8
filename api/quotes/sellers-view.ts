import { lackToAccept } from '../../db/authority/lack-to-accept.js';
import type { AuthoritySources } from '../../db/authority/licensed-authority.js';
import type { StoredListedQuote } from '../../db/quotes/list-quotes.js';
import { quoteObject } from '../../db/quotes/quote-object.js';
import type { ReadQuote } from '../../db/quotes/read-quotes.js';
import type { QuoteObject } from '../../domain/quote/quote.js';

/** The message of a quote that its reader has no authority to accept. */
const notInAuthority = 'NOT_IN_AUTHORITY';

export interface QuoteReader {
  organizationId: string;
  now: Date;
}

/** A quote as an organization reads it: one that it has no authority to accept is not `bindable`, and says why. */
export async function quoteReadBy(
  sources: AuthoritySources,
  reader: QuoteReader,
  quote: ReadQuote,
): Promise<QuoteObject> {
  const object = quoteObject(quote);
  const lack = isOfAnotherInsurer(quote, reader) ? await lackToAccept(sources, quote, reader) : undefined;
  if (lack === undefined) return object;
  const reason = { severity: 'WARNING' as const, code: notInAuthority, message: lack.reason };
  return { ...object, bindable: false, messages: [...object.messages, reason] };
}

/** Quotes as an organization lists them: `bindable` as {@link quoteReadBy} has it. */
export function asListedBy(
  sources: AuthoritySources,
  reader: QuoteReader,
  quotes: readonly StoredListedQuote[],
): Promise<StoredListedQuote[]> {
  return Promise.all(
    quotes.map(async (quote) => {
      if (isOfAnotherInsurer(quote, reader) && (await lackToAccept(sources, quote, reader)))
        quote.bindable = false;
      return quote;
    }),
  );
}

/** Another insurer's quote, which can be accepted only with authority. */
function isOfAnotherInsurer(
  quote: Pick<ReadQuote, 'bindable' | 'quotingOrganizationId'>,
  reader: QuoteReader,
): boolean {
  return quote.bindable && quote.quotingOrganizationId !== reader.organizationId;
}
