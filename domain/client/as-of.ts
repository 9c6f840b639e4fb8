import { z } from 'zod';

/**
 * An ISO 8601 instant with an offset, as received in a URL path. The sign of the offset may be a space,
 * because form decoding turns `+` into a space.
 */
const pattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?(Z|[+ -]\d{2}(?::?\d{2})?)$/i;

/** The `date` of an as-of read (spec 4.2). {@link asOfInstant} checks it further. */
export const asOfText = z
  .string()
  .refine((text) => asOfInstant(text) !== undefined, 'must be an ISO 8601 date-time with an offset')
  .meta({ format: 'date-time', example: '2026-03-01T09:30:00.000Z' });

/**
 * The instant as text for a PostgreSQL `timestamptz`, with the microseconds that a JavaScript Date would
 * lose; `undefined` for an instant that does not exist. Offsets and years outside PostgreSQL's range are
 * converted here, so that every valid ISO 8601 text has a result.
 */
export function asOfInstant(text: string): string | undefined {
  const [, moment, fraction = '', offset] = pattern.exec(text) ?? [];
  if (moment === undefined || offset === undefined) return undefined;
  const wallClock = isoOf(`${moment}Z`);
  // Date turns 30 February into a day in March; an existing date comes back unchanged.
  if (wallClock?.startsWith(moment.toUpperCase()) !== true) return undefined;
  const utc = isoOf(`${moment}${extendedOffset(offset)}`);
  if (utc === undefined) return undefined;
  if (utc.startsWith('-') || utc.startsWith('0000')) return '-infinity';
  if (utc.startsWith('+')) return 'infinity';
  return `${utc.slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}

function extendedOffset(offset: string): string {
  if (offset.length === 1) return 'Z';
  const digits = offset.replace(/\D/g, '').padEnd(4, '0');
  return `${offset.startsWith('-') ? '-' : '+'}${digits.slice(0, 2)}:${digits.slice(2)}`;
}

function isoOf(text: string): string | undefined {
  const milliseconds = Date.parse(text.toUpperCase());
  return Number.isNaN(milliseconds) ? undefined : new Date(milliseconds).toISOString();
}
