import type { Tool as ListedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
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

/** The schema of its input, without what costs tokens and tells nothing: a format says what its pattern does. */
function schemaOf(tool: Tool): ListedTool['inputSchema'] {
  const known = schemas.get(tool);
  if (known !== undefined) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(tool.input, {
    io: 'input',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      delete jsonSchema.propertyNames;
    },
  });
  schemas.set(tool, schema as ListedTool['inputSchema']);
  return schema as ListedTool['inputSchema'];
}
