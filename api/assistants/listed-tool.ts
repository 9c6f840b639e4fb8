import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { isObject } from '../../domain/ground/json.js';
import { answersInput } from './answers-input.js';
import type { Tool } from './tool.js';

/** A tool as it is listed. */
export function listed(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.sentence,
    inputSchema: schemaOf(tool),
    annotations: {
      readOnlyHint: !('acts' in tool),
      ...('acts' in tool && { destructiveHint: true, idempotentHint: true }),
      openWorldHint: false,
    },
  };
}

const schemas = new WeakMap<Tool, ListedTool['inputSchema']>();

/** The schema of its input, without what costs tokens and tells nothing, and in one piece: many clients follow no references. */
function schemaOf(tool: Tool): ListedTool['inputSchema'] {
  const known = schemas.get(tool);
  if (known !== undefined) return known;
  const made = z.toJSONSchema(tool.input, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      // A format says what its pattern does, and the description of answers what they are.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (zodSchema === answersInput) jsonSchema.additionalProperties = true;
      delete jsonSchema.propertyNames;
    },
  });
  const { $schema: _, $defs = {}, ...schema } = made;
  const whole = inlined(schema, $defs) as ListedTool['inputSchema'];
  schemas.set(tool, whole);
  return whole;
}

/** A schema with its definitions in place of references to them. */
function inlined(schema: unknown, definitions: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlined(one, definitions));
  if (!isObject(schema)) return schema;
  const { $ref, ...rest } = schema;
  const named = typeof $ref === 'string' ? definitions[$ref.replace('#/$defs/', '')] : undefined;
  const whole = isObject(named) ? { ...named, ...rest } : schema;
  return Object.fromEntries(
    Object.entries(whole)
      .filter(([name, value]) => name !== 'id' || typeof value !== 'string')
      .map(([name, value]) => [name, inlined(value, definitions)]),
  );
}
