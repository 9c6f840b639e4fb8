import { z } from 'zod';
import type { JsonObject } from '../../ground/json.js';
import { productDefinition } from '../definition.js';
import { authoredTable } from './outside-tables.js';

type Written = z.core.JSONSchema.BaseSchema;

/** A product file before the rows in other files are inserted. */
const authoredProduct = productDefinition
  .extend({
    tables: z.record(z.string(), authoredTable).optional().describe('Rating tables by name.'),
    include: z.array(z.string().min(1)).max(100).optional().describe('Files with tables and parts to share.'),
  })
  .meta({
    id: 'ProductFile',
    title: 'A product',
    description: 'docs/guides/authoring-a-product.md explains it.',
  });

/** JSON Schema (draft 7, which editors know) of a product file. */
export function productJsonSchema(): JsonObject {
  const { definitions, ...schema } = jsonSchemaOf(authoredProduct, asAuthored);
  return { ...schema, definitions: { ...(definitions as JsonObject), [partName]: partOfIncludedFile } };
}

/** JSON Schema (draft 7) of what a person may write for a schema. */
export function jsonSchemaOf(schema: z.ZodType, change: (written: Written) => void): JsonObject {
  return z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-7',
    reused: 'ref',
    override: ({ jsonSchema }) => change(jsonSchema),
  }) as JsonObject;
}

const partName = 'PartOfIncludedFile';

/** The item of a list that stands for the items of a part of an included file. */
const partOfIncludedFile = {
  type: 'object',
  properties: { include: { type: 'string', description: 'A part of an included file.' } },
  required: ['include'],
  additionalProperties: false,
};

/** Lists of objects may have parts of included files, and `short` in the metadata is what a schema expands before it reads. */
function asAuthored(written: Written): void {
  const { items } = written;
  const isOne = typeof items === 'object' && !Array.isArray(items);
  if (isOne && (items.type === undefined || items.type === 'object')) {
    written.items = { anyOf: [items, { $ref: `#/definitions/${partName}` }] };
  }
  const { short, ...expanded } = written;
  if (short === undefined) return;
  for (const key of Object.keys(written)) delete written[key];
  written.anyOf = [short as Written, expanded];
}
