import { referred, type Schema, schemasOfRequests } from './request-schemas.js';

/**
 * Says in a document that objects of requests have no further fields. A schema that answers have as well stays open, since
 * answers may gain fields, and so does one that is a part of another, whose fields it does not know. `true` marks the
 * objects that take further fields.
 */
export function closeRequests<Document extends object>(document: Document): Document {
  const schemas = schemasOfRequests(document);
  const parts = partsOfOthers(document);
  for (const schema of schemas) {
    if (schema.additionalProperties === undefined && !parts.has(schema)) schema.additionalProperties = false;
    else if (schema.additionalProperties === true) delete schema.additionalProperties;
  }
  return document;
}

function partsOfOthers(document: object): Set<unknown> {
  const { components = {} } = document as { components?: Parameters<typeof referred>[1] };
  const parts = new Set<unknown>();
  const open: unknown[] = [document];
  while (open.length > 0) {
    const node = open.pop();
    if (typeof node !== 'object' || node === null) continue;
    const { allOf } = node as Schema;
    for (const part of Array.isArray(allOf) ? allOf : []) {
      parts.add(part.$ref === undefined ? part : referred(part, components));
    }
    open.push(...Object.values(node));
  }
  return parts;
}
