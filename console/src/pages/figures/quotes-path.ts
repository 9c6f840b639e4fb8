import type { ListQuotesQuery } from '../../api/client.js';

/** The list of quotes that a figure counts. */
export function quotesPath(filters: ListQuotesQuery): string {
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return `/quotes?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}
