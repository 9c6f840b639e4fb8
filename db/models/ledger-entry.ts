import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

/** A document in a ledger entry (spec 2.7). */
export type DocumentOfEntry = JsonObject & { contentId: string };

/** The current state of a ledger entry (spec 2.7); the journal has its history. */
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
  /** Decimal text: a charge if positive, a return if negative. */
  declare premium: string;
  declare effectiveDate: string;
  declare appliedToStatement: boolean;
  declare statementId: string | null;
  declare eventAnswers: JsonObject | null;
  declare doc: DocumentOfEntry | null;
  declare additionalDocs: DocumentOfEntry[];
  declare createdAt: Date;
  declare createdBy: JsonObject | null;
  /** Null unless it was deleted. */
  declare deletedAt: Date | null;
  /** The `rateMeta` of its quote's metadata, where it was read. */
  declare quoteRateMeta?: JsonObject | null;
}
