import { type Schema, schemasOfRequests } from './request-schemas.js';

/**
 * Says in a document that an optional field of a request may be `null`, which is absence (`fieldsAbsentIfNull`). Answers
 * have no such fields, so a schema that answers have as well stays as it is.
 */
export function takeNullInRequests<Document extends object>(document: Document): Document {
  for (const schema of schemasOfRequests(document)) takeNull(schema);
  return document;
}

function takeNull(schema: Schema): void {
  const { properties = {}, required = [] } = schema;
  for (const [name, field] of Object.entries(properties)) {
    if (!required.includes(name)) properties[name] = orNull(field);
  }
}

function orNull(field: Schema): Schema {
  const { refusesNull, ...others } = field;
  if (refusesNull) return others;
  const { type, description, default: usual, readOnly: _, ...rest } = field;
  const alternatives = field.anyOf;
  if (Object.keys(rest).length === 0 && type === undefined) return field;
  if (Array.isArray(alternatives)) {
    const takesNull = alternatives.some((each: Schema) => each.type === 'null');
    return takesNull ? field : { ...field, anyOf: [...alternatives, { type: 'null' }] };
  }
  if (typeof type === 'string' && !('const' in rest)) {
    return { ...field, type: [type, 'null'], ...(rest.enum && { enum: [...rest.enum, null] }) };
  }
  if (Array.isArray(type)) return field;
  return {
    ...(description !== undefined && { description }),
    ...(usual !== undefined && { default: usual }),
    anyOf: [{ ...(type !== undefined && { type }), ...rest }, { type: 'null' }],
  };
}
