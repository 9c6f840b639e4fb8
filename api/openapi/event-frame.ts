import type { createDocument } from 'zod-openapi';

type Schemas = NonNullable<NonNullable<ReturnType<typeof createDocument>['components']>['schemas']>;
type Schema = Exclude<Schemas[string], boolean | { $ref: string }>;

const own: ReadonlySet<string> = new Set(['type', 'payload']);

/** The schemas with the fields that events of every type have as `EventFrame`, instead of in each event's schema. */
export function withEventFrame(schemas: Schemas): Schemas {
  const { mapping = {} } = (schemas.EventEnvelope as Schema | undefined)?.discriminator ?? {};
  const names = Object.values(mapping).map((ref) => ref.replace('#/components/schemas/', ''));
  const [first] = names;
  if (first === undefined) return schemas;
  const frame = {
    ...fieldsOf(schemas[first] as Schema, (name) => !own.has(name)),
    description: 'The fields that events of every type have.',
  };
  const events = names.map((name) => {
    const { description, ...event } = schemas[name] as Schema;
    const fields = fieldsOf(event, (field) => own.has(field));
    return [name, { description, allOf: [{ $ref: '#/components/schemas/EventFrame' }, fields] }];
  });
  return { ...schemas, EventFrame: frame, ...Object.fromEntries(events) };
}

function fieldsOf({ properties = {}, required = [] }: Schema, isWanted: (name: string) => boolean) {
  return {
    type: 'object' as const,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isWanted(name))),
    required: required.filter(isWanted),
  };
}
