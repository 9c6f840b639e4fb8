import { z } from 'zod';
import { eventFilters, eventState } from '../../db/events/event-filters.js';
import { filterFields } from '../../db/filters.js';
import { eventType } from '../../domain/events/catalog.js';
import { refusalCodes } from '../../domain/events/refusal.js';
import { jsonObject, uuid } from '../../domain/ground/primitives.js';
import { triggerResult } from '../event-firing/schemas.js';
import { endpoint } from '../http/endpoint.js';
import { pageFields, pageQuery } from '../http/page.js';

const timestamp = z.iso.datetime();

const acknowledgement = z
  .object({
    acknowledgedTimestamp: timestamp,
    acknowledgedBy: jsonObject.meta({ description: 'Who did, with `kind`, `id` and `name`.' }),
    note: z.string().optional(),
  })
  .meta({
    id: 'EventAcknowledgement',
    description: 'Somebody knows that it failed, and nothing more has to be done.',
  });

const listedEvent = z
  .object({
    triggerRequestId: uuid,
    organizationId: uuid.meta({
      description: 'The organization that it belongs to: its own, or the other one.',
    }),
    type: eventType,
    state: eventState,
    lineId: uuid.meta({ description: 'The product.' }),
    lineName: z.string(),
    productVersionId: uuid,
    clientId: uuid.optional(),
    clockId: uuid.optional().meta({ description: "The client's test clock." }),
    businessTimestamp: timestamp
      .optional()
      .meta({ description: 'The time of that clock when it was fired.' }),
    policyId: uuid.optional(),
    batchId: uuid.optional(),
    parentTriggerRequestId: uuid.optional().meta({ description: 'The event whose action fired this one.' }),
    failedActionCount: z.number().int(),
    firedBy: jsonObject.meta({
      description:
        'Who fired it, with `kind`, `id` and `name`: `SERVICE`, `USER` or `API_KEY`; `ORGANIZATION` for old events. ' +
        'Unlike `source`, it is not said by the caller.',
    }),
    retries: z.number().int().meta({ description: 'How often failed actions were retried.' }),
    createdTimestamp: timestamp,
    closedTimestamp: timestamp.optional(),
    acknowledgement: acknowledgement.optional(),
  })
  .meta({ id: 'ListedEvent' });

const actionState = z
  .enum(['PLANNED', 'RUNNING', 'WAITING', 'SUCCEEDED', 'FAILED', 'CANCELLED', 'SKIPPED', 'NOT_RUN'])
  .meta({
    id: 'ActionState',
    description:
      '`PLANNED`: it is not due yet. `SKIPPED`: its condition did not hold. `NOT_RUN`: the ' +
      'event ended before it was due.',
  });

const earlierRun = z
  .object({
    run: z.number().int().meta({ description: '0 is the first run of the event.' }),
    state: actionState,
    attempts: z.number().int(),
    lastError: z.string().optional(),
    startedTimestamp: timestamp,
    endedTimestamp: timestamp.optional(),
  })
  .meta({ id: 'EarlierActionRun' });

const eventAction = z
  .object({
    actionId: uuid,
    kind: z.enum(['DEFAULT', 'CONFIGURED']).meta({ id: 'ActionKind' }),
    type: z.string(),
    name: z.string(),
    state: actionState,
    attempts: z.number().int().meta({ description: 'Of the latest run; 0 before the first.' }),
    lastError: z.string().optional(),
    requestId: uuid.optional().meta({
      description: 'The request id for its answer through `POST /inbound`; of a rating, also its quote.',
    }),
    answeredBy: uuid.optional().meta({ description: 'The organization that alone may answer it.' }),
    waitsFor: z.string().optional(),
    waitsUntil: timestamp.optional(),
    startedTimestamp: timestamp.optional(),
    endedTimestamp: timestamp.optional(),
    earlierRuns: z.array(earlierRun).optional().meta({ description: 'Its failures before it was repeated.' }),
  })
  .meta({ id: 'EventAction' });

const links = z
  .object({
    self: z.string(),
    quotesOfEvent: z.string(),
    quotes: z.array(z.string()),
    policies: z.array(z.string()),
    batch: z.string().optional(),
    parent: z.string().optional(),
    children: z.array(z.string()),
    temporal: z.string().optional().meta({ description: "The latest run's page in the Temporal UI." }),
  })
  .meta({
    id: 'EventLinks',
    description: 'Paths of this interface, and external URLs. Up to 200 per list.',
  });

export const eventRun = listedEvent
  .extend({
    source: jsonObject.optional(),
    cancelRequestedTimestamp: timestamp.optional(),
    triggerResult: triggerResult.optional().meta({ description: 'Without secrets.' }),
    refusal: z
      .object({
        detail: z.string(),
        field: z.string().optional(),
        code: z
          .enum(refusalCodes)
          .meta({ id: 'RefusalCode' })
          .optional()
          .meta({ description: 'As in the problem that answered it.' }),
        holdId: z.string().optional().meta({ description: 'The hold that stops it.' }),
      })
      .meta({ id: 'EventRefusal' })
      .optional()
      .meta({ description: 'Why the event was refused.' }),
    actions: z.array(eventAction).meta({ description: "None of another organization's event." }),
    links,
  })
  .meta({ id: 'EventRun' });

export type EventRunObject = z.infer<typeof eventRun>;
export type ListedEvent = z.infer<typeof listedEvent>;
export type EventActionObject = z.infer<typeof eventAction>;
export type EarlierRunObject = z.infer<typeof earlierRun>;

const oneEvent = z.object({ triggerRequestId: uuid });
const tags = ['Events'] as const;

export const getEvent = endpoint({
  method: 'get',
  path: '/event/:triggerRequestId',
  operationId: 'getEvent',
  summary: 'Inspect an event and its run',
  description:
    'The progress of the event: each action with its state, attempts and errors, and what it waits for.',
  tags,
  params: oneEvent,
  responses: { 200: { description: 'The event.', schema: eventRun } },
  permission: 'events:read',
});

export const listEvents = endpoint({
  method: 'get',
  path: '/event',
  operationId: 'listEvents',
  summary: 'List events, newest first',
  description:
    'Totals are exact up to 10,000; beyond, `totalElements` is 10,000 and `totalIsExact` is false. Pages end there, ' +
    'too: continue with `createdTo` of the oldest event read.',
  tags,
  query: z.object({
    ...filterFields(eventFilters),
    ...pageQuery,
  }),
  responses: {
    200: {
      description: 'A page of events.',
      schema: z.object({ ...pageFields(listedEvent), totalIsExact: z.boolean() }).meta({ id: 'EventPage' }),
    },
  },
  permission: 'events:read',
});

export type EventQuery = z.infer<NonNullable<typeof listEvents.query>>;

const batchProgress = z
  .object({
    batchId: uuid,
    totalEvents: z.number().int(),
    openEvents: z.number().int().meta({ description: 'Accepted or running.' }),
    states: z
      .object({
        ACCEPTED: z.number().int(),
        RUNNING: z.number().int(),
        COMPLETED: z.number().int(),
        CANCELLED: z.number().int(),
        FAILED: z.number().int(),
      })
      .meta({ id: 'BatchStates' }),
    quotes: z.object({ quoted: z.number().int(), declined: z.number().int() }).meta({ id: 'BatchQuotes' }),
    firstCreatedTimestamp: timestamp,
    lastCreatedTimestamp: timestamp,
    lastClosedTimestamp: timestamp.optional(),
    failedEvents: z
      .number()
      .int()
      .meta({ description: 'Failed events, and those in which an action failed.' }),
    failedTriggerRequestIds: z.array(uuid).meta({ description: 'The oldest 100 of them.' }),
  })
  .meta({ id: 'BatchProgress' });

export type BatchProgressObject = z.infer<typeof batchProgress>;

export const getBatch = endpoint({
  method: 'get',
  path: '/event/batch/:batchId',
  operationId: 'getBatch',
  summary: 'Read the progress of a batch',
  tags,
  params: z.object({ batchId: uuid }),
  responses: { 200: { description: 'Its progress.', schema: batchProgress } },
  permission: 'events:read',
});

export const cancelEvent = endpoint({
  method: 'post',
  path: '/event/:triggerRequestId/cancel',
  operationId: 'cancelEvent',
  summary: 'Cancel a run',
  description:
    'Waiting and running actions end as `CANCELLED`, and no others begin; completed actions are not undone. Canceling ' +
    'again changes nothing.',
  tags,
  params: oneEvent,
  responses: {
    200: { description: 'It is canceled.', schema: eventRun },
    202: { description: 'It will be canceled as soon as a worker is available.', schema: eventRun },
    409: { description: 'It is over.' },
  },
  permission: 'BY_EVENT_TYPE',
});

export const retryEvent = endpoint({
  method: 'post',
  path: '/event/:triggerRequestId/retry',
  operationId: 'retryEvent',
  summary: 'Retry failed actions',
  description:
    "Repeats the failed actions of an event that is over, in a new run. A failed rating's declined quote is " +
    'replaced. The trigger result stays; a refused event runs again as a whole.',
  tags,
  params: oneEvent,
  responses: {
    202: { description: 'They run again.', schema: eventRun },
    409: { description: 'It is still running, or nothing failed.' },
  },
  permission: 'BY_EVENT_TYPE',
});

export const acknowledgeEvent = endpoint({
  method: 'post',
  path: '/event/:triggerRequestId/acknowledge',
  operationId: 'acknowledgeEvent',
  summary: 'Acknowledge that an event failed',
  description:
    'Nothing more has to be done about it: `GET /event?acknowledged=false` leaves it out. The first acknowledgement stays; ' +
    'a retry takes it away, as its failures are new ones.',
  tags,
  params: oneEvent,
  body: z
    .object({ note: z.string().trim().min(1).max(2_000).optional().meta({ description: 'Why.' }) })
    .meta({ id: 'EventAcknowledgementToGive' }),
  bodyExample: { note: 'The client bought elsewhere.' },
  bodyOptional: true,
  responses: {
    200: { description: 'It is acknowledged.', schema: eventRun },
    409: { description: 'It is still running, or nothing failed.' },
  },
  permission: 'BY_EVENT_TYPE',
});
