import type { JsonObject } from '../../domain/ground/json.js';
import { BaseModel } from './base.js';

export type LedgerLineKind = 'RECORDED' | 'EDITED' | 'DELETED' | 'APPLIED';

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
  declare data: JsonObject;
  declare triggerRequestId: string | null;
  declare createdAt: Date;
  declare createdBy: JsonObject | null;
}
