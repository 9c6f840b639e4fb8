import { derivedId } from '../ground/derived-id.js';

/** The first digits of every key. */
const mark = 'e7e4a000-';

/**
 * The key of an event whose `triggerRequestId` an event of another organization has, too. All records refer to the
 * event by its key; the other events have none, but their `triggerRequestId`. No key ever leaves the service, so that
 * nobody learns of the other event.
 */
export const eventKeyOf = (organizationId: string, triggerRequestId: string): string =>
  `${mark}${derivedId(organizationId, triggerRequestId, 'event').slice(mark.length)}`;

const keys = new RegExp(`${mark}[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`, 'g');

/** The ids in a text that may be keys of events. */
export function eventKeysIn(text: string): string[] {
  return text.includes(mark) ? [...new Set(text.match(keys))] : [];
}

/** The text with other ids in the place of keys. */
export const withoutEventKeys = (text: string, shown: (key: string) => string): string =>
  text.replace(keys, shown);
