import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';
import type { SavedMethod } from './saved-method.js';

/** When and by what the policyholder agreed to be charged. */
export interface CollectionConsent {
  /** ISO 8601. */
  at: string;
  source: string;
}

/** That a policy's statements are charged to a saved payment method. */
export class CollectionAgreement extends BaseModel {
  static override tableName = 'collection_agreements';
  static override idColumn = 'policy_id';
  static override jsonAttributes = ['consent', 'createdBy', 'endedBy'];

  declare policyId: string;
  declare methodId: string;
  /** Statements that were due before are not charged by themselves. */
  declare firstDay: string;
  declare consent: CollectionConsent;
  /** Counts the agreements of the policy. */
  declare version: number;
  declare createdAt: Date;
  declare createdBy: Author;
  declare endedAt: Date | null;
  declare endedBy: Author | null;
  declare endReason: string | null;
  declare method?: SavedMethod;
}
