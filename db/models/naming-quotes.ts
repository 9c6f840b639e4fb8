import { quoteKeys } from '../../domain/events/records-of-event.js';

/** SQL of the part of an event's payload that names quotes; the whole payload may be large. */
export function namingQuotes(alias: string): string {
  const fields = quoteKeys.map((key) => `'${key}', ${alias}.envelope -> 'payload' -> '${key}'`);
  return `jsonb_build_object(${fields.join(', ')})`;
}
