import { z } from 'zod';
import { type EventType, eventTypes } from '../../../domain/events/catalogue.js';
import { pascalCase } from '../../../domain/events/envelope.js';
import { jsonObject, uuid } from '../../../domain/ground/primitives.js';
import { formReference } from '../../../domain/quote/form-reference.js';
import { paymentResults } from './payments.js';
import { policyResults } from './policies.js';
import { quoteResults } from './quotes.js';

type Fields = Readonly<Record<string, z.ZodType>>;

const declared: { readonly [Type in EventType]?: Fields } = {
  ...quoteResults,
  ...paymentResults,
  ...policyResults,
};

/**
 * The fields that default actions add to the trigger result's `metadata`; none for many event types. The description of
 * a field is its text in `docs/events.md`.
 */
export const resultFieldsOf = (type: EventType): Fields => declared[type] ?? {};

/** The fields that configured actions add under their usual keys. */
const configured: Fields = {
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
  const fields = resultFieldsOf(type);
  if (Object.keys(fields).length === 0) return [];
  const id = `${pascalCase(type)}Result`;
  return [[type, z.object(fields).partial().meta({ id })]];
}

/** The schema of an answered field, without that it may be missing. */
export function present(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
}

/** Each field of any event, optional; with alternatives where events and actions have the same name for several. */
function fieldsByName(): Map<string, z.ZodType> {
  const schemas = new Map<string, Set<z.ZodType>>();
  for (const fields of [...Object.values(declared), configured]) {
    for (const [name, schema] of Object.entries(fields)) {
      schemas.set(name, (schemas.get(name) ?? new Set()).add(present(schema)));
    }
  }
  return new Map([...schemas].map(([name, [first, ...others]]) => [name, either(first, others).optional()]));
}

function either(first: z.ZodType = z.never(), others: z.ZodType[]): z.ZodType {
  return others.length === 0 ? first : z.union([first, ...others]);
}
