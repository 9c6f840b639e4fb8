import type { StoredQuote, StoredQuoteJson } from '../../db/quotes/read-quotes.js';
import type { QuoteObject } from '../../domain/quote/quote.js';

/** A stored quote as the JSON text of a Quote object (spec 2.5), without fields that do not apply. */
export function quoteText({
  outcome: _outcome,
  packageRequestId: _packageRequestId,
  askedBy: _askedBy,
  askedAt: _askedAt,
  packageQuotes,
  clientId,
  underwriterResponse,
  policyholderResponse,
  quoteDetails,
  messages,
  metadata,
  inputMappingData,
  quoteIntake,
  ...plain
}: StoredQuote): string {
  const json: StoredQuoteJson = {
    ...{ underwriterResponse, policyholderResponse, quoteDetails, messages, metadata },
    ...{ inputMappingData, quoteIntake },
  };
  let text = JSON.stringify(clientId === null ? plain : { ...plain, clientId }).slice(0, -1);
  for (const [name, value] of Object.entries(json)) {
    if (value !== null) text += `,"${name}":${value}`;
  }
  if (packageQuotes) text += `,"packageQuotes":[${packageQuotes.map(quoteText).join()}]`;
  return `${text}}`;
}

export function quoteObject(quote: StoredQuote): QuoteObject {
  return JSON.parse(quoteText(quote)) as QuoteObject;
}
