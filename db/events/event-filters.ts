import { z } from 'zod';
import { eventType } from '../../domain/events/catalog.js';
import { uuid } from '../../domain/ground/primitives.js';
import { between, type Filters, type FilterValues, flag } from '../filters.js';
import { eventStates } from '../models/event.js';

export const eventState = z.enum(eventStates).meta({
  id: 'EventState',
  description:
    '`ACCEPTED`: no action has begun. `COMPLETED`: every action has ended, failed ones included. `FAILED`: the ' +
    'event was refused, an action of its own failed for good (other than saving the client), or its run was lost.',
});

const created = between('created_at', 'events_organization');

const withAction = (state: 'FAILED' | 'WAITING') =>
  `exists (select from action_runs action
    where action.trigger_request_id = events.trigger_request_id and action.state = '${state}')`;

/** Something failed in the event: an action, or the event as a whole. */
export const hasFailed = `(events.state = 'FAILED' or ${withAction('FAILED')})`;

/** The filters of the list of events. */
export const eventFilters = {
  type: { schema: eventType, column: 'type', index: 'events_organization_type' },
  lineId: { schema: uuid, column: 'product_id', index: 'events_product' },
  clientId: { schema: uuid, column: 'client_id', index: 'events_client' },
  clockId: { schema: uuid, description: 'The test clock.', column: 'clock_id', index: 'events_clock' },
  policyId: { schema: uuid, column: 'policy_id', index: 'events_policy' },
  batchId: { schema: uuid, column: 'batch_id', index: 'events_batch' },
  state: { schema: eventState, column: 'state', index: 'events_not_completed' },
  failedActions: {
    schema: flag,
    description: 'Whether an action failed, in whatever state the event is.',
    column: 'trigger_request_id',
    index: 'action_runs_failed',
    condition: { true: withAction('FAILED'), false: `not ${withAction('FAILED')}` },
  },
  acknowledged: {
    schema: flag,
    description: 'Whether somebody acknowledged what failed.',
    column: 'acknowledgement',
    index: 'events_acknowledged',
    condition: { true: 'events.acknowledgement is not null', false: 'events.acknowledgement is null' },
  },
  waiting: {
    schema: flag,
    description: 'Whether an action waits, such as for the answer of a carrier.',
    column: 'trigger_request_id',
    index: 'action_runs_pkey',
    condition: {
      // Few events are open, and they have an index.
      true: `events.state = 'RUNNING' and events.state <> 'COMPLETED' and ${withAction('WAITING')}`,
      false: `not (events.state = 'RUNNING' and ${withAction('WAITING')})`,
    },
  },
  createdFrom: created.from,
  createdTo: created.to,
} as const satisfies Filters;

export type EventFilter = FilterValues<typeof eventFilters>;
