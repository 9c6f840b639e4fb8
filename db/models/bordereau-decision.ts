import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';

/** What an insurer says of a row of a premium bordereau. Rows are only ever added; the last one counts. */
export class BordereauDecision extends BaseModel {
  static override tableName = 'bordereau_decisions';
  static override jsonAttributes = ['decidedBy'];

  declare id: string;
  /** Text, because it is a `bigint`. */
  declare seq: string;
  /** The month. */
  declare closeId: string;
  declare productId: string;
  declare sellerId: string;
  declare policyId: string;
  declare termNumber: number;
  declare entryId: string | null;
  declare decision: 'ACCEPTED' | 'DISPUTED';
  declare reason: string | null;
  declare decidedAt: Date;
  declare decidedBy: Author;
}
