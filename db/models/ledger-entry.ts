import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

/** A document in a ledger entry (spec 2.7). */
export type DocumentOfEntry = JsonObject & { contentId: string };

/** The current state of a ledger entry (spec 2.7); the journal has its history. */
export class LedgerEntry extends BaseModel {
  static override tableName = 'ledger_entries';
  static override jsonAttributes = ['eventAnswers', 'doc', 'additionalDocs', 'createdBy'];

  id!: string;
  parentPolicyId!: string;
  policyNumber!: string;
  quoteId!: string | null;
  organizationId!: string;
  productId!: string;
  termNumber!: number;
  /** Decimal text: a charge if positive, a return if negative. */
  premium!: string;
  effectiveDate!: string;
  appliedToStatement!: boolean;
  statementId!: string | null;
  eventAnswers!: JsonObject | null;
  doc!: DocumentOfEntry | null;
  additionalDocs!: DocumentOfEntry[];
  createdAt!: Date;
  createdBy!: JsonObject | null;
  /** Null unless it was deleted. */
  deletedAt!: Date | null;
  /** Counts its changes. */
  version!: number;
  /** Null while it is as it was recorded. */
  updatedAt!: Date | null;
  /** The `rateMeta` of its quote's metadata, where it was read. */
  declare quoteRateMeta?: JsonObject | null;
}
