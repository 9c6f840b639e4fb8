import type { Database } from '../../db/database.js';
import { readLines } from '../../db/ledger/read-lines.js';
import { Payment } from '../../db/models/payment.js';
import { PaymentAllocation } from '../../db/models/payment-allocation.js';
import type { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Statement } from '../../db/models/statement.js';
import { statementsOn } from '../../domain/billing/account-on.js';
import { standingOf } from '../../domain/billing/payment-status.js';
import { laterOf, utcDate } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { totalOf } from '../../domain/policy/proration.js';
import { stateOn } from '../../domain/policy/state-on.js';
import { lastDayWithCoverage, type PolicyHistory, policyOn } from '../../domain/policy/timeline.js';

/** The row of a policy with its account and notice, as a document shows them. */
export interface PolicyOfDocument {
  row: Policy;
  /** Decimal text: the premium of the day's term. */
  premium: string;
  /** Of the day's term, by due date. */
  statements: Statement[];
  /** The record of its cancellation or of a pending notice; null if there is neither. */
  cancellationNotice: JsonObject | null;
}

/** A policy as it is today, with the account of a term. */
export async function readPolicyNow(
  db: Database,
  row: Policy,
  termNumber: number,
): Promise<PolicyOfDocument> {
  const [lines, statements, notice] = await Promise.all([
    readLines(db, row.id, { termNumber }),
    Statement.query(db)
      .where({ policy_id: row.id, term_number: termNumber })
      .orderBy('due_date')
      .orderBy('number'),
    PolicyEvent.query(db)
      .where('policy_id', row.id)
      .where('type', row.cancelledOn === null ? 'CANCELLATION_NOTICE' : 'POLICY_CANCELED')
      .orderBy('created_at', 'desc')
      .first(),
  ]);
  return {
    row,
    premium: termNumber === row.termNumber ? row.premium : totalOf(lines).toAmount(),
    statements,
    cancellationNotice: notice?.data ?? null,
  };
}

/**
 * A policy as it was at the end of an earlier day, without what was neither recorded nor in effect by then.
 * `history` is folded from the changes shown on the day.
 */
export async function readPolicyThen(
  db: Database,
  row: Policy,
  history: PolicyHistory,
  date: string,
): Promise<PolicyOfDocument> {
  const day = laterOf(date, history.terms[0]?.effectiveDate ?? date);
  const term = policyOn(history, day)?.term;
  if (term === undefined) throw new RangeError('a policy begins with its first term');
  const [lines, all, payments, events] = await Promise.all([
    readLines(db, row.id, { termNumber: term.number, shownOn: day }),
    Statement.query(db).where('policy_id', row.id).orderBy(['due_date', 'term_number', 'number']),
    Payment.query(db).where('policy_id', row.id),
    PolicyEvent.query(db)
      .where('policy_id', row.id)
      .whereIn('type', ['CANCELLATION_NOTICE', ...endsNotice])
      .orderBy(['created_at', 'id']),
  ]);
  const allocations = await PaymentAllocation.query(db).whereIn(
    'payment_id',
    payments.map(({ id }) => id),
  );
  const account = { statements: all.map((one) => one.toJSON() as Statement), payments, allocations };
  const statements = statementsOn(account, day);
  const received = payments.filter(({ receivedAt }) => utcDate(receivedAt) <= day);
  const cancelledOn = term.cancellation?.cancelledOn ?? null;
  const cancelled = events.findLast(
    ({ type, effectiveDate, createdAt }) =>
      type === 'POLICY_CANCELED' && (utcDate(createdAt) <= day || (effectiveDate ?? '') <= day),
  );
  const notice = cancelledOn === null ? pendingNotice(events, day) : undefined;
  const noticeOn = notice?.data.cancelledOn;
  return {
    row: row.$clone().$set({
      policyNumber: history.policyNumber ?? row.policyNumber,
      status: standingOf(statements, received, day).status,
      policyState: stateOn(history, day, row.policyState),
      lastDayWithCoverage: lastDayWithCoverage(term),
      cancelledOn,
      cancellationNoticeOn: typeof noticeOn === 'string' ? noticeOn : null,
    }),
    premium: totalOf(lines).toAmount(),
    statements: statements
      .filter(({ termNumber }) => termNumber === term.number)
      .sort((a, b) => a.dueDate.localeCompare(b.dueDate) || a.number - b.number),
    cancellationNotice: (cancelledOn === null ? notice : cancelled)?.data ?? null,
  };
}

/** The policy events after which no notice of cancellation is pending. */
const endsNotice = ['CANCELLATION_NOTICE_WITHDRAWN', 'POLICY_CANCELED', 'POLICY_EXPIRED'];

/** The notice of cancellation that was pending at the end of a day. */
function pendingNotice(events: readonly PolicyEvent[], day: string): PolicyEvent | undefined {
  const known = events.filter(({ createdAt }) => utcDate(createdAt) <= day);
  const notice = known.findLast(({ type }) => type === 'CANCELLATION_NOTICE');
  const isOver = known.some(
    ({ type, createdAt }) =>
      endsNotice.includes(type) && notice !== undefined && createdAt >= notice.createdAt,
  );
  return isOver ? undefined : notice;
}
