import { z } from 'zod';
import { type EventType, eventCatalog, eventTypes } from '../../domain/events/catalog.js';
import type { ResultFields } from '../../domain/events/declarations/declaration.js';
import { pascalCase } from '../../domain/events/envelope.js';
import { jsonObject, uuid } from '../../domain/ground/primitives.js';
import { formReference } from '../../domain/quote/form-reference.js';

/** The fields that configured actions add under their usual keys. */
const configured: ResultFields = {
  documents: z.array(formReference).meta({ description: 'the documents that a configured action generated' }),
  formEvaluation: z
    .object({ forms: z.array(formReference), values: jsonObject })
    .meta({ id: 'FormEvaluation', description: 'the form that a configured action evaluated' }),
  inboundRequests: z.record(uuid, uuid).meta({
    id: 'InboundRequests',
    description: 'the `requestId` for `POST /inbound` by the action that waits for it',
  }),
};

/** The `metadata` of every event type that has fields, for typed clients. */
export const eventResults = z.object(Object.fromEntries(eventTypes.flatMap(resultOf))).meta({
  id: 'EventResults',
  description:
    "The `metadata` of a trigger result by its event's type. A default action that failed, or that `batchMode` skipped, " +
    'has added nothing.',
});

/** The `metadata` of any trigger result. */
export const triggerMetadata: z.ZodType<Record<string, unknown>> = z
  .looseObject(Object.fromEntries(fieldsByName()))
  .meta({
    id: 'TriggerMetadata',
    description:
      "The answers of the event's actions: `EventResults` has the fields of each event type. Further fields are those " +
      "that the product's configured actions name; one of the same name replaces the event's own.",
  });

function resultOf(type: EventType): [string, z.ZodType][] {
  const { result } = eventCatalog[type];
  if (Object.keys(result).length === 0) return [];
  const id = `${pascalCase(type)}Result`;
  return [[type, z.object(result).partial().meta({ id })]];
}

/** The schema of an answered field, without that it may be missing. */
export function present(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
}

/** Each field of any event, optional; with alternatives where events and actions have the same name for several. */
function fieldsByName(): Map<string, z.ZodType> {
  const schemas = new Map<string, Set<z.ZodType>>();
  for (const fields of [...eventTypes.map((type) => eventCatalog[type].result), configured]) {
    for (const [name, schema] of Object.entries(fields)) {
      schemas.set(name, (schemas.get(name) ?? new Set()).add(present(schema)));
    }
  }
  return new Map(
    [...schemas].map(([name, [first, ...others]]) => [name, either(name, first, others).optional()]),
  );
}

function either(name: string, first: z.ZodType = z.never(), others: z.ZodType[]): z.ZodType {
  if (others.length === 0) return first;
  return z.union([first, ...others]).meta({ id: `Any${name.charAt(0).toUpperCase()}${name.slice(1)}` });
}
