import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What stops generators of clients; `test/clients` and `npm run test:generators` generate and compile clients. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
}

const file = new URL('../../docs/contract/openapi.json', import.meta.url);
const { paths, webhooks, components } = JSON.parse(readFileSync(file, 'utf8'));
const named: Record<string, Schema> = components.schemas;

/** Each schema with its place, but those of examples. */
function* schemasIn(node: unknown, place: string): Generator<[string, Schema]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [place, node];
  for (const [key, part] of Object.entries(node)) {
    if (key !== 'example' && key !== 'examples') yield* schemasIn(part, `${place}/${key}`);
  }
}

const all = [...schemasIn({ paths, webhooks, components }, '')];
const typesOf = ({ type = [] }: Schema) => [type].flat().filter((each) => each !== 'null');
const placesWhere = (isWrong: (schema: Schema, place: string) => boolean) =>
  all.flatMap(([place, schema]) => (isWrong(schema, place) ? [place] : []));

it('names each union', () => {
  const isNamed = (place: string) => /^\/components\/schemas\/\w+$/.test(place);
  const isUnion = ({ anyOf, oneOf }: Schema) =>
    [anyOf ?? oneOf ?? []].flat().filter(({ type }) => type !== 'null').length > 1;
  expect(placesWhere((schema, place) => isUnion(schema) && !isNamed(place))).toEqual([]);
});

it('has one type a schema, or null, and no constants of booleans', () => {
  expect(placesWhere((schema) => Array.isArray(schema.type) && typesOf(schema).length > 1)).toEqual([]);
  expect(placesWhere(({ type, const: only }) => type === 'boolean' && only !== undefined)).toEqual([]);
});

it('has no names that generators make of others', () => {
  const names = Object.keys(named);
  expect(names.filter((name) => names.includes(`New${name}`))).toEqual([]);
  const members = names.flatMap((name) =>
    Object.entries(named[name]?.properties ?? {}).flatMap(([field, schema]) =>
      schema.enum || schema.const !== undefined
        ? [`${name}${field.charAt(0).toUpperCase()}${field.slice(1)}`]
        : [],
    ),
  );
  expect(members.filter((name) => names.includes(name))).toEqual([]);
});

it('has no tag that requests to the service and requests by it share', () => {
  const tagsOf = (operations: Record<string, Record<string, { tags: string[] }>>) =>
    new Set(Object.values(operations).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags)));
  expect([...tagsOf(paths)].filter((tag) => tagsOf(webhooks).has(tag))).toEqual([]);
});
