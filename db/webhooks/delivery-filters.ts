import { z } from 'zod';
import { eventTypes } from '../../domain/events/catalog.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { changeNoticeTypes } from '../../domain/webhooks/change-notices.js';
import type { Filters, FilterValues } from '../filters.js';
import { webhookDeliveryStates } from '../models/webhook-delivery.js';
import { disabledType, testEventType } from './notification-body.js';

export const deliveryState = z.enum(webhookDeliveryStates).meta({ id: 'WebhookDeliveryState' });

/** The types of notifications: those of events, of changes, of a test, and of another endpoint that was disabled. */
export const notificationType = z
  .enum([...eventTypes, ...changeNoticeTypes, testEventType, disabledType])
  .meta({ id: 'NotificationType' });

const created = {
  column: 'created_at',
  index: 'webhook_deliveries_organization',
  bound: (said: string) => new Date(said),
} as const;

/** The filters of the list of deliveries. */
export const deliveryFilters = {
  endpointId: { schema: uuid, column: 'endpoint_id', index: 'webhook_deliveries_endpoint' },
  state: { schema: deliveryState, column: 'state', index: 'webhook_deliveries_state' },
  eventType: {
    schema: notificationType,
    column: 'event_type',
    index: 'webhook_deliveries_organization',
  },
  triggerRequestId: {
    schema: uuid,
    column: 'trigger_request_id',
    index: 'webhook_deliveries_trigger_request_id_endpoint_id_run_retry_key',
  },
  createdFrom: { schema: instant, description: 'Inclusive.', compare: '>=', ...created },
  createdTo: { schema: instant, description: 'Exclusive.', compare: '<', ...created },
} as const satisfies Filters;

export type DeliveryFilter = FilterValues<typeof deliveryFilters>;
