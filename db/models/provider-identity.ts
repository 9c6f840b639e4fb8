import { BaseModel } from './base.js';

/** Whom an identity provider means by a subject, in one organization. */
export class ProviderIdentity extends BaseModel {
  static override tableName = 'provider_identities';
  static override idColumn = ['issuer', 'subject', 'organization_id'];

  declare issuer: string;
  declare subject: string;
  declare organizationId: string;
  declare personId: string;
  declare createdAt: Date;
}
