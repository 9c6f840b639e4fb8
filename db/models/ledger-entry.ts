import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

/** A document as a ledger entry shows it (spec 2.7). */
export type DocumentOfEntry = JsonObject & { contentId: string };

/** A ledger entry as it stands (spec 2.7); how it came to stand so is in the journal. */
export class LedgerEntry extends BaseModel {
  static override tableName = 'ledger_entries';
  static override jsonAttributes = ['eventAnswers', 'doc', 'additionalDocs', 'createdBy'];

  declare id: string;
  declare parentPolicyId: string;
  declare policyNumber: string;
  declare quoteId: string | null;
  declare organizationId: string;
  declare productId: string;
  declare termNumber: number;
  /** Decimal text: above zero charges, below zero returns. */
  declare premium: string;
  declare effectiveDate: string;
  declare appliedToStatement: boolean;
  declare statementId: string | null;
  declare eventAnswers: JsonObject | null;
  declare doc: DocumentOfEntry | null;
  declare additionalDocs: DocumentOfEntry[];
  declare createdAt: Date;
  declare createdBy: JsonObject | null;
  /** Null while it is shown. */
  declare deletedAt: Date | null;
}
