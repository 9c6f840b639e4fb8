import type { Knex } from 'knex';
import { raw } from 'objection';
import type { PolicyEventType } from '../../domain/events/fields/policy-event-types.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import type { PolicyChangeData, PolicyChangeKind } from '../../domain/policy/policy-change.js';
import type { PremiumLayer } from '../../domain/policy/proration.js';
import { facts } from '../facts.js';
import { authorOf, type MadeBy } from '../identity/author.js';
import { type EntryToRecord, recordLedgerEntry } from '../ledger/record-entry.js';
import type { LedgerEntry } from '../models/ledger-entry.js';
import type { Policy } from '../models/policy.js';
import { PolicyChange } from '../models/policy-change.js';
import { PolicyEvent } from '../models/policy-event.js';

/** A new element of the policy's `events` (spec 2.6). */
export interface PolicyEventToRecord<Type extends string = PolicyEventType> {
  /** Derived, so that a retry finds it again. */
  id: string;
  type: Type;
  label?: string | null | undefined;
  description?: string | null | undefined;
  data?: JsonObject;
}

export interface ChangeToRecord {
  kind: PolicyChangeKind;
  effectiveDate: string;
  recordedAt: Date;
  /** The change of the term's premium, with the periods over which it is earned. */
  lines: readonly PremiumLayer[];
  /** Decimal text; the premium of a full term from the effective date on. */
  termPremium: string;
  quoteId?: string | null;
  /** All answers at the start of a term; else the changed ones. */
  answers?: AnswerMap | null;
  triggerRequestId?: string | null;
  data?: PolicyChangeData;
  /** Its ledger entry; without it, the change does not touch the ledger. */
  entry?: Pick<
    EntryToRecord,
    'id' | 'eventAnswers' | 'doc' | 'additionalDocs' | 'appliedToStatement' | 'statementId'
  >;
  event?: PolicyEventToRecord;
  /** By default whoever fired the event, or the service itself. */
  createdBy?: JsonObject | null;
}

export interface RecordedChange {
  seq: number;
  /** Present if the change has one. */
  entry: LedgerEntry | undefined;
}

/**
 * Appends a change to a policy: the change itself, its ledger entry with the lines, and an event of the
 * policy. The transaction must have locked the policy (`lockPolicy`) or inserted it, with the
 * term number of the change. The row's premium follows the ledger, so a policy is inserted, and renewed, with
 * a premium of 0.
 */
export async function recordPolicyChange(
  trx: Knex,
  policy: Policy,
  { entry, event, createdBy = null, answers = null, lines, ...change }: ChangeToRecord,
): Promise<RecordedChange> {
  const { triggerRequestId = null, quoteId = null, data = {}, effectiveDate, recordedAt } = change;
  const { termNumber } = policy;
  const recorded = { quoteId, triggerRequestId, effectiveDate };
  const { seq } = await PolicyChange.query(trx)
    .insert({
      ...change,
      ...recorded,
      premiumChange: sumOfAmounts(lines.map(({ amount }) => amount)),
      policyId: policy.id,
      seq: raw('(select coalesce(max(seq), 0) + 1 from policy_changes where policy_id = ?)', [policy.id]),
      termNumber,
      intake: answers,
      data,
      createdBy: authorOf({ createdBy, triggerRequestId }),
    })
    .returning('*');
  const written =
    entry &&
    (await recordLedgerEntry(trx, policy, { ...entry, ...recorded, lines, createdBy, now: recordedAt }));
  if (event) {
    await recordPolicyEvent(trx, policy.id, {
      ...event,
      effectiveDate,
      triggerRequestId,
      createdBy,
      now: recordedAt,
    });
  }
  return { seq, entry: written };
}

/** A new element of a policy's `events`, with its day and its origin. */
type NewPolicyEvent<Type extends string> = PolicyEventToRecord<Type> &
  MadeBy & { effectiveDate?: string | null | undefined; now: Date };

/**
 * Appends to the `events` of a full policy; an existing event is left unchanged. Its author is `createdBy`, else
 * whoever fired the event, else the service itself.
 */
export async function recordPolicyEvent(
  trx: Knex,
  policyId: string,
  event: NewPolicyEvent<PolicyEventType>,
): Promise<void> {
  await recordOwnPolicyEvent(trx, policyId, event);
  facts.policyEvent.tellAfterCommit(trx, () => ({ type: event.type }));
}

/** The same for an event of the caller's own type. */
export async function recordOwnPolicyEvent(
  trx: Knex,
  policyId: string,
  { now, ...event }: NewPolicyEvent<string>,
): Promise<void> {
  await PolicyEvent.query(trx)
    .insert({ ...event, policyId, data: event.data ?? {}, createdAt: now, createdBy: authorOf(event) })
    .onConflict('id')
    .ignore();
}
