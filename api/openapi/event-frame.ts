import type { createDocument } from 'zod-openapi';
import type { Schema } from './tidy-schemas.js';

const own: ReadonlySet<string> = new Set(['type', 'payload']);

/** The document with the fields that events of every type have as `EventFrame`, instead of in each event's schema. */
export function withEventFrame<Of extends ReturnType<typeof createDocument>>(document: Of): Of {
  const schemas = document.components?.schemas ?? {};
  const { mapping = {} } = (schemas.EventEnvelope as Schema | undefined)?.discriminator ?? {};
  const names = Object.values(mapping).map((ref) => ref.replace('#/components/schemas/', ''));
  const [first] = names;
  if (first === undefined) return document;
  const frame = {
    description: 'The fields that events of every type have.',
    ...fieldsOf(schemas[first] as Schema, (name) => !own.has(name)),
  };
  const events = names.map((name) => {
    const { description, ...event } = schemas[name] as Schema;
    const fields = fieldsOf(event, (field) => own.has(field));
    return [name, { description, allOf: [{ $ref: '#/components/schemas/EventFrame' }, fields] }];
  });
  const named = { ...schemas, EventFrame: frame, ...Object.fromEntries(events) };
  return { ...document, components: { ...document.components, schemas: named } };
}

function fieldsOf({ properties = {}, required = [] }: Schema, isWanted: (name: string) => boolean) {
  return {
    type: 'object' as const,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isWanted(name))),
    required: required.filter(isWanted),
  };
}
