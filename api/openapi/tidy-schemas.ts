import type { createDocument } from 'zod-openapi';

type Document = ReturnType<typeof createDocument>;
type Schemas = NonNullable<NonNullable<Document['components']>['schemas']>;
export type Schema = Exclude<Schemas[string], boolean | { $ref: string }>;

/** The document with schemas that say what matters, wherever they are. */
export function withTidySchemas({ paths, webhooks, components, ...document }: Document): Document {
  return {
    ...document,
    paths: tidiedWithin(paths) as Document['paths'],
    webhooks: tidiedWithin(webhooks) as Document['webhooks'],
    components: { ...components, schemas: each(components?.schemas ?? {}, (schema) => tidied(schema)) },
  };
}

/** Operations and their parts. */
function tidiedWithin(value: unknown, isParameter = false): unknown {
  if (Array.isArray(value)) return value.map((item) => tidiedWithin(item, isParameter));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, member]) => {
    if (key === 'example' || key === 'examples') return [key, member];
    if (key === 'schema' && member) return [key, tidied(member, isParameter)];
    return [key, tidiedWithin(member, key === 'parameters' || isParameter)];
  });
  return Object.fromEntries(members);
}

/** A schema with those inside it. One that refers to a closed object does not repeat that it is closed. */
function tidied(schema: Schema, isParameter = false): Schema {
  const { properties, items, additionalProperties: others, propertyNames, ...rest } = schema;
  const inner = (one: unknown) => tidied(one as Schema, isParameter);
  const whole = {
    ...rest,
    ...(rest.anyOf && { anyOf: rest.anyOf.map(inner) }),
    ...(rest.oneOf && { oneOf: rest.oneOf.map(inner) }),
    ...(rest.allOf && { allOf: rest.allOf.map(inner) }),
    ...(properties && { properties: each(properties as Schemas, inner) }),
    ...(items && { items: inner(items) }),
    ...(propertyNames && { propertyNames: inner(propertyNames) }),
    ...(others && { additionalProperties: others === true ? others : inner(others) }),
  };
  const telling = unlinked(forGenerators(withoutTheObvious(whole)));
  return isParameter ? telling : withDefaultInWords(telling);
}

const formatsWithPattern: ReadonlySet<string | undefined> = new Set(['uuid', 'date', 'date-time']);

/**
 * Without bounds of JavaScript, which bound nothing in the business, patterns of formats, those with classes of
 * Unicode, which most tools cannot read, and that names are texts.
 */
function withoutTheObvious({ minimum, maximum, pattern, propertyNames, ...schema }: Schema): Schema {
  const isAnyName = Object.keys(propertyNames ?? {}).join() === 'type';
  const isReadable = !formatsWithPattern.has(schema.format) && !pattern?.includes('\\p{');
  return {
    ...schema,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...(pattern !== undefined && isReadable && { pattern }),
    ...(propertyNames && !isAnyName && { propertyNames }),
  };
}

/**
 * In a form that generators of clients compile: alternatives that are all texts, such as a date or a date-time, are a
 * text; several types are alternatives; of booleans there are no constants.
 */
function forGenerators(schema: Schema): Schema {
  const { anyOf = [], type, const: only, ...rest } = schema;
  if (type === 'boolean' && only !== undefined) return { ...rest, type };
  if (Array.isArray(type) && type.filter((one) => one !== 'null').length > 1) {
    return { ...rest, anyOf: type.map((one) => ({ type: one })) };
  }
  const alternatives = anyOf.filter((one) => (one as Schema).type !== 'null');
  const areTexts = alternatives.every((one) => (one as Schema).type === 'string');
  if (alternatives.length < 2 || !areTexts) return schema;
  return { ...rest, type: alternatives.length < anyOf.length ? ['string', 'null'] : 'string' };
}

/** A default of a body is told in words: generators of clients require a field that has one. */
function withDefaultInWords({ default: value, ...schema }: Schema): Schema {
  if (value === undefined) return schema;
  const words = `Default: \`${JSON.stringify(value)}\`.`;
  return { ...schema, description: [schema.description, words].filter(Boolean).join(' ') };
}

/** Descriptions of the events' payloads link to other pages of `docs/`, where the document's readers are not. */
function unlinked({ description, ...schema }: Schema): Schema {
  if (description === undefined) return schema;
  return { ...schema, description: description.replaceAll(/\[([^\]]+)\]\([\w./-]+\.md[^)]*\)/g, '$1') };
}

const each = (schemas: Schemas, change: (schema: Schema) => Schema): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema as Schema)]));
