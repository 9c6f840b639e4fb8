import type { AnswerMap } from '../../domain/intake/answers.js';
import type { PolicyChangeData, PolicyChangeKind } from '../../domain/policy/policy-change.js';
import { BaseModel } from './base.js';

/** One change of a policy, in the order in which they were recorded. Rows are only ever added. */
export class PolicyChange extends BaseModel {
  static override tableName = 'policy_changes';
  static override idColumn = ['policy_id', 'seq'];
  static override jsonAttributes = ['intake', 'data'];

  declare policyId: string;
  /** 1 for the policy's first change, and one more for each that follows. */
  declare seq: number;
  declare kind: PolicyChangeKind;
  declare effectiveDate: string;
  declare recordedAt: Date;
  /** The term whose premium it changes. */
  declare termNumber: number;
  /** What it adds to the premium of its term; decimal text. */
  declare premiumChange: string;
  /** The premium of a whole term that applies from the effective date on; decimal text. */
  declare termPremium: string;
  declare quoteId: string | null;
  /** The answers that hold from the effective date on; null where they stay as they were. */
  declare intake: AnswerMap | null;
  declare triggerRequestId: string | null;
  declare data: PolicyChangeData;
}
