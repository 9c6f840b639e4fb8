import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EventType, eventType } from '../../domain/events/event-types.js';

/** One row of a payload's table. */
export interface DocumentedField {
  /** Such as `trueUpRequest.exposures[].type`. */
  field: string;
  required: boolean;
}

/** What the catalogue says of one event type. */
export interface DocumentedEvent {
  type: EventType;
  text: string;
  fields: DocumentedField[];
  examples: ExampleEvent[];
}

/** An event as it is written in the catalogue. */
export interface ExampleEvent {
  type: EventType;
  lineId: string;
  payload: { [key: string]: unknown };
}

/** The records that the catalogue's examples name. */
export const exampleIds = {
  line: 'a6e7f86c-7dd2-44fb-9ebc-c42e5d2d0552',
  client: '1756f048-7360-84aa-b98e-966dfbbd2010',
  quote: '52ab44df-9c0f-8c07-a4b5-1a3d1b7a9e01',
  policy: '3f1d8c52-0a44-4f7e-9d6b-7d2f6a1c0b11',
  policyNumber: 'BOP-000123',
  payment: 'c8a1f0de-6d0b-4a1e-8b57-3f0c5b2e9d77',
  statement: '8e2b7c90-51f4-4d7a-9a3c-2f6d0e1b4c88',
} as const;

const page = readFileSync(fileURLToPath(new URL('../../docs/events.md', import.meta.url)), 'utf8');

/** The event types of `docs/events.md`, in its order. */
export const documentedEvents: DocumentedEvent[] = page
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const text = section.split(/^## /m)[0]!;
    return {
      type: eventType.parse(text.split('\n', 1)[0]),
      text,
      fields: [...text.matchAll(/^\| `([^`]+)` \| (required|optional) \|/gm)].map(([, field, need]) => ({
        field: field!,
        required: need === 'required',
      })),
      examples: [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, json]) => JSON.parse(json!)),
    };
  });

/** The catalogue's examples of a type. */
export function examplesOf(type: EventType): ExampleEvent[] {
  return documentedEvents.find((documented) => documented.type === type)?.examples ?? [];
}

/** An example with the catalogue's ids replaced by others. */
export function withIds<Example>(
  example: Example,
  ids: { [name in keyof typeof exampleIds]?: string },
): Example {
  let text = JSON.stringify(example);
  for (const [name, id] of Object.entries(ids)) {
    text = text.replaceAll(exampleIds[name as keyof typeof exampleIds], id);
  }
  return JSON.parse(text) as Example;
}
