import type { Json } from '../../domain/ground/json.js';
import { unacceptable } from './json-text.js';

/** A place in a list as a text for clients, who give it back as it is. */
export const cursorText = (parts: readonly Json[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** What is in a cursor, to be checked by a schema; undefined for a text that is none. */
export function cursorParts(cursor: string): unknown {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return unacceptable(value, 'body').length > 0 ? undefined : value;
  } catch {
    return undefined;
  }
}
