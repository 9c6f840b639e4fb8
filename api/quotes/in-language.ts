import type { ProductCatalog } from '../../db/products/catalog.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { messagesIn, type QuoteWording, quoteDetailsIn } from '../../domain/quote/quote-wording.js';
import type { AnswerLanguages } from '../http/answer-languages.js';
import type { ListedQuote } from './list-schemas.js';

type Catalog = Pick<ProductCatalog, 'version'>;

/** Quotes with the texts of their products in the language of an answer. What is stored of them stays. */
export async function quotesIn(
  languages: AnswerLanguages,
  catalog: Catalog,
  quotes: readonly QuoteObject[],
): Promise<QuoteObject[]> {
  const wordingOf = await wordings(languages, catalog, quotes);
  return quotes.map((quote) => quoteIn(wordingOf(quote), quote));
}

/** The same for quotes as they are listed. */
export async function listedQuotesIn(
  languages: AnswerLanguages,
  catalog: Catalog,
  quotes: readonly ListedQuote[],
): Promise<ListedQuote[]> {
  const wordingOf = await wordings(languages, catalog, quotes);
  return quotes.map((quote) => {
    const wording = wordingOf(quote);
    if (wording === null) return quote;
    const { lineName, referralReasons } = quote;
    return {
      ...quote,
      lineName: wording.text(lineName),
      referralReasons: referralReasons.map((reason) => wording.text(reason)),
    };
  });
}

/** The versions of many quotes are few. */
async function wordings(
  languages: AnswerLanguages,
  catalog: Catalog,
  quotes: readonly { productVersionId: string }[],
): Promise<(quote: { productVersionId: string }) => QuoteWording | null> {
  const ids = languages.areAsked ? [...new Set(quotes.map(({ productVersionId }) => productVersionId))] : [];
  const known = new Map<string, QuoteWording | null>();
  for (const id of ids) {
    const version = await catalog.version(id);
    known.set(id, version && languages.of(version.definition));
  }
  return ({ productVersionId }) => known.get(productVersionId) ?? null;
}

type Worded = Pick<QuoteObject, 'lineName' | 'messages' | 'quoteDetails'>;

function quoteIn(wording: QuoteWording | null, quote: QuoteObject): QuoteObject {
  if (wording === null) return quote;
  const { packageQuotes } = quote;
  const worded = <Quote extends Worded>(one: Quote): Quote => ({
    ...one,
    lineName: wording.text(one.lineName),
    messages: messagesIn(wording, one.messages),
    ...(one.quoteDetails && { quoteDetails: quoteDetailsIn(wording, one.quoteDetails) }),
  });
  return { ...worded(quote), ...(packageQuotes && { packageQuotes: packageQuotes.map(worded) }) };
}
