import { Link } from 'wouter';
import type { ListQuotesQuery } from '../../api/client.js';
import { number } from '../../texts/formats.js';

/** The list of quotes that a figure counts. */
export function quotesPath(filters: ListQuotesQuery): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return `/quotes?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** How many quotes there are, with a link to them. */
export function Counted({ count, filters }: { count: number; filters: ListQuotesQuery }) {
  return count === 0 ? number(0) : <Link href={quotesPath(filters)}>{number(count)}</Link>;
}
