import type { Knex } from 'knex';
import { whyNotDueDate } from '../../domain/billing/due-date.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { Objection } from '../../domain/ground/objection.js';
import type { Policy } from '../models/policy.js';
import { Statement } from '../models/statement.js';
import { recordPolicyEvent } from '../policy-changes/record-change.js';

/** A statement's new due date. */
export interface DueDateToMove {
  statementId: string;
  dueDate: string;
  reason: string;
  /** The product's setting. */
  mostDays: number | undefined;
  triggerRequestId: string;
  now: BusinessTime;
}

export interface MovedDueDate {
  /** False if the statement is due on that day already. */
  moved: boolean;
  from: string;
}

/**
 * Moves the due date of an open statement, and records it with the policy's events; or returns the objection. A
 * past-due statement is due again. The policy must be locked.
 */
export async function moveDueDate(
  trx: Knex,
  { id: policyId }: Policy,
  { statementId, dueDate, reason, mostDays, triggerRequestId, now }: DueDateToMove,
): Promise<MovedDueDate | Objection> {
  const statement = await Statement.query(trx).findOne({ id: statementId, policy_id: policyId });
  if (statement === undefined) {
    return { reason: `the policy has no statement ${statementId}`, field: 'statementId' };
  }
  const { data, dueDate: from, state, amount } = statement;
  if (from === dueDate) return { moved: false, from };
  const originalDueDate = typeof data.originalDueDate === 'string' ? data.originalDueDate : from;
  const billingDate = typeof data.billingDate === 'string' ? data.billingDate : from;
  const open = { dueDate: from, state, amount, billingDate, originalDueDate };
  const objection = whyNotDueDate(open, { dueDate, today: now.today, mostDays });
  if (objection !== null) return objection;
  await statement.$query(trx).patch({
    dueDate,
    data: { ...data, originalDueDate },
    ...(state === 'PAST_DUE' && { state: 'DUE' }),
  });
  await recordPolicyEvent(trx, policyId, {
    id: derivedId(triggerRequestId, statementId, 'policyEvent'),
    type: 'DUE_DATE_MOVED',
    label: 'Due date moved',
    description: reason,
    data: { statementId, from, to: dueDate },
    effectiveDate: dueDate,
    triggerRequestId,
    now,
  });
  return { moved: true, from };
}
