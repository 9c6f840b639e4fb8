import type { JsonObject } from '../../domain/ground/json.js';

/** A JSON Schema as a file. */
export function schemaText(schema: JsonObject): string {
  return `${JSON.stringify(schema, null, 1)}\n`;
}
