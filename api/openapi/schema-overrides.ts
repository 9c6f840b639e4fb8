import type { CreateDocumentOptions } from 'zod-openapi';

type Override = Extract<CreateDocumentOptions['override'], (...args: never[]) => void>;
type Written = Parameters<Override>[0]['jsonSchema'];

/** What the document says differently from the schemas that validate. */
export const schemaOverrides: Override = ({ jsonSchema, zodSchema }) => {
  leaveOpen(jsonSchema, zodSchema._zod.def.type);
  leaveOutTheObvious(jsonSchema);
  nameFrame(jsonSchema);
};

/** An answer may gain fields in a later release, and an object has one schema in requests and answers. */
function leaveOpen(schema: Written, type: string): void {
  if (type === 'object' && schema.additionalProperties === false) delete schema.additionalProperties;
}

const formatsWithPattern: ReadonlySet<string | undefined> = new Set(['uuid', 'date', 'date-time']);

/** Bounds of JavaScript, which bound nothing in the business; patterns of formats; that names are texts. */
function leaveOutTheObvious(schema: Written): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (formatsWithPattern.has(schema.format)) delete schema.pattern;
  const { propertyNames } = schema;
  if (typeof propertyNames === 'object' && Object.keys(propertyNames).join() === 'type') {
    delete schema.propertyNames;
  }
}

/** A schema whose metadata name a `frame` refers to the frame's fields, instead of repeating them. */
function nameFrame(schema: Written): void {
  const { frame, properties = {}, required = [], type, ...rest } = schema as Written & { frame?: string };
  if (frame === undefined) return;
  const own = Object.entries(properties).filter(([name]) => name === 'type' || name === 'payload');
  const named = own.map(([name]) => name);
  for (const key of Object.keys(schema)) delete schema[key as keyof Written];
  Object.assign(schema, {
    ...rest,
    allOf: [
      { $ref: `#/components/schemas/${frame}` },
      {
        type,
        properties: Object.fromEntries(own),
        required: required.filter((name) => named.includes(name)),
      },
    ],
  });
}
