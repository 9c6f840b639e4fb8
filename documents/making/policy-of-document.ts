import type { Database } from '../../db/database.js';
import type { PolicyEvent } from '../../db/models/policy-event.js';
import { readContractSource } from '../../db/policies/read-contract.js';
import { readPolicy } from '../../db/policies/read-policy.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { laterOf } from '../../domain/ground/calendar.js';
import { type ContractOnDate, type ContractSource, contractOn } from '../../domain/policy/contract.js';
import type { PolicyChange } from '../../domain/policy/policy-change.js';
import { historyOf, shownOn } from '../../domain/policy/timeline.js';
import { type PolicyWithAccount, policyNow, policyThen } from './policy-with-account.js';

/**
 * The day of a document, `YYYY-MM-DD`, the business time, and the event that made the endorsement that it is about; one that reaches
 * several terms has a document for each.
 */
export interface SubjectDay {
  on: string;
  now: BusinessTime;
  changedBy?: string | undefined;
  termNumber?: number | undefined;
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

/** A policy on the day of a document. */
export interface SubjectPolicy extends PolicyWithAccount {
  on: ContractOnDate;
  changes: PolicyChange[];
  /** The endorsement that the document is about, else the last one in force; null if there is none. */
  change: SubjectChange | null;
}

/**
 * A policy on the day of a document, with its changes and the endorsement that the document is about. On an earlier day
 * than today it is without what was neither recorded nor in effect by then. Undefined if the organization does not see it.
 */
export async function readSubjectPolicy(
  db: Database,
  organizationId: string,
  policyId: string,
  { on: date, now, changedBy, termNumber }: SubjectDay,
): Promise<SubjectPolicy | undefined> {
  const read = await readPolicy(db, {
    organizationId,
    policyId,
    sections: ['changes', 'events', 'statements', 'payments', 'allocations'],
  });
  if (read === undefined) return undefined;
  const asOf = laterOf(date, read.changes[0]?.effectiveDate ?? date);
  const isPast = date < now.today;
  const changes = isPast ? shownOn(read.changes, asOf, now.dayOf) : read.changes;
  const history = historyOf(changes);
  if (history === null) throw new RangeError(`policy ${policyId} was never issued`);
  const named = changes.find(
    (change) =>
      changedBy &&
      isEndorsement(change) &&
      change.triggerRequestId === changedBy &&
      (termNumber === undefined || change.termNumber === termNumber),
  );
  const day = named?.effectiveDate ?? asOf;
  const source = await readContractSource(db, read.policy, changes);
  const on = contractOn(history, day, source);
  const shown =
    named ?? endorsementsOf(changes, on.term.number).findLast(({ effectiveDate }) => effectiveDate <= day);
  const account = isPast
    ? await policyThen(db, read, history, { on: asOf, dayOf: now.dayOf })
    : await policyNow(db, read, on.term, asOf);
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
