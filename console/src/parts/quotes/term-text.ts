import { t, word } from '../../texts/texts.js';

/** A term in words, by the name of the interface or, where it has none, by the number of its months: `36_MONTHS`. */
export function termText(term: string): string {
  const months = /^(\d+)_MONTHS$/.exec(term)?.[1];
  return months === undefined ? word('term', term) : t('quotes.months', { n: Number(months) });
}

/** The same of a quote, which has no name for most terms. */
export const termOfQuote = ({ term, termMonths }: { term?: string; termMonths: number }): string =>
  termText(term ?? `${termMonths}_MONTHS`);
