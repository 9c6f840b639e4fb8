import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';
import { visibilityOf } from './visibility.js';

export const webhookDeliveryStates = ['PENDING', 'DELIVERED', 'FAILED', 'CANCELLED'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/** A notification to one endpoint, and what became of it. */
export class WebhookDelivery extends BaseModel {
  static override tableName = 'webhook_deliveries';
  static override jsonAttributes = ['body'];
  static override modifiers = { visibleTo: visibilityOf('webhook_deliveries') };

  declare id: string;
  declare organizationId: string;
  declare endpointId: string;
  /** Null: a test. */
  declare triggerRequestId: string | null;
  /** Which repeat of the event's failed actions it tells of. */
  declare runRetry: number;
  declare eventType: string;
  /** What receivers know it by, however often it is sent. */
  declare messageId: string;
  declare body: JsonObject;
  declare state: WebhookDeliveryState;
  /** How often it was sent anew; only the workflow of the last one may still change the row. */
  declare resends: number;
  declare attempts: number;
  declare lastStatus: number | null;
  declare lastError: string | null;
  declare lastAttemptAt: Date | null;
  declare nextAttemptAt: Date | null;
  declare createdAt: Date;
  declare endedAt: Date | null;
}
