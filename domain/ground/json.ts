/** A JSON value, as stored in a `jsonb` column or sent in an open map. */
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** Whether a value is an object of names, neither null nor a list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object without members that are null, at any depth. */
export function withoutNullMembers(object: JsonObject): JsonObject {
  const members = Object.entries(object).filter(([, value]) => value !== null);
  return Object.fromEntries(members.map(([name, value]) => [name, inside(value)]));
}

function inside(value: Json): Json {
  if (Array.isArray(value)) return value.map(inside);
  return typeof value === 'object' && value !== null ? withoutNullMembers(value) : value;
}

/** The value at a path such as `payload.policyId` or `options.0.limit`, or undefined. */
export function valueAt(root: Json | undefined, path: string): Json | undefined {
  let found = root;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as JsonObject)[name];
  }
  return found;
}
