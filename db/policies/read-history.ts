import type { Knex } from 'knex';
import { chargesOfTerm } from '../../domain/policy/charges.js';
import type { PolicyChange } from '../../domain/policy/policy-change.js';
import type { PremiumLayer } from '../../domain/policy/proration.js';
import { currentTerm, historyOf, type PolicyHistory, type PolicyTerm } from '../../domain/policy/timeline.js';
import { readLines } from '../ledger/read-lines.js';
import type { Policy } from '../models/policy.js';
import { PolicyChange as PolicyChangeRow } from '../models/policy-change.js';
import { Quote } from '../models/quote.js';

type PolicyOfChanges = Pick<Policy, 'id' | 'termNumber' | 'expirationDate'>;

/** All recorded changes of a policy, in order; a term's answers, taxes and fees are those of its quote. */
export async function readPolicyChanges(db: Knex, policy: PolicyOfChanges): Promise<PolicyChange[]> {
  return (await readChangesOfPolicies(db, [policy])).get(policy.id) ?? [];
}

/** The same for several policies at once, by policy id. */
export async function readChangesOfPolicies(
  db: Knex,
  policies: readonly PolicyOfChanges[],
): Promise<Map<string, PolicyChange[]>> {
  const policyOf = new Map(policies.map((policy) => [policy.id, policy]));
  const rows = await PolicyChangeRow.query(db)
    .whereIn('policy_id', [...policyOf.keys()])
    .orderBy('seq');
  const begun = rows.filter(({ kind }) => beginsTerm(kind));
  const quotes = await Quote.query(db)
    .findByIds(begun.flatMap(({ quoteId }) => quoteId ?? []))
    .select('request_id', 'intake', 'quote_details');
  const quoteOf = new Map(quotes.map((quote) => [quote.requestId, quote]));
  const found = new Map<string, PolicyChange[]>(policies.map(({ id }) => [id, []]));
  for (const { policyId, seq, kind, effectiveDate, recordedAt, quoteId, intake, ...row } of rows) {
    const begins = beginsTerm(kind);
    const quote = begins && quoteId !== null ? quoteOf.get(quoteId) : undefined;
    const policy = policyOf.get(policyId);
    const isCurrent = begins && policy !== undefined && row.termNumber === policy.termNumber;
    const data = isCurrent ? { expirationDate: policy.expirationDate, ...row.data } : row.data;
    const term = { from: effectiveDate, until: data.expirationDate ?? effectiveDate };
    found.get(policyId)?.push({
      seq,
      kind,
      termNumber: row.termNumber,
      effectiveDate,
      recordedAt,
      quoteId,
      premiumChange: row.premiumChange,
      termPremium: row.termPremium,
      createdBy: row.createdBy,
      answers: intake ?? quote?.intake ?? null,
      data: begins ? { charges: chargesOfTerm(ratedCharges(quote), term), ...data } : data,
    });
  }
  return found;
}

/** A policy as its changes make it, with the term that it is in and the amounts in the term's ledger. */
export interface PolicyStanding {
  history: PolicyHistory;
  term: PolicyTerm;
  layers: PremiumLayer[];
}

/**
 * Folds a policy's changes; the term is the policy row's. The result stays valid within a transaction that has locked
 * the policy.
 */
export async function readPolicyStanding(db: Knex, policy: Policy): Promise<PolicyStanding> {
  const history = historyOf(await readPolicyChanges(db, policy));
  if (history === null) throw new Error(`policy ${policy.id} was never issued`);
  const layers = await readLines(db, policy.id, { termNumber: policy.termNumber });
  const term = history.terms[policy.termNumber - 1] ?? currentTerm(history);
  return { history, term, layers };
}

function ratedCharges(quote: Quote | undefined) {
  const rated = quote?.quoteDetails?.premium.taxesAndFees ?? [];
  return rated.map(({ amount, ...charge }) => ({ ...charge, amount: amount.toFixed(2) }));
}

function beginsTerm(kind: PolicyChange['kind']): boolean {
  return kind === 'ISSUE' || kind === 'RENEW';
}

/** The ledger lines of a term's cancellation. */
export async function readLinesOfCancellation(
  db: Knex,
  policy: Policy,
  { cancellation }: PolicyTerm,
): Promise<PremiumLayer[]> {
  if (cancellation === null) return [];
  const change = await PolicyChangeRow.query(db).findById([policy.id, cancellation.seq]).throwIfNotFound();
  const { triggerRequestId, recordedAt } = change;
  return readLines(db, policy.id, { recordedBy: { triggerRequestId, recordedAt } });
}
