import { type EventType, eventCatalog, eventTypes } from './catalog.js';
import { exampleIds } from './declarations/example-records.js';

/** An event as a caller fires it. */
export interface ExampleEvent {
  type: EventType;
  lineId: string;
  forceSync?: true;
  payload: object;
}

/** The examples of a type, one for each payload of its declaration. */
export function examplesOf(type: EventType): ExampleEvent[] {
  const { examples, honorsForceSync } = eventCatalog[type];
  return examples.map((payload) => ({
    type,
    lineId: exampleIds.line,
    ...(honorsForceSync && { forceSync: true }),
    payload: payload as object,
  }));
}

/** The first example of each type. */
export const exampleEvents = Object.fromEntries(
  eventTypes.map((type) => [type, examplesOf(type)[0]]),
) as Readonly<Record<EventType, ExampleEvent>>;
