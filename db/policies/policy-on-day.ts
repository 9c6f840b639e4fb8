import type { ContractOnDate } from '../../domain/policy/contract.js';
import type { PolicyChange } from '../../domain/policy/policy-change.js';
import { policyContractOf } from '../../domain/policy/policy-contract.js';
import { totalOf } from '../../domain/policy/proration.js';
import { coverageOf, stateOn } from '../../domain/policy/state-on.js';
import { historyOf, knownAt as knownBy, type PolicyHistory } from '../../domain/policy/timeline.js';
import type { Database } from '../database.js';
import { type EarnedLine, readLines } from '../ledger/read-lines.js';
import type { Policy } from '../models/policy.js';
import { policyInTerm } from './policy-in-term.js';
import { readContract } from './read-contract.js';

/** A day of a policy, and the time of knowledge. */
export interface PolicyDay {
  /** `YYYY-MM-DD`. */
  effectiveOn: string;
  knownAt: Date;
}

/** A policy on a day, as known at a time. */
export interface PolicyOnDay<Row extends Policy = Policy> {
  /** The row with the term, state, premium, contract and parties of the day; the payment status is today's. */
  policy: Row;
  history: PolicyHistory;
  contract: ContractOnDate;
  /** The amounts of the term. */
  lines: EarnedLine[];
}

/**
 * Folds a policy's changes as of a day, as known at a time. Before its first day it is as it begins; after its last
 * term, as that ended. Null if it was not issued by the time.
 */
export async function policyOnDay<Row extends Policy>(
  db: Database,
  row: Row,
  recorded: readonly PolicyChange[],
  { effectiveOn, knownAt }: PolicyDay,
): Promise<PolicyOnDay<Row> | null> {
  const changes = knownBy(recorded, knownAt);
  const history = historyOf(changes);
  if (history === null) return null;
  const contract = await readContract(db, row, history, effectiveOn);
  const { term, meta } = contract;
  const [inTerm, lines] = await Promise.all([
    policyInTerm(db, row, term),
    readLines(db, row.id, { termNumber: term.number, knownAt }),
  ]);
  const planned = changes.findLast(
    ({ termNumber = 1, data }) => termNumber <= term.number && data.paymentPlan !== undefined,
  );
  const coverage = coverageOf(term);
  const policy = inTerm.$clone().$set({
    policyNumber: history.policyNumber ?? row.policyNumber,
    policyState: stateOn(coverage, effectiveOn, row.policyState),
    effectiveDate: term.effectiveDate,
    lastDayWithCoverage: coverage.lastDayWithCoverage,
    expirationDate: term.expirationDate,
    premium: totalOf(lines).toText(),
    paymentPlan: planned?.data.paymentPlan ?? row.paymentPlan,
    policyMeta: meta,
    policyContract: {
      ...(contract.contract ? policyContractOf(contract.contract) : {}),
      ...documentsBy(row, knownAt),
    },
  });
  return { policy, history, contract, lines };
}

/** The documents that were listed with the policy by a time. */
function documentsBy({ policyContract: { documents } }: Policy, time: Date) {
  if (!Array.isArray(documents)) return;
  const listed = documents.filter((document) => {
    const made = typeof document === 'object' && document !== null && !Array.isArray(document) && document;
    return !made || typeof made.createdTimestamp !== 'string' || new Date(made.createdTimestamp) <= time;
  });
  return { documents: listed };
}
