import type { QuoteDetails } from '../quote/quote.js';
import { ofProduct, outside } from './outside.js';
import { coverageLines, messageLines, priceInWords } from './price.js';
import type { Told } from './told.js';
import { codeWords, day } from './words.js';

/** A quote, as far as it is told. */
export interface QuoteToTell {
  requestId: string;
  type: string;
  lineName: string;
  clientId?: string | undefined;
  effectiveDate: string;
  quotingOrganization: string;
  bindable: boolean;
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  quoteDetails?: QuoteDetails | undefined;
  messages: readonly { severity: string; message: string; qid?: string | undefined }[];
}

/** A quote in a few sentences: its price, what is in its way, its coverages. */
export function quoteInWords(quote: QuoteToTell): Told {
  const { requestId, type, lineName, clientId, effectiveDate, quotingOrganization, quoteDetails, messages } =
    quote;
  const price = quoteDetails === undefined ? 'no price' : priceInWords(quoteDetails);
  const until =
    quoteDetails?.expirationDate === undefined
      ? ''
      : ` It is valid until ${day(quoteDetails.expirationDate)}.`;
  return {
    text: [
      `**${ofProduct(lineName)}** (${codeWords(type)}) by ${outside(quotingOrganization)} from ${day(effectiveDate)}: ${price}. ${waitsFor(quote)}${until}`,
      ...messageLines(messages),
      ...(quoteDetails === undefined ? [] : coverageLines(quoteDetails)),
      '',
      `Ids: quote ${requestId}${clientId === undefined ? '' : `, client ${clientId}`}.`,
    ].join('\n'),
    links: [{ uri: `ioi://worksheet/${requestId}`, name: 'How it was rated' }],
  };
}

function waitsFor({
  bindable,
  requiresUnderwriterApproval,
  requiresPolicyholderAcceptance,
}: QuoteToTell): string {
  if (requiresUnderwriterApproval) return 'An underwriter has to approve it.';
  if (requiresPolicyholderAcceptance) return 'The policyholder has to accept it.';
  return bindable ? 'It can be bound.' : 'It cannot be bound as it is.';
}
