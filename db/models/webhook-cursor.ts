import { BaseModel } from './base.js';

/** How far an endpoint was told of the feed of changes. */
export class WebhookCursor extends BaseModel {
  static override tableName = 'webhook_cursors';
  static override idColumn = 'endpoint_id';

  declare endpointId: string;
  /** Changes up to this number are told: text, because it is a `bigint`. */
  declare after: string;
  /** Of an endpoint that is polled: when it was polled last. */
  declare polledAt: Date | null;
}
