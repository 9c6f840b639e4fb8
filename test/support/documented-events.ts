import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type EventType, eventType } from '../../domain/events/catalog.js';
import { exampleFacts, exampleIds } from '../../domain/events/declarations/example-records.js';

export { exampleIds };

/** One row of a payload's table. */
export interface DocumentedField {
  /** Such as `trueUpRequest.exposures[].type`. */
  field: string;
  required: boolean;
}

/** What the catalog says of one event type. */
export interface DocumentedEvent {
  type: EventType;
  text: string;
  fields: DocumentedField[];
  examples: ExampleEvent[];
}

/** An event as it is written in the catalog. */
export interface ExampleEvent {
  type: EventType;
  lineId: string;
  payload: { [key: string]: unknown };
}

const page = readFileSync(fileURLToPath(new URL('../../docs/reference/events.md', import.meta.url)), 'utf8');

/** The event types of `docs/reference/events.md`, in its order. */
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

/** The catalog's examples of a type. */
export function examplesOf(type: EventType): ExampleEvent[] {
  return documentedEvents.find((documented) => documented.type === type)?.examples ?? [];
}

const replaceable = { ...exampleIds, ...exampleFacts };

/** An example with the catalog's ids replaced by others. */
export function withIds<Example>(
  example: Example,
  ids: { [name in keyof typeof replaceable]?: string },
): Example {
  let text = JSON.stringify(example);
  for (const [name, id] of Object.entries(ids)) {
    text = text.replaceAll(replaceable[name as keyof typeof replaceable], id);
  }
  return JSON.parse(text) as Example;
}
