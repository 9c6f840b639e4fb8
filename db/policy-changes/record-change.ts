import type { Knex } from 'knex';
import { raw } from 'objection';
import type { PolicyEventType } from '../../domain/events/fields/policy-event-types.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import {
  type PolicyChange,
  type PolicyChangeData,
  type PricedChange,
  totalOfChange,
} from '../../domain/policy/policy-change.js';
import { facts } from '../facts.js';
import { authorOf, type MadeBy } from '../identity/author.js';
import { type NewEntry, recordLedgerEntry } from '../ledger/record-entry.js';
import type { LedgerEntry } from '../models/ledger-entry.js';
import type { Policy } from '../models/policy.js';
import { PolicyChange as PolicyChangeRow } from '../models/policy-change.js';
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

/** A change that an event makes, and the days until its statement is due. */
export interface ChangeByEvent {
  event: PolicyEventToRecord & { label: string };
  dueDays: number;
  triggerRequestId: string;
  now: BusinessTime;
}

/** How a change is recorded. Its author is, by default, the caller that fired the event, or the service itself. */
interface ChangeRecording extends MadeBy {
  recordedAt: Date;
  /** Its details beside its price. */
  data?: PolicyChangeData;
  /** Its ledger entry; without it, the change does not touch the ledger. */
  entry?: Omit<NewEntry, 'effectiveDate' | 'quoteId' | 'termNumber'>;
  event?: PolicyEventToRecord;
}

/**
 * Appends a change to a policy: the change itself, its ledger entry with the lines, and an event of the
 * policy. The transaction must have locked the policy (`lockPolicy`) or inserted it. The row's premium follows the
 * ledger, so a policy is inserted, and renewed, with a premium of 0.
 */
export async function recordPolicyChange(
  trx: Knex,
  policy: Policy,
  change: PricedChange & ChangeRecording & Required<Pick<ChangeRecording, 'entry'>>,
): Promise<{ change: PolicyChange; entry: LedgerEntry }>;
export async function recordPolicyChange(
  trx: Knex,
  policy: Policy,
  change: PricedChange & ChangeRecording,
): Promise<{ change: PolicyChange; entry: LedgerEntry | undefined }>;
export async function recordPolicyChange(
  trx: Knex,
  policy: Policy,
  change: PricedChange & ChangeRecording,
): Promise<{ change: PolicyChange; entry: LedgerEntry | undefined }> {
  const { kind, effectiveDate, termPremium, lines, charges, stretches, entry, event, recordedAt } = change;
  const { termNumber = policy.termNumber, quoteId = null, answers = null, edits = [] } = change;
  const { triggerRequestId = null, createdBy = null } = change;
  const { premium: premiumChange, taxesAndFees } = totalOfChange(change);
  const recorded = { kind, termNumber, effectiveDate, recordedAt, premiumChange, termPremium, quoteId };
  const data = {
    ...change.data,
    ...(stretches && { stretches }),
    ...(charges && { charges, taxesAndFees }),
  };
  const { seq } = await PolicyChangeRow.query(trx)
    .insert({
      ...recorded,
      policyId: policy.id,
      intake: answers,
      data,
      triggerRequestId,
      edits: edits.length === 0 ? null : [...edits],
      seq: raw('(select coalesce(max(seq), 0) + 1 from policy_changes where policy_id = ?)', [policy.id]),
      createdBy: authorOf({ createdBy, triggerRequestId }),
    })
    .returning('*');
  const by = { triggerRequestId, createdBy, now: recordedAt };
  const written =
    entry &&
    (await recordLedgerEntry(trx, policy, {
      ...entry,
      ...by,
      effectiveDate,
      termNumber,
      quoteId,
      lines,
      charges,
    }));
  if (event) await recordPolicyEvent(trx, policy.id, { ...event, ...by, effectiveDate });
  return { change: { ...recorded, seq, answers, edits, data }, entry: written };
}

/** A new element of a policy's `events`, with its day and its origin. */
type NewPolicyEvent<Type extends string> = PolicyEventToRecord<Type> &
  MadeBy & { effectiveDate?: string | null | undefined; now: Date };

/**
 * Appends to the `events` of a full policy; an existing event is left unchanged. Its author is `createdBy`, else
 * the caller that fired the event, else the service itself.
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
