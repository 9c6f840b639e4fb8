import { InvalidArgumentError } from 'commander';
import { permissionNames } from '../../api/http/permissions.js';
import { type Given, roleNames } from '../../api/http/roles.js';
import { eventTypes } from '../../domain/events/catalog.js';
import { timeZoneNamed } from '../../domain/ground/business-time.js';

/** Reads `--permissions a,b`; refuses unknown permissions. */
export const parsePermissions = namesFrom('a permission', ['*', ...permissionNames]);

/** Reads `--roles a,b`; refuses unknown roles. */
export const parseRoles = namesFrom('a role', roleNames);

/** Reads `--events A,B`; refuses unknown event types. */
export const parseEventTypes = namesFrom('an event type', eventTypes);

const unitMs: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000 };

/** Reads `90d`, `12h` or `30m`; returns milliseconds. */
export function parseDuration(text: string): number {
  const [, number, unit = ''] = /^(\d{1,4})([dhm])$/.exec(text) ?? [];
  const ms = Number(number) * (unitMs[unit] ?? Number.NaN);
  if (Number.isNaN(ms))
    throw new InvalidArgumentError('Write a number of days, hours or minutes: 90d, 12h, 30m.');
  return ms;
}

/** What a key or user may do, as a line of a list has it. */
export function grantText({ permissions, roles }: Given): string {
  return [...roles, ...permissions].join(',');
}

function namesFrom(what: string, known: readonly string[]) {
  return (text: string): string[] => {
    const names = text.split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw new InvalidArgumentError(`Not ${what}: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
    }
    return names;
  };
}

/** Reads a non-empty name of one line. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || /\p{Cc}/u.test(name)) {
    throw new InvalidArgumentError('It must be a line of 1 to 200 characters.');
  }
  return name;
}

/** Reads the name of a time zone, in whatever case. */
export function parseTimeZone(text: string): string {
  const name = timeZoneNamed(text.trim());
  if (name !== undefined) return name;
  throw new InvalidArgumentError('Write a time zone of the IANA database, such as America/New_York.');
}
