import { BaseModel } from './base.js';

/** A policy that was copied under a clock, with its original. */
export class ClockCopy extends BaseModel {
  static override tableName = 'clock_copies';
  static override idColumn = 'policy_id';

  /** The copy. */
  declare policyId: string;
  declare clockId: string;
  /** The request that made it, with all others of the request. */
  declare copyId: string;
  declare originalPolicyId: string;
  declare originalPolicyNumber: string;
  /** System time. */
  declare copiedAt: Date;
}
