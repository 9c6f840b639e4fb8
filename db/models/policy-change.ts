import type { Author } from '../../domain/ground/author.js';
import type { DatedEdits } from '../../domain/intake/answer-edits.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { PolicyChangeData, PolicyChangeKind } from '../../domain/policy/policy-change.js';
import { BaseModel } from './base.js';

/** One change of a policy, in the order in which they were recorded. Rows are only ever added. */
export class PolicyChange extends BaseModel {
  static override tableName = 'policy_changes';
  static override idColumn = ['policy_id', 'seq'];
  static override jsonAttributes = ['intake', 'edits', 'data', 'createdBy'];

  declare policyId: string;
  /** From 1, consecutive per policy. */
  declare seq: number;
  declare kind: PolicyChangeKind;
  declare effectiveDate: string;
  declare recordedAt: Date;
  /** The term whose premium it changes. */
  declare termNumber: number;
  /** The change of its term's premium; decimal text. */
  declare premiumChange: string;
  /** The premium of a full term, from the effective date on; decimal text. */
  declare termPremium: string;
  declare quoteId: string | null;
  /** All answers at the beginning of a term; for other changes those that were sent, null if none were. */
  declare intake: AnswerMap | null;
  /** What it does to the answers of its term. */
  declare edits: DatedEdits[] | null;
  declare triggerRequestId: string | null;
  declare data: PolicyChangeData;
  declare createdBy: Author;
}
