import { z } from 'zod';
import { isTimeZone, timeZoneNamed } from './business-time.js';
import type { Json } from './json.js';
import { inOneLine } from './one-line.js';

/** Any UUID-shaped identifier. Not `z.uuid()`: integrators' ids do not always have a valid version digit. */
export const uuid = z.guid({ error: 'must be a UUID', abort: true }).toLowerCase().meta({ format: 'uuid' });

const existingDate = 'must be an existing date, YYYY-MM-DD';

/** An existing calendar date `YYYY-MM-DD`, without a time zone. There is no year 0. */
export const calendarDate = z.iso
  .date({ error: existingDate, abort: true })
  .refine((date) => !date.startsWith('0000'), existingDate);

/** A first day of coverage, early enough for a term to end before the year 10000. */
export const coverageDate = calendarDate.refine(
  // A text that is no date has its own message.
  (date) => !/^9\d{3}-/.test(date),
  'must be before the year 9000',
);

/** A month as `YYYY-MM`. */
export const calendarMonth = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month as YYYY-MM');

/** An ISO 8601 instant with an offset or `Z`. Its year in UTC has four digits, too. There is no year 0. */
export const instant = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 date-time with an offset', abort: true })
  .refine(hasCommonYear, 'must be in the years 1 to 9999, in UTC');

/** The same, with or without seconds: some languages write a full minute as `2027-01-01T00:00Z`. */
export const instantToTheMinute = z.union(
  [instant, z.iso.datetime({ offset: true, precision: -1 }).refine(hasCommonYear)],
  'must be an ISO 8601 date-time with an offset, in the years 1 to 9999',
);

function hasCommonYear(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return !(year < 1 || year > 9999);
}

/** A time zone by its name in the IANA database, in whatever case. */
export const timeZone = z
  .string()
  .refine(isTimeZone, {
    error: 'must be a time zone of the IANA database, such as `America/New_York`',
    abort: true,
  })
  .overwrite((name) => timeZoneNamed(name) ?? name);

/** A line of text, such as a header, without breaks and controls. */
export const oneLine = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((text) => inOneLine(text) === text, 'must be one line');

/** An exact decimal number as a string: `"1250.00"`. */
export const decimalString = z
  .string()
  // What is checked after it computes with the number.
  .regex(/^-?\d+(\.\d+)?$/, { error: 'must be a decimal number', abort: true });

/** A decimal constant in a product file: a JSON number or a decimal string. */
export const decimalConstant = z.union([z.number(), decimalString]);

/** An object whose members are their sender's: they were read from JSON, so they are JSON. */
export const jsonObject = z.record(z.string(), z.unknown() as z.ZodType<Json>).meta({ id: 'JsonObject' });

/** A key in the event's `metadata`. */
export const metadataKey = z
  .string()
  .regex(/^[A-Za-z][\w-]{0,63}$/, 'must begin with a letter: letters, digits, dashes and underscores');

/** Where a product's version was configured (spec 9.4). */
export const versionSystemSource = z.enum(['BUILDER', 'HOSTING']).meta({ id: 'VersionSystemSource' });
