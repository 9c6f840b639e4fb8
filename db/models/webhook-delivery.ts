import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

export const webhookDeliveryStates = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/** A notification to one endpoint, and its result. */
export class WebhookDelivery extends BaseModel {
  static override tableName = 'webhook_deliveries';
  static override jsonAttributes = ['body'];
  static override modifiers = { visibleTo: visibilityOf('webhook_deliveries') };

  declare id: string;
  declare organizationId: string;
  declare endpointId: string;
  /** The event whose end it tells; null for a test, and for a change. */
  declare triggerRequestId: string | null;
  /** The number of the event's run: 0 is the first. */
  declare runRetry: number;
  declare eventType: string;
  /** The test clock of the record whose change it tells: it is deleted with it. */
  declare clockId: string | null;
  /** The id for receivers, the same for every attempt. */
  declare messageId: string;
  declare body: JsonObject;
  declare state: WebhookDeliveryState;
  /** How often it was resent; an attempt from before the last resend changes nothing. */
  declare resends: number;
  declare attempts: number;
  /** The number of scheduled retries since `sendingSince`. */
  declare retries: number;
  /** When it was created or last resent. */
  declare sendingSince: Date;
  declare lastStatus: number | null;
  declare lastError: string | null;
  declare lastAttemptAt: Date | null;
  declare nextAttemptAt: Date | null;
  declare createdAt: Date;
  declare endedAt: Date | null;
}
