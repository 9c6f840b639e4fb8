import { BaseModel } from './base.js';

/** What notifications to an endpoint are signed with. It is kept as it is: the same key signs and verifies. */
export class WebhookSecret extends BaseModel {
  static override tableName = 'webhook_secrets';

  declare id: string;
  declare endpointId: string;
  declare secret: string;
  declare createdAt: Date;
  /** Null: the current one, without an end. */
  declare validUntil: Date | null;
}
