import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

/** `MOVED`: the term of the entry was corrected, and its amount is earned over another period. */
export type LedgerLineKind = 'RECORDED' | 'EDITED' | 'DELETED' | 'APPLIED' | 'MOVED';

/** A line of the ledger's journal. Rows are only ever added; those of a term sum to the term's premium. */
export class LedgerLine extends BaseModel {
  static override tableName = 'ledger_journal';
  static override idColumn = 'seq';
  static override jsonAttributes = ['data', 'createdBy'];

  /** Text, because it is a `bigint`. */
  declare seq: string;
  declare entryId: string;
  declare policyId: string;
  declare kind: LedgerLineKind;
  declare termNumber: number;
  declare premiumChange: string;
  declare effectiveDate: string;
  /**
   * The period over which the amount is earned, evenly by days; `earnedUntil` is the day after it. Both days are
   * the same if it is earned at once. Null for lines without an amount.
   */
  declare earnedFrom: string | null;
  declare earnedUntil: string | null;
  declare data: JsonObject;
  declare triggerRequestId: string | null;
  declare createdAt: Date;
  declare createdBy: JsonObject | null;
}
