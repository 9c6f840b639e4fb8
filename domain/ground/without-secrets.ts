import type { Json, JsonObject } from './json.js';

const secret = /(secret|password|token|authorization|credentials?)$/i;

/** A copy without fields whose names indicate a credential, at any depth: `clientSecret` and the like. */
export function withoutSecrets(value: JsonObject): JsonObject {
  return clean(value) as JsonObject;
}

function clean(value: Json): Json {
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (secret.test(name) ? [] : [[name, clean(each)]])),
  );
}
