import type { JsonObject } from '../../domain/ground/json.js';
import { policyContractOf } from '../../domain/policy/policy-contract.js';
import { totalOf } from '../../domain/policy/proration.js';
import { stateOn } from '../../domain/policy/state-on.js';
import { historyOf, knownAt as knownBy, lastDayWithCoverage } from '../../domain/policy/timeline.js';
import type { Database } from '../database.js';
import { readLines } from '../ledger/read-lines.js';
import type { Policy } from '../models/policy.js';
import { policyInTerm } from './policy-in-term.js';
import { readContract } from './read-contract.js';
import { readPolicyChanges } from './read-history.js';

/** A day of a policy, and the time of knowledge. */
export interface PolicyDay {
  /** `YYYY-MM-DD`. */
  effectiveOn: string;
  knownAt: Date;
}

/** What a full policy has another value for on another day. */
export interface FieldsAsOf {
  /** Of the Policy object. */
  policy: {
    policyNumber: string;
    quoteId: string;
    actionId: string;
    policyState: string;
    effectiveDate: string;
    expirationDate: string;
    lastDayWithCoverage: string;
    premium: number;
    premiumTerm: string;
    paymentPlan: string;
    policyMeta: JsonObject;
    policyContract: JsonObject;
  };
  productVersionId: string;
  /** JSON text. */
  answers: string;
}

/**
 * A policy as of a day, as known at a time. Before its first day it is as it begins; after its last term, as that
 * ended. Undefined if it was not issued by the time.
 */
export async function readFieldsAsOf(
  db: Database,
  row: Policy,
  { effectiveOn, knownAt }: PolicyDay,
): Promise<FieldsAsOf | undefined> {
  const changes = knownBy(await readPolicyChanges(db, row), knownAt);
  const history = historyOf(changes);
  if (history === null) return undefined;
  const { term, contract, meta, answers } = await readContract(db, row, history, effectiveOn);
  const [policy, lines] = await Promise.all([
    policyInTerm(db, row, term),
    readLines(db, row.id, { termNumber: term.number, knownAt }),
  ]);
  const planned = changes.findLast(
    ({ termNumber = 1, data }) => termNumber <= term.number && data.paymentPlan !== undefined,
  );
  const { effectiveDate, expirationDate } = term;
  return {
    policy: {
      policyNumber: history.policyNumber ?? policy.policyNumber,
      quoteId: policy.quoteId,
      actionId: policy.actionId,
      policyState: stateOn(history, effectiveOn, policy.policyState),
      ...{ effectiveDate, expirationDate, lastDayWithCoverage: lastDayWithCoverage(term) },
      premium: Number(totalOf(lines).toAmount()),
      premiumTerm: policy.premiumTerm,
      paymentPlan: planned?.data.paymentPlan ?? policy.paymentPlan,
      policyMeta: meta,
      policyContract: {
        ...(contract ? policyContractOf(contract) : {}),
        ...documentsBy(row, knownAt),
      },
    },
    productVersionId: policy.productVersionId,
    answers: JSON.stringify(answers),
  };
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
