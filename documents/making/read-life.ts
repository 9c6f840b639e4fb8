import type { Database } from '../../db/database.js';
import type { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { issuedMetaOf, readContractQuotes } from '../../db/policies/read-contract.js';
import { readPolicyChanges } from '../../db/policies/read-history.js';
import { laterOf } from '../../domain/ground/calendar.js';
import { type ContractOnDate, contractOn, quotesOfContract } from '../../domain/policy/contract.js';
import { historyOf, type PolicyHistory, shownOn } from '../../domain/policy/timeline.js';

/** An endorsement of a policy, with the policy on its first day without and with it. */
export interface SubjectChange {
  row: PolicyChange;
  /** Its place among the endorsements of its term, from 1. */
  number: number;
  label: string | null;
  before: ContractOnDate;
  after: ContractOnDate;
}

/** The day of a document and today, `YYYY-MM-DD`, and the event that made the endorsement that it is about. */
export interface SubjectDay {
  on: string;
  today: string;
  changedBy?: string | undefined;
}

/** A policy on the day of a document. */
export interface LifeOnDay {
  /** Null if the policy has no history. */
  on: ContractOnDate | null;
  history: PolicyHistory | null;
  changes: PolicyChange[];
  /** The endorsement that the document is about, else the last one in force; null if there is none. */
  change: SubjectChange | null;
}

/** A policy on the day of a document, with its changes and the endorsement that the document is about. */
export async function readLifeOn(
  db: Database,
  policy: Policy,
  { on: date, today, changedBy }: SubjectDay,
): Promise<LifeOnDay> {
  const [allRows, allChanges] = await Promise.all([
    PolicyChange.query(db).where('policy_id', policy.id).orderBy('seq'),
    readPolicyChanges(db, policy),
  ]);
  const asOf = laterOf(date, allChanges[0]?.effectiveDate ?? date);
  const isPast = date < today;
  const rows = isPast ? shownOn(allRows, asOf) : allRows;
  const changes = isPast ? shownOn(allChanges, asOf) : allChanges;
  const named = changedBy && rows.find((row) => isEndorsement(row) && row.triggerRequestId === changedBy);
  const day = named ? named.effectiveDate : asOf;
  const history = historyOf(changes);
  if (history === null) return { on: null, history, changes: rows, change: null };

  const ofTerm = endorsementsOf(
    rows,
    history.terms.findLast((term) => term.effectiveDate <= day)?.number ?? 1,
  );
  const row = named || ofTerm.findLast(({ effectiveDate }) => effectiveDate <= day);
  const before = row && historyOf(changes.filter(({ seq }) => seq < row.seq));
  const after = row && historyOf(changes.filter(({ seq }) => seq <= row.seq));
  const quotes = await readContractQuotes(db, [
    ...quotesOfContract(history, day),
    ...(row && before && after
      ? [before, after].flatMap((known) => quotesOfContract(known, row.effectiveDate))
      : []),
  ]);
  const source = { quotes, issuedMeta: issuedMetaOf(policy) };
  const on = contractOn(history, day, source);
  if (!row || !before || !after) return { on, history, changes: rows, change: null };
  const change = {
    row,
    number: endorsementsOf(rows, row.termNumber).indexOf(row) + 1,
    label: await labelOf(db, row),
    before: contractOn(before, row.effectiveDate, source),
    after: contractOn(after, row.effectiveDate, source),
  };
  return { on, history, changes: rows, change };
}

function isEndorsement({ kind }: PolicyChange): boolean {
  return kind === 'ENDORSE' || kind === 'TRUE_UP';
}

function endorsementsOf(rows: readonly PolicyChange[], termNumber: number): PolicyChange[] {
  return rows.filter((row) => isEndorsement(row) && row.termNumber === termNumber);
}

async function labelOf(db: Database, { policyId, triggerRequestId }: PolicyChange): Promise<string | null> {
  if (triggerRequestId === null) return null;
  const event = await PolicyEvent.query(db)
    .where({ policy_id: policyId, trigger_request_id: triggerRequestId, type: 'ENDORSEMENT_ISSUED' })
    .first();
  return event?.label ?? null;
}
