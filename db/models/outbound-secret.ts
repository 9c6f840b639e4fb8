import { BaseModel } from './base.js';

/** What the requests that are sent in an organization's name are signed with. */
export class OutboundSecret extends BaseModel {
  static override tableName = 'outbound_secrets';
  static override idColumn = 'organization_id';

  declare organizationId: string;
  declare secret: string;
  declare createdAt: Date;
}
