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

  policyId!: string;
  /** From 1, consecutive per policy. */
  seq!: number;
  kind!: PolicyChangeKind;
  effectiveDate!: string;
  recordedAt!: Date;
  /** The term whose premium it changes. */
  termNumber!: number;
  /** The change of its term's premium; decimal text. */
  premiumChange!: string;
  /** The premium of a full term, from the effective date on; decimal text. */
  termPremium!: string;
  quoteId!: string | null;
  /** All answers at the beginning of a term; for other changes those that were sent, null if none were. */
  intake!: AnswerMap | null;
  /** What it does to the answers of its term. */
  edits!: DatedEdits[] | null;
  triggerRequestId!: string | null;
  data!: PolicyChangeData;
  createdBy!: Author;
}
