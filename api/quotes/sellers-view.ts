import { lackToAccept, type QuoteToAccept } from '../../db/authority/lack-to-accept.js';
import type { AuthoritySources } from '../../db/authority/licensed-authority.js';
import type { StoredListedQuote } from '../../db/quotes/list-quotes.js';
import type { AskedQuote, StoredQuote } from '../../db/quotes/read-quotes.js';
import type { QuoteObject } from '../../domain/quote/quote.js';

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
      if (!isOfAnotherInsurer(quote, reader)) return quote;
      const object = JSON.parse(quote.text) as QuoteObject;
      const lack = await lackToAccept(sources, toAccept(quote, object), reader);
      if (lack === undefined) return quote;
      const reason = { severity: 'WARNING', code: notInAuthority, message: lack.reason };
      const messages = [...object.messages, reason];
      return { ...quote, bindable: false, text: JSON.stringify({ ...object, bindable: false, messages }) };
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
      if (isOfAnotherInsurer(quote, reader) && (await lackToAccept(sources, quote, reader)))
        quote.bindable = false;
      return quote;
    }),
  );
}

/** Another insurer's quote, which can be accepted only with authority. */
function isOfAnotherInsurer<Read extends Pick<StoredQuote, 'bindable' | 'quotingOrganizationId'>>(
  quote: Read,
  reader: QuoteReader,
): quote is Read & AskedQuote {
  return quote.bindable && quote.quotingOrganizationId !== reader.organizationId;
}

function toAccept({ askedBy, askedAt }: AskedQuote & StoredQuote, object: QuoteObject): QuoteToAccept {
  const { quoteDetails = null } = object;
  return {
    ...object,
    ...{ askedBy, askedAt, quoteDetails },
    productId: object.lineId,
    premium: quoteDetails === null ? null : String(quoteDetails.premium.amount),
    asRatingConfiguredAt: new Date(object.asRatingConfiguredAtTimestamp),
    quoteTimestamp: new Date(object.quoteTimestamp),
  };
}
