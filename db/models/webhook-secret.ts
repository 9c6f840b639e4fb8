import { BaseModel } from './base.js';

/**
 * A secret that signs an endpoint's notifications. It is stored in plain text: the same key signs and
 * verifies.
 */
export class WebhookSecret extends BaseModel {
  static override tableName = 'webhook_secrets';

  declare id: string;
  declare endpointId: string;
  declare secret: string;
  declare createdAt: Date;
  /** Null for the current secret. */
  declare validUntil: Date | null;
}
