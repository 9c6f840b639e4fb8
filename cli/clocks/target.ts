import { InvalidArgumentError } from 'commander';
import { addMonths } from '../../domain/ground/calendar.js';
import { calendarDate } from '../../domain/ground/primitives.js';
import { CommandFailure } from '../ground/command-failure.js';
import type { ClockObject } from './service-clocks.js';

/** Noon in UTC is the same day in every time zone of the United States. */
const noon = 'T12:00:00Z';
const dayMs = 86_400_000;

/** Reads a moment, or a day, which stands for its noon in UTC: it has begun everywhere then. */
export function parseMoment(text: string): string {
  if (calendarDate.safeParse(text).success) return `${text}${noon}`;
  const isInstant = /T.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isInstant) {
    throw new InvalidArgumentError(
      'It must be a day such as 2027-03-01, or a moment such as 2027-03-01T09:00:00Z.',
    );
  }
  return new Date(text).toISOString();
}

/** Reads a number of days or months. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number from 1 to 9999.');
  return Number(text);
}

export interface TargetOptions {
  to?: string;
  days?: number;
  months?: number;
  next?: true;
}

/** Where a clock is advanced to, by the one option that was given. */
export function targetOf(
  { name, businessTime, nextDueTimestamp }: Pick<ClockObject, 'name' | 'businessTime' | 'nextDueTimestamp'>,
  options: TargetOptions,
): string {
  const { to, days, months, next } = options;
  if ([to, days, months, next].filter((each) => each !== undefined).length !== 1) {
    throw new CommandFailure('Give one of --to, --days, --months and --next.');
  }
  if (to !== undefined) return to;
  if (days !== undefined) return new Date(Date.parse(businessTime) + days * dayMs).toISOString();
  if (months !== undefined) {
    const [day = '', time = ''] = new Date(businessTime).toISOString().split('T');
    return `${addMonths(day, months)}T${time}`;
  }
  if (nextDueTimestamp === undefined) throw new CommandFailure(`Nothing is due under the clock "${name}".`);
  return nextDueTimestamp;
}
