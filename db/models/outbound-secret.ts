import { BaseModel } from './base.js';

/** The secret that signs an organization's outbound requests. */
export class OutboundSecret extends BaseModel {
  static override tableName = 'outbound_secrets';
  static override idColumn = 'organization_id';

  declare organizationId: string;
  declare secret: string;
  declare createdAt: Date;
}
