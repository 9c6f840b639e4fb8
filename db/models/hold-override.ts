import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';

/** A hold does not stop this quote and further ones of its client, or this policy. */
export class HoldOverride extends BaseModel {
  static override tableName = 'hold_overrides';
  static override jsonAttributes = ['createdBy'];

  declare id: string;
  declare holdId: string;
  declare quoteId: string | null;
  /** Of the quote or policy; null: a quote without a client. */
  declare clientId: string | null;
  declare policyId: string | null;
  declare reason: string;
  declare createdAt: Date;
  declare createdBy: Author;
}
