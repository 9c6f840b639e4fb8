import { z } from 'zod';
import type { Json, JsonObject } from './json.js';

/**
 * What makes one JSON value of another: the new value or, of objects with the same members and lists of the same length, what
 * differs in them.
 */
export type JsonDifference = { to: Json } | { in: { [member: string]: JsonDifference } };

export const jsonDifference: z.ZodType<JsonDifference> = z.lazy(() =>
  z.union([
    z.strictObject({ to: z.json() as z.ZodType<Json> }),
    z.strictObject({ in: z.record(z.string(), jsonDifference) }),
  ]),
);

/** The difference from one JSON value to another; undefined if they are equal. */
export function differenceFrom(before: Json, after: Json): JsonDifference | undefined {
  if (before === after) return undefined;
  const [old, now] = [membersOf(before), membersOf(after)];
  if (old === null || now === null || Array.isArray(old) !== Array.isArray(now)) return { to: after };
  const names = Object.keys(now);
  if (Object.keys(old).length !== names.length) return { to: after };
  const members: { [member: string]: JsonDifference } = {};
  let differs = false;
  for (const name of names) {
    if (old[name] === now[name]) continue;
    if (!Object.hasOwn(old, name)) return { to: after };
    const difference = differenceFrom(old[name] as Json, now[name] as Json);
    if (difference === undefined) continue;
    members[name] = difference;
    differs = true;
  }
  return differs ? { in: members } : undefined;
}

/** The value with a difference from it. */
export function withDifference(before: Json, difference: JsonDifference): Json {
  if ('to' in difference) return difference.to;
  const changed = Array.isArray(before) ? [...before] : { ...(before as JsonObject) };
  for (const [member, own] of Object.entries(difference.in)) {
    const members = changed as JsonObject;
    members[member] = withDifference(members[member] as Json, own);
  }
  return changed;
}

/** The value, in which what equals the same part of another value is the same object. */
export function sharing<Value>(other: Value, value: Value): Value {
  const difference = differenceFrom(other as Json, value as Json);
  return difference === undefined ? other : (withDifference(other as Json, difference) as Value);
}

/** A list by its places, an object by its members; null for what has neither. */
function membersOf(value: Json): JsonObject | null {
  return typeof value === 'object' ? (value as JsonObject | null) : null;
}
