import type { Records } from './records.js';

interface Schema {
  $ref?: string;
  type?: unknown;
  allOf?: Schema[];
  required?: string[];
  additionalProperties?: boolean;
  format?: unknown;
  pattern?: string;
  properties?: Record<string, Schema>;
}

interface Operation {
  parameters?: { name: string; schema: Schema }[];
  responses: Record<string, unknown>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const sameAs: Record<string, keyof Records> = {
  client_id: 'clientId',
  product_id: 'productId',
  lineId: 'productId',
  quoteRequestId: 'quoteId',
  parentPolicyId: 'policyId',
  productVersionId: 'versionId',
  basedOnVersionId: 'versionId',
  formConfigId: 'configId',
};

/**
 * The service's OpenAPI document, made stricter and more useful to fuzzing: an answer has to be one of the listed
 * ones, a field that takes an id is often that of an existing record, and an event has no names but those of its type.
 */
export function strictDocument(document: OpenApi, records: Records): OpenApi {
  const strict = structuredClone(document);
  for (const operations of Object.values(strict.paths)) {
    for (const { parameters = [], responses } of Object.values(operations)) {
      delete responses.default;
      for (const parameter of parameters)
        parameter.schema = knowing(records, parameter.name, parameter.schema);
    }
  }
  closeEvents(strict.components.schemas);
  visit(strict, (schema) => {
    // Python has no classes of Unicode in patterns, so that no text would be generated.
    if (schema.pattern?.includes('{C')) delete schema.pattern;
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      schema.properties![name] = knowing(records, name, field);
    }
  });
  return strict;
}

/** Further names in a payload are for the product's actions, so that generated ones are refused. */
function closeEvents(schemas: Record<string, Schema>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    if (name.endsWith('Payload')) schema.additionalProperties = false;
    const [frame, fields] = schema.allOf ?? [];
    if (fields === undefined || frame?.$ref !== '#/components/schemas/EventFrame') continue;
    const { properties, required = [] } = schemas.EventFrame!;
    delete schema.allOf;
    Object.assign(schema, {
      ...{ type: 'object', additionalProperties: false },
      properties: { ...properties, ...fields.properties },
      required: [...required, ...(fields.required ?? [])],
    });
  }
}

function knowing(records: Records, name: string, schema: Schema): Schema {
  const ids = records[sameAs[name] ?? (name as keyof Records)];
  if (ids === undefined || schema.type !== 'string') return schema;
  return { anyOf: [{ enum: ids }, schema] } as Schema;
}

function visit(value: unknown, change: (schema: Schema) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) {
    if ('pattern' in value && typeof value.pattern === 'string') change(value as Schema);
    else if ('properties' in value && typeof value.properties === 'object') change(value as Schema);
  }
  for (const inner of Object.values(value)) visit(inner, change);
}
