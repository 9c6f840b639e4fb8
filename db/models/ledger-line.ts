import type { JsonObject } from '../../domain/ground/json.js';
import type { LineBasis } from '../../domain/policy/premium-part.js';
import { BaseModel } from './base.js';

/** `MOVED`: the term of the entry was corrected, and its amount is earned over another period. */
export const ledgerLineKinds = ['RECORDED', 'EDITED', 'DELETED', 'APPLIED', 'MOVED'] as const;
export type LedgerLineKind = (typeof ledgerLineKinds)[number];

/** A line of the ledger's journal. Rows are only ever added; those of a term sum to the term's premium. */
export class LedgerLine extends BaseModel {
  static override tableName = 'ledger_journal';
  static override idColumn = 'seq';
  static override jsonAttributes = ['data', 'createdBy'];

  /** Text, because it is a `bigint`. */
  declare seq: string;
  /** Null for a fee or write-off of a statement. */
  declare entryId: string | null;
  declare statementId: string | null;
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
  /** What the premium is for, as in `LineSubject`. */
  declare coverage: string | null;
  declare unit: string | null;
  declare unitClass: string | null;
  declare state: string | null;
  declare basis: LineBasis;
  /** A tax or fee; a line has either this, an amount of premium or exposure. */
  declare chargeChange: string;
  declare chargeType: string | null;
  /** Who levies the tax. */
  declare authority: string | null;
  /** Exposure, without an amount of money: so much for each `exposureDays` days of the period, as in `ExposureLayer`. */
  declare exposureChange: string | null;
  declare exposureDays: number | null;
  declare data: JsonObject;
  declare triggerRequestId: string | null;
  declare createdAt: Date;
  declare createdBy: JsonObject | null;
}
