import type { CreateDocumentOptions } from 'zod-openapi';

type Override = Extract<CreateDocumentOptions['override'], (...args: never[]) => void>;
type Written = Parameters<Override>[0]['jsonSchema'];

/** What the document says differently from the schemas that validate. */
export const schemaOverrides: Override = ({ jsonSchema, zodSchema, io }) => {
  leaveOpen(jsonSchema, zodSchema._zod.def.type);
  leaveOutTheObvious(jsonSchema);
  describeDefault(jsonSchema, io);
};

/** An answer may gain fields in a later release, and an object has one schema in requests and answers. */
function leaveOpen(schema: Written, type: string): void {
  if (type === 'object' && schema.additionalProperties === false) delete schema.additionalProperties;
}

const formatsWithPattern: ReadonlySet<string | undefined> = new Set(['uuid', 'date', 'date-time']);

/**
 * Bounds of JavaScript, which bound nothing in the business; patterns of formats; classes of Unicode, which most tools cannot
 * read in patterns; that names are texts.
 */
function leaveOutTheObvious(schema: Written): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (formatsWithPattern.has(schema.format) || schema.pattern?.includes('\\p{')) delete schema.pattern;
  const { propertyNames } = schema;
  if (typeof propertyNames === 'object' && Object.keys(propertyNames).join() === 'type') {
    delete schema.propertyNames;
  }
}

/**
 * Defaults of bodies are told in words: generators of clients require a field that has one, or fill it in. Those of query
 * parameters are added later (`query.ts`).
 */
function describeDefault(schema: Written, io: 'input' | 'output'): void {
  const { default: value, description } = schema;
  delete schema.default;
  if (value === undefined || io === 'output') return;
  schema.description = [description, `Default: \`${JSON.stringify(value)}\`.`].filter(Boolean).join(' ');
}
