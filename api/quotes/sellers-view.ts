import { lackToAccept, type QuoteToAccept } from '../../db/authority/lack-to-accept.js';
import type { AuthoritySources } from '../../db/authority/licensed-authority.js';
import type { StoredListedQuote } from '../../db/quotes/list-quotes.js';
import type { StoredQuote } from '../../db/quotes/read-quotes.js';
import type { QuoteDetails } from '../../domain/quote/quote.js';

/** The message of a quote that its reader has no authority to accept. */
const notInAuthority = 'NOT_IN_AUTHORITY';

export interface QuoteReader {
  organizationId: string;
  now: Date;
}

/** Quotes as an organization reads them: one that it has no authority to accept is not `bindable`, and says why. */
export function asReadBy(
  sources: AuthoritySources,
  reader: QuoteReader,
  quotes: readonly StoredQuote[],
): Promise<StoredQuote[]> {
  return Promise.all(
    quotes.map(async (quote) => {
      if (!isInsurers(quote, reader)) return quote;
      const lack = await lackToAccept(sources, toAccept(quote), reader);
      if (lack === undefined) return quote;
      const reason = { severity: 'WARNING', code: notInAuthority, message: lack.reason };
      return {
        ...quote,
        bindable: false,
        messages: JSON.stringify([...JSON.parse(quote.messages), reason]),
      };
    }),
  );
}

/** Quotes as an organization lists them: `bindable` as {@link asReadBy} has it. */
export function asListedBy(
  sources: AuthoritySources,
  reader: QuoteReader,
  quotes: readonly StoredListedQuote[],
): Promise<StoredListedQuote[]> {
  return Promise.all(
    quotes.map(async (quote) => {
      if (isInsurers(quote, reader) && (await lackToAccept(sources, quote, reader))) quote.bindable = false;
      return quote;
    }),
  );
}

/** What the insurer itself quotes is its own decision. */
const isInsurers = (quote: { bindable: boolean; quotingOrganizationId: string }, reader: QuoteReader) =>
  quote.bindable && quote.quotingOrganizationId !== reader.organizationId;

function toAccept(quote: StoredQuote): QuoteToAccept {
  const quoteDetails = quote.quoteDetails === null ? null : (JSON.parse(quote.quoteDetails) as QuoteDetails);
  return {
    ...quote,
    productId: quote.lineId,
    premium: quoteDetails === null ? null : String(quoteDetails.premium.amount),
    quoteDetails,
    asRatingConfiguredAt: quote.asRatingConfiguredAtTimestamp,
  };
}
