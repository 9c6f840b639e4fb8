import { BaseModel } from './base.js';

/** A link by which a policyholder sees and ends the automatic collection of a policy. */
export class CollectionLink extends BaseModel {
  static override tableName = 'collection_links';
  static override idColumn = 'token_sha256';

  /** Only the mail has the token. */
  declare tokenSha256: Buffer;
  declare policyId: string;
  declare expiresAt: Date;
}
