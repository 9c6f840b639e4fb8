import { z } from 'zod';
import { type EventType, eventCatalog, eventTypes } from '../../domain/events/catalog.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { exampleEvents } from '../../domain/events/example-events.js';
import { uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { triggerMetadata } from './result-schemas.js';

/** Trigger result (spec 2.8). */
export const triggerResult = z
  .object({
    triggerRequestId: uuid,
    executedActionCount: z
      .number()
      .int()
      .meta({ description: 'Configured actions dispatched; default actions are not counted.' }),
    expectedResponseCount: z
      .number()
      .int()
      .meta({ description: 'Dispatched actions whose type has a response.' }),
    metadata: triggerMetadata,
  })
  .meta({ id: 'TriggerResult' });

export type TriggerResult = z.infer<typeof triggerResult>;

const exampleOf = (type: EventType) => {
  const actions = eventCatalog[type].defaultActions.map(({ name }) => name).join(', ');
  return { summary: actions === '' ? type : `${type}: ${actions}`, value: exampleEvents[type] };
};

/** One of each type; the first is what most callers fire first. */
const bodyExamples = Object.fromEntries(
  (['GET_QUOTES', ...eventTypes] as const).map((type) => [type, exampleOf(type)]),
);

export const fireEvent = endpoint({
  method: 'post',
  path: '/event/fire',
  inLanguages: true,
  operationId: 'fireEvent',
  summary: 'Fire an event',
  description:
    'Starts a durable run: default actions, then the actions that the product configures for this event type. ' +
    'Firing the same envelope again under the same `triggerRequestId` returns the first result.',
  tags: ['Events'],
  body: eventEnvelope,
  bodyExamples,
  bodyLimit: 10 * 1024 * 1024,
  responses: {
    200: { description: 'The trigger result.', schema: triggerResult },
    404: { description: 'A record that the event names does not exist, or belongs to another organization.' },
    409: { description: 'The state of a record does not allow the event; or the id is of another event.' },
    503: { description: 'The event is kept but not finished; fire it again under its `triggerRequestId`.' },
  },
  permission: 'BY_EVENT_TYPE',
  share: 'events',
  spec: '4.4, 6',
});
