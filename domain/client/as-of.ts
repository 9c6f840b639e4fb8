import { z } from 'zod';

/**
 * An ISO 8601 instant with an offset, as it arrives in a path. The sign of the offset may be a space: that is
 * what form decoding makes of a `+`.
 */
const pattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(?:[.,](\d+))?(Z|[+ -]\d{2}(?::?\d{2})?)$/i;

/** The `date` of a read as of a time (spec 4.2). Narrowed further by {@link asOfInstant}. */
export const asOfText = z
  .string()
  .refine((text) => asOfInstant(text) !== undefined, 'must be an ISO 8601 date-time with an offset')
  .meta({ format: 'date-time', example: '2026-03-01T09:30:00.000Z' });

/**
 * The instant as text that PostgreSQL reads as a `timestamptz`, with the microseconds that a JavaScript Date would lose;
 * `undefined` where it is not a real instant. Offsets and years that PostgreSQL does not take are
 * worked out here, so that every valid ISO 8601 text has an answer.
 */
export function asOfInstant(text: string): string | undefined {
  const [, moment, fraction = '', offset] = pattern.exec(text) ?? [];
  if (moment === undefined || offset === undefined) return undefined;
  const wallClock = isoOf(`${moment}Z`);
  // Date rolls 30 February over to March; a date that exists comes back as it was written.
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
