import { z } from 'zod';
import type { JsonObject } from '../../ground/json.js';
import { productDefinition } from '../definition.js';
import { authoredTable } from './outside-tables.js';

type Written = z.core.JSONSchema.BaseSchema;

/** A product file before the rows in other files are inserted. */
const authoredProduct = productDefinition
  .extend({ tables: z.record(z.string(), authoredTable).optional().describe('Rating tables by name.') })
  .meta({
    id: 'ProductFile',
    title: 'A product',
    description: 'docs/guides/authoring-a-product.md explains it.',
  });

/** JSON Schema (draft 7, which editors know) of a product file. */
export function productJsonSchema(): JsonObject {
  return jsonSchemaOf(authoredProduct, withShortForm);
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

/** What a schema expands before it reads it, by the name `short` in its metadata. */
function withShortForm(written: Written): void {
  const { short, ...expanded } = written;
  if (short === undefined) return;
  for (const key of Object.keys(written)) delete written[key];
  written.anyOf = [short as Written, expanded];
}
