import { ofProduct } from './outside.js';
import type { Told } from './told.js';
import { day, money } from './words.js';

/** What will happen to a policy, as far as it is told. */
export interface UpcomingToTell {
  policyId: string;
  today: string;
  until: string;
  content: readonly {
    on: string;
    description: string;
    unless: readonly string[];
    quoteId: string | null;
    holds: readonly object[];
  }[];
}

const conditions: Readonly<Record<string, string>> = {
  PAID: 'it is paid in time',
  UNPAID: 'something is left unpaid',
  ACCEPTED: 'a renewal quote is selected before',
  DECIDED: 'somebody decides otherwise before',
};

const mostEntries = 20;

/** What the service does with a policy by itself, day by day. */
export function upcomingInWords({ policyId, today, until, content }: UpcomingToTell): Told {
  if (content.length === 0) return { text: `Nothing is planned for this policy until ${day(until)}.` };
  const shown = content.slice(0, mostEntries);
  const lines = shown.map(({ on, description, unless, quoteId, holds }) => {
    const unlessWords = unless.map((one) => conditions[one] ?? one).join(', or ');
    return [
      `- ${day(on)}: ${ofProduct(inWords(description))}`,
      ...(unlessWords === '' ? [] : [`unless ${unlessWords}`]),
      ...(quoteId === null ? [] : [`quote ${quoteId}`]),
      ...(holds.length === 0 ? [] : ['**a hold would stop it**']),
    ].join(', ');
  });
  const more = content.length - shown.length;
  return {
    text: [
      `As known on ${day(today)}, until ${day(until)}:`,
      ...lines,
      ...(more > 0 ? [`- and ${more} more`] : []),
    ].join('\n'),
    links: [{ uri: `ioi://policy/${policyId}`, name: 'The policy' }],
  };
}

/** The service's own sentence, with dates and amounts as people write them. */
const inWords = (text: string): string =>
  text
    .replace(/\b\d{4}-\d\d-\d\d\b/g, (date) => day(date))
    .replace(/(?<![\d.,])\d+\.\d\d(?![\d.])/g, (amount) => money(amount));
