import type { Knex } from 'knex';
import { raw } from 'objection';
import type { AnswerEdits } from '../../domain/intake/answer-edits.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { PolicyChange } from '../../domain/policy/policy-change.js';
import type { PremiumLayer } from '../../domain/policy/proration.js';
import { currentTerm, historyOf, type PolicyHistory, type PolicyTerm } from '../../domain/policy/timeline.js';
import { readLines } from '../ledger/read-lines.js';
import { columnsOf, prepared } from '../models/base.js';
import type { Policy } from '../models/policy.js';
import { PolicyChange as PolicyChangeRow } from '../models/policy-change.js';

type PolicyOfChanges = Pick<Policy, 'id' | 'termNumber' | 'expirationDate'>;

/** A change with what its quote adds if it begins a term. */
type ChangeWithQuote = Omit<PolicyChangeRow, 'intake'> & {
  /** Of a change that begins a term: all answers. Those that a later change was sent with are many and not needed. */
  begunWith: AnswerMap | null;
  /** Of a renewal: what it wished otherwise than the last day of the term before. */
  wishes: AnswerEdits | null;
};

const columns = columnsOf(PolicyChangeRow, ['intake']);

/** All recorded changes of a policy, in order; a term's answers are those of its quote. */
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
    .whereRaw('policy_changes.policy_id = any(?)', [[...policyOf.keys()]])
    .leftJoin('quotes', (join) =>
      join.on('quotes.request_id', 'policy_changes.quote_id').onIn('policy_changes.kind', ['ISSUE', 'RENEW']),
    )
    .select(
      columns,
      raw(
        "case when policy_changes.kind in ('ISSUE', 'RENEW') then coalesce(policy_changes.intake, quotes.intake) end",
      ).as('begunWith'),
      raw("case when policy_changes.kind = 'RENEW' then quotes.metadata #> '{policyRenewal,edits}' end").as(
        'wishes',
      ),
    )
    .orderBy('policy_changes.seq')
    .modify(prepared, 'policy changes')
    .castTo<ChangeWithQuote[]>();
  const found = new Map<string, PolicyChange[]>(policies.map(({ id }) => [id, []]));
  for (const { policyId, seq, kind, effectiveDate, recordedAt, quoteId, ...row } of rows) {
    const begins = kind === 'ISSUE' || kind === 'RENEW';
    const policy = policyOf.get(policyId);
    const isCurrent = begins && policy !== undefined && row.termNumber === policy.termNumber;
    const data = isCurrent ? { expirationDate: policy.expirationDate, ...row.data } : row.data;
    found.get(policyId)?.push({
      seq,
      kind,
      termNumber: row.termNumber,
      effectiveDate,
      recordedAt,
      quoteId,
      premiumChange: row.premiumChange,
      termPremium: row.termPremium,
      triggerRequestId: row.triggerRequestId,
      createdBy: row.createdBy,
      answers: row.begunWith,
      edits: row.wishes === null ? (row.edits ?? []) : [{ from: effectiveDate, edits: row.wishes }],
      data,
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
