import type { Database } from '../../db/database.js';
import { readLines } from '../../db/ledger/read-lines.js';
import type { PolicyEvent } from '../../db/models/policy-event.js';
import type { Statement } from '../../db/models/statement.js';
import { readContractSource } from '../../db/policies/read-contract.js';
import { type NamedPolicy, type ReadPolicy, readPolicy } from '../../db/policies/read-policy.js';
import { statementsOn } from '../../domain/billing/account-on.js';
import { standingOf } from '../../domain/billing/payment-status.js';
import { laterOf, utcDate } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { type ContractOnDate, type ContractSource, contractOn } from '../../domain/policy/contract.js';
import type { PolicyChange } from '../../domain/policy/policy-change.js';
import { totalOf } from '../../domain/policy/proration.js';
import { stateOn } from '../../domain/policy/state-on.js';
import {
  historyOf,
  lastDayWithCoverage,
  type PolicyHistory,
  policyOn,
  shownOn,
} from '../../domain/policy/timeline.js';

/** The day of a document and today, `YYYY-MM-DD`, and the event that made the endorsement that it is about. */
export interface SubjectDay {
  on: string;
  today: string;
  changedBy?: string | undefined;
}

/** An endorsement of a policy, with the policy on its first day without and with it. */
export interface SubjectChange {
  change: PolicyChange;
  /** Its place among the endorsements of its term, from 1. */
  number: number;
  label: string | null;
  before: ContractOnDate;
  after: ContractOnDate;
}

/** The row of a policy with its account and notice, as a document shows them. */
interface PolicyWithAccount {
  row: NamedPolicy;
  /** Decimal text: the premium of the day's term. */
  premium: string;
  /** Of the day's term, by due date. */
  statements: Statement[];
  /** The record of its cancellation or of a pending notice; null if there is neither. */
  cancellationNotice: JsonObject | null;
}

/** A policy on the day of a document. */
export interface SubjectPolicy extends PolicyWithAccount {
  on: ContractOnDate;
  changes: PolicyChange[];
  /** The endorsement that the document is about, else the last one in force; null if there is none. */
  change: SubjectChange | null;
}

type Records = ReadPolicy<'changes' | 'events' | 'statements' | 'payments' | 'allocations'>;

/**
 * A policy on the day of a document, with its changes and the endorsement that the document is about. On an earlier day
 * than today it is without what was neither recorded nor in effect by then. Undefined if the organization does not see it.
 */
export async function readSubjectPolicy(
  db: Database,
  organizationId: string,
  policyId: string,
  { on: date, today, changedBy }: SubjectDay,
): Promise<SubjectPolicy | undefined> {
  const read = await readPolicy(db, {
    ...{ organizationId, policyId },
    sections: ['changes', 'events', 'statements', 'payments', 'allocations'],
  });
  if (read === undefined) return undefined;
  const asOf = laterOf(date, read.changes[0]?.effectiveDate ?? date);
  const isPast = date < today;
  const changes = isPast ? shownOn(read.changes, asOf) : read.changes;
  const history = historyOf(changes);
  if (history === null) throw new RangeError(`policy ${policyId} was never issued`);
  const named = changes.find(
    (change) => changedBy && isEndorsement(change) && change.triggerRequestId === changedBy,
  );
  const day = named?.effectiveDate ?? asOf;
  const source = await readContractSource(db, read.policy, changes);
  const on = contractOn(history, day, source);
  const shown =
    named ?? endorsementsOf(changes, on.term.number).findLast(({ effectiveDate }) => effectiveDate <= day);
  const account = isPast
    ? await policyThen(db, read, history, asOf)
    : await policyNow(db, read, on.term.number);
  return {
    ...account,
    on,
    changes,
    change: shown ? subjectChange(shown, changes, source, read.events) : null,
  };
}

function subjectChange(
  change: PolicyChange,
  changes: readonly PolicyChange[],
  source: ContractSource,
  events: readonly PolicyEvent[],
): SubjectChange | null {
  const [before, after] = [
    historyOf(changes.filter(({ seq }) => seq < change.seq)),
    historyOf(changes.filter(({ seq }) => seq <= change.seq)),
  ];
  if (before === null || after === null) return null;
  const issued = events.find(
    ({ type, triggerRequestId }) =>
      type === 'ENDORSEMENT_ISSUED' &&
      triggerRequestId !== null &&
      triggerRequestId === change.triggerRequestId,
  );
  return {
    change,
    number: endorsementsOf(changes, change.termNumber).indexOf(change) + 1,
    label: issued?.label ?? null,
    before: contractOn(before, change.effectiveDate, source),
    after: contractOn(after, change.effectiveDate, source),
  };
}

function isEndorsement({ kind }: PolicyChange): boolean {
  return kind === 'ENDORSE' || kind === 'TRUE_UP';
}

function endorsementsOf(changes: readonly PolicyChange[], termNumber: number | undefined): PolicyChange[] {
  return changes.filter((change) => isEndorsement(change) && change.termNumber === termNumber);
}

/** A policy as it is today, with the account of a term. */
async function policyNow(
  db: Database,
  { policy: row, statements, events }: Records,
  termNumber: number,
): Promise<PolicyWithAccount> {
  const type = row.cancelledOn === null ? 'CANCELLATION_NOTICE' : 'POLICY_CANCELED';
  const isCurrent = termNumber === row.termNumber;
  return {
    row,
    premium: isCurrent ? row.premium : totalOf(await readLines(db, row.id, { termNumber })).toAmount(),
    statements: ofTerm(statements, termNumber),
    cancellationNotice: events.findLast((event) => event.type === type)?.data ?? null,
  };
}

/** A policy as it was at the end of an earlier day; `history` is folded from the changes shown on the day. */
async function policyThen(
  db: Database,
  { policy: row, events, payments, allocations, ...read }: Records,
  history: PolicyHistory,
  day: string,
): Promise<PolicyWithAccount> {
  const term = policyOn(history, day)?.term;
  if (term === undefined) throw new RangeError('a policy begins with its first term');
  const lines = await readLines(db, row.id, { termNumber: term.number, shownOn: day });
  const account = {
    statements: read.statements.map((one) => one.toJSON() as Statement),
    ...{ payments, allocations },
  };
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
function pendingNotice(events: readonly PolicyEvent[], day: string): PolicyEvent | undefined {
  const known = events.filter(({ createdAt }) => utcDate(createdAt) <= day);
  const notice = known.findLast(({ type }) => type === 'CANCELLATION_NOTICE');
  const isOver = known.some(
    ({ type, createdAt }) =>
      endsNotice.includes(type) && notice !== undefined && createdAt >= notice.createdAt,
  );
  return isOver ? undefined : notice;
}
