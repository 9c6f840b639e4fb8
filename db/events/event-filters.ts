import { z } from 'zod';
import { eventType } from '../../domain/events/catalogue.js';
import { calendarDate, instant, uuid } from '../../domain/ground/primitives.js';
import type { Filters, FilterValues } from '../filters.js';
import { eventStates } from '../models/event.js';

export const eventState = z.enum(eventStates).meta({
  id: 'EventState',
  description:
    '`ACCEPTED`: no action has begun. `COMPLETED`: every action has ended, failed ones included. `FAILED`: the ' +
    'event was refused, an action of its own failed for good (other than saving the client), or its run was lost.',
});

const dayMs = 24 * 3_600_000;
const moment = z.union([instant, calendarDate], 'must be a date, or an ISO 8601 date-time with an offset');

/** The filters of the list of events. */
export const eventFilters = {
  type: { schema: eventType, column: 'type', index: 'events_organization_type' },
  lineId: { schema: uuid, column: 'product_id', index: 'events_product' },
  clientId: { schema: uuid, column: 'client_id', index: 'events_client' },
  policyId: { schema: uuid, column: 'policy_id', index: 'events_policy' },
  batchId: { schema: uuid, column: 'batch_id', index: 'events_batch' },
  state: { schema: eventState, column: 'state', index: 'events_not_completed' },
  createdFrom: {
    schema: moment,
    description: 'Inclusive; a date stands for its start in UTC.',
    ...{ column: 'created_at', compare: '>=', index: 'events_organization' },
    bound: (said) => new Date(said),
  },
  createdTo: {
    schema: moment,
    description: 'Inclusive; a date stands for its end in UTC.',
    ...{ column: 'created_at', compare: '<', index: 'events_organization' },
    // The first moment after it: answers have milliseconds, but the database microseconds.
    bound: (said) => new Date(new Date(said).getTime() + (said.includes('T') ? 1 : dayMs)),
  },
} as const satisfies Filters;

export type EventFilter = FilterValues<typeof eventFilters>;
