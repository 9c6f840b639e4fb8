import { BaseModel } from './base.js';

/** The queue of a webhook endpoint. A trigger creates it with the endpoint. */
export class WebhookQueue extends BaseModel {
  static override tableName = 'webhook_queues';
  static override idColumn = 'endpoint_id';

  declare endpointId: string;
  /** `IDLE`: a new delivery wakes the workflow. `WORKING`: it is sending. `PAUSED`: the endpoint does not answer. */
  declare state: 'IDLE' | 'WORKING' | 'PAUSED';
  /** When the workflow looks again, at the latest; null while idle. */
  declare nextLookAt: Date | null;
  /** Attempts that failed one after the other. */
  declare failures: number;
  /** The first of them. */
  declare failingSince: Date | null;
  declare lastError: string | null;
}
