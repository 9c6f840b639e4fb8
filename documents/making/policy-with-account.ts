import type { Database } from '../../db/database.js';
import { readLines } from '../../db/ledger/read-lines.js';
import type { PolicyEvent } from '../../db/models/policy-event.js';
import type { Statement } from '../../db/models/statement.js';
import type { NamedPolicy, ReadPolicy } from '../../db/policies/read-policy.js';
import { statementsOn } from '../../domain/billing/account-on.js';
import { standingOf } from '../../domain/billing/payment-status.js';
import type { DayOf } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { totalOf } from '../../domain/policy/proration.js';
import { coverageOf, stateOn } from '../../domain/policy/state-on.js';
import { type PolicyHistory, type PolicyTerm, policyOn } from '../../domain/policy/timeline.js';

/** The row of a policy with its account and notice, as a document shows them. */
export interface PolicyWithAccount {
  row: NamedPolicy;
  /** Decimal text: the premium of the day's term. */
  premium: string;
  /** Of the day's term, by due date. */
  statements: Statement[];
  /** The record of its cancellation or of a pending notice; null if there is neither. */
  cancellationNotice: JsonObject | null;
}

type Records = ReadPolicy<'events' | 'statements' | 'payments' | 'allocations'>;

/** A policy as it is today, with the account of a term and the state of a day. */
export async function policyNow(
  db: Database,
  { policy: row, statements, events }: Records,
  term: PolicyTerm,
  day: string,
): Promise<PolicyWithAccount> {
  const { number: termNumber } = term;
  const type = row.cancelledOn === null ? 'CANCELLATION_NOTICE' : 'POLICY_CANCELED';
  const isCurrent = termNumber === row.termNumber;
  return {
    row: row.$clone().$set({ policyState: stateOn(coverageOf(term), day, row.policyState) }),
    premium: isCurrent ? row.premium : totalOf(await readLines(db, row.id, { termNumber })).toText(),
    statements: ofTerm(statements, termNumber),
    cancellationNotice: events.findLast((event) => event.type === type)?.data ?? null,
  };
}

/** A policy as it was at the end of an earlier day; `history` is folded from the changes shown on the day. */
export async function policyThen(
  db: Database,
  { policy: row, events, payments, allocations, ...read }: Records,
  history: PolicyHistory,
  { on: day, dayOf }: { on: string; dayOf: DayOf },
): Promise<PolicyWithAccount> {
  const term = policyOn(history, day)?.term;
  if (term === undefined) throw new RangeError('a policy begins with its first term');
  const lines = await readLines(db, row.id, { termNumber: term.number, shownOn: { day, dayOf } });
  const account = {
    statements: read.statements.map((one) => one.toJSON() as Statement),
    payments,
    allocations,
  };
  const statements = statementsOn(account, day, dayOf);
  const received = payments.filter(({ receivedAt }) => dayOf(receivedAt) <= day);
  const cancelledOn = term.cancellation?.cancelledOn ?? null;
  const cancelled = events.findLast(
    ({ type, effectiveDate, createdAt }) =>
      type === 'POLICY_CANCELED' && (dayOf(createdAt) <= day || (effectiveDate ?? '') <= day),
  );
  const coverage = coverageOf(term);
  const notice = cancelledOn === null ? pendingNotice(events, day, dayOf) : undefined;
  const noticeOn = notice?.data.cancelledOn;
  return {
    row: row.$clone().$set({
      policyNumber: history.policyNumber ?? row.policyNumber,
      status: standingOf(statements, received, day).status,
      policyState: stateOn(coverage, day, row.policyState),
      lastDayWithCoverage: coverage.lastDayWithCoverage,
      cancelledOn,
      cancellationNoticeOn: typeof noticeOn === 'string' ? noticeOn : null,
    }),
    premium: totalOf(lines).toText(),
    statements: ofTerm(statements, term.number),
    cancellationNotice: (cancelledOn === null ? notice : cancelled)?.data ?? null,
  };
}

function ofTerm(statements: readonly Statement[], termNumber: number): Statement[] {
  return statements
    .filter((statement) => statement.termNumber === termNumber)
    .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate) || a.number - b.number);
}

/** The policy events after which no notice of cancellation is pending. */
const endsNotice = ['CANCELLATION_NOTICE_WITHDRAWN', 'POLICY_CANCELED', 'POLICY_EXPIRED'];

/** The notice of cancellation that was pending at the end of a day. */
function pendingNotice(events: readonly PolicyEvent[], day: string, dayOf: DayOf): PolicyEvent | undefined {
  const known = events.filter(({ createdAt }) => dayOf(createdAt) <= day);
  const notice = known.findLast(({ type }) => type === 'CANCELLATION_NOTICE');
  const isOver = known.some(
    ({ type, createdAt }) =>
      endsNotice.includes(type) && notice !== undefined && createdAt >= notice.createdAt,
  );
  return isOver ? undefined : notice;
}
