import type { Json, JsonObject } from '../ground/json.js';

/** Parts of a schema, each counted wherever a `$ref` repeats it. */
const mostParts = 2_000;
const mostDepth = 32;
/** Parts of the schema times values of the payload: some 100 ms at worst. */
const mostChecks = 5_000_000;

/** Other names for places: with them, nobody could tell in advance what a `$ref` leads to. */
const names: ReadonlySet<string> = new Set(['$id', '$anchor', '$dynamicRef', '$dynamicAnchor']);

/** Keywords whose values are data and hold no schemas. */
const data: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** A schema that costs too much, or cannot be bounded. The message is for authors. */
export class SchemaTooCostly extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SchemaTooCostly';
  }
}

/**
 * The parts that a payload is compared with at most: objects, lists and values of the schema, with those that a `$ref`
 * names counted at each. Throws a `SchemaTooCostly` if there are too many, or if the schema refers to itself.
 */
export function schemaParts(schema: JsonObject): number {
  return new PartCount(schema).of(schema, 0);
}

class PartCount {
  readonly #schema: JsonObject;
  readonly #counted = new Map<Json, number>();
  readonly #open = new Set<Json>();

  constructor(schema: JsonObject) {
    this.#schema = schema;
  }

  of(part: Json, depth: number): number {
    if (typeof part !== 'object' || part === null) return 1;
    const known = this.#counted.get(part);
    if (known !== undefined) return known;
    if (depth > mostDepth) throw new SchemaTooCostly(`is nested deeper than ${mostDepth} levels`);
    if (this.#open.has(part)) {
      throw new SchemaTooCostly('refers to itself: write out the levels that are needed');
    }
    this.#open.add(part);
    refuseNames(part, part === this.#schema);
    let parts = 1;
    for (const [key, value] of Object.entries(part)) {
      parts += data.has(key) ? JSON.stringify(value).length / 8 : this.of(value, depth + 1);
      if (key === '$ref' && typeof value === 'string')
        parts += this.of(partAt(this.#schema, value), depth + 1);
      if (parts > mostParts) throw new SchemaTooCostly(`has more than ${mostParts} parts: simplify it`);
    }
    this.#open.delete(part);
    this.#counted.set(part, parts);
    return parts;
  }
}

function refuseNames(part: object, isRoot: boolean): void {
  for (const [key, value] of Object.entries(part)) {
    if (!names.has(key) || typeof value !== 'string' || (key === '$id' && isRoot)) continue;
    const instead = 'name a part by its place, such as {"$ref": "#/$defs/address"}';
    throw new SchemaTooCostly(`"${key}" is not accepted: ${instead}`);
  }
}

/** Whether a payload has few enough values to be compared with so many parts of a schema. */
export function isCheckable(payload: JsonObject, parts: number): boolean {
  let left = mostChecks / parts;
  const open: Json[] = [payload];
  for (let next = open.pop(); next !== undefined && left >= 0; next = open.pop()) {
    // A text is measured by its length, as `maxLength` counts characters.
    left -= typeof next === 'string' ? 1 + next.length / 64 : 1;
    if (typeof next === 'object' && next !== null) for (const value of Object.values(next)) open.push(value);
  }
  return left >= 0;
}

function partAt(schema: JsonObject, ref: string): Json {
  if (ref !== '#' && !ref.startsWith('#/')) {
    throw new SchemaTooCostly(`"$ref": "${ref}" is not in the schema: write "#/$defs/<name>"`);
  }
  let at: Json = schema;
  for (const name of ref.split('/').slice(1)) {
    const next: Json | undefined =
      typeof at === 'object' && at !== null
        ? (at as JsonObject)[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')]
        : undefined;
    if (next === undefined) throw new SchemaTooCostly(`"$ref": "${ref}" names no part of the schema`);
    at = next;
  }
  return at;
}
