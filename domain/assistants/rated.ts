import type { QuoteDetails } from '../quote/quote.js';
import { ofProduct } from './outside.js';
import { coverageLines, messageLines, priceInWords } from './price.js';
import type { Told } from './told.js';
import { codeWords, counted } from './words.js';

/** A rating of which nothing was saved. */
export interface Rated {
  actionName: string;
  quotingOrganization: string;
  term?: string | undefined;
  termMonths: number;
  bindable: boolean;
  requiresUnderwriterApproval: boolean;
  quoteDetails?: QuoteDetails | undefined;
  messages: readonly { severity: string; message: string; qid?: string | undefined }[];
}

/** Ratings of answers in words: the price, what it is for, and what is in the way of a policy. */
export function ratedInWords({
  ratings,
  carriers,
  terms,
}: {
  ratings: readonly Rated[];
  carriers: number;
  terms: readonly string[];
}): Told {
  const parts = ratings.map(ratingInWords);
  if (parts.length === 0) parts.push('No rating plan of this product applies to these answers.');
  if (carriers > 0)
    parts.push(
      `${counted(carriers, 'carrier')} would be asked by \`quote\` as well: their prices are not known yet.`,
    );
  if (terms.length > 1) parts.push(`Terms: ${terms.map(codeWords).join(', ')}.`);
  return { text: parts.join('\n\n') };
}

function ratingInWords(rating: Rated): string {
  const { actionName, quotingOrganization, term, termMonths, quoteDetails, messages } = rating;
  const head = `**${ofProduct(actionName)}** by ${ofProduct(quotingOrganization)}, ${term === undefined ? counted(termMonths, 'month') : codeWords(term)}`;
  if (quoteDetails === undefined) return [`${head}: no price.`, ...messageLines(messages)].join('\n');
  return [
    `${head}: ${priceInWords(quoteDetails)}. ${stateOf(rating)}`,
    ...coverageLines(quoteDetails),
    ...messageLines(messages),
  ].join('\n');
}

function stateOf({ bindable, requiresUnderwriterApproval }: Rated): string {
  if (requiresUnderwriterApproval) return 'An underwriter has to approve it.';
  return bindable ? 'It can be bound.' : 'It cannot be bound as it is.';
}
