import type { Author } from '../../domain/ground/author.js';
import { BaseModel } from './base.js';

/** A commission that somebody of the insurer adds or takes back by hand. */
export class CommissionAdjustment extends BaseModel {
  static override tableName = 'commission_adjustments';
  static override jsonAttributes = ['createdBy'];

  declare id: string;
  declare organizationId: string;
  declare sellerId: string;
  declare clockId: string | null;
  declare policyId: string | null;
  declare currency: string;
  /** Decimal text; negative: taken back. */
  declare amount: string;
  declare reason: string;
  declare createdAt: Date;
  declare createdBy: Author;
  /** Null until a month is closed with it. */
  declare statementId: string | null;
}
