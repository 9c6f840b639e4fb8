import { z } from 'zod';
import { eventType } from '../../domain/events/catalogue.js';
import { uuid } from '../../domain/ground/primitives.js';
import { between, type Filters, type FilterValues } from '../filters.js';
import { eventStates } from '../models/event.js';

export const eventState = z.enum(eventStates).meta({
  id: 'EventState',
  description:
    '`ACCEPTED`: no action has begun. `COMPLETED`: every action has ended, failed ones included. `FAILED`: the ' +
    'event was refused, an action of its own failed for good (other than saving the client), or its run was lost.',
});

const created = between('created_at', 'events_organization');

/** The filters of the list of events. */
export const eventFilters = {
  type: { schema: eventType, column: 'type', index: 'events_organization_type' },
  lineId: { schema: uuid, column: 'product_id', index: 'events_product' },
  clientId: { schema: uuid, column: 'client_id', index: 'events_client' },
  policyId: { schema: uuid, column: 'policy_id', index: 'events_policy' },
  batchId: { schema: uuid, column: 'batch_id', index: 'events_batch' },
  state: { schema: eventState, column: 'state', index: 'events_not_completed' },
  createdFrom: created.from,
  createdTo: created.to,
} as const satisfies Filters;

export type EventFilter = FilterValues<typeof eventFilters>;
