import type { Knex } from 'knex';
import { withEntriesByHand } from '../../domain/policy/entries-by-hand.js';
import type { PolicyChange } from '../../domain/policy/policy-change.js';
import { currentTerm, historyOf, type PolicyHistory, type PolicyTerm } from '../../domain/policy/timeline.js';
import type { Policy } from '../models/policy.js';
import { PolicyChange as PolicyChangeRow } from '../models/policy-change.js';
import { Quote } from '../models/quote.js';

/** All recorded changes of a policy, in order; a term's answers are those of its quote. */
export async function readPolicyChanges(db: Knex, policy: Policy): Promise<PolicyChange[]> {
  const rows = await PolicyChangeRow.query(db).where('policy_id', policy.id).orderBy('seq');
  const begun = rows.filter(({ kind, intake }) => beginsTerm(kind) && intake === null);
  const quotes = await Quote.query(db)
    .findByIds(begun.flatMap(({ quoteId }) => quoteId ?? []))
    .select('request_id', 'intake');
  const intakes = new Map(quotes.map(({ requestId, intake }) => [requestId, intake]));
  return rows.map(({ seq, kind, effectiveDate, recordedAt, quoteId, intake, ...row }) => {
    const ofQuote = beginsTerm(kind) && quoteId !== null ? intakes.get(quoteId) : undefined;
    const data = row.data;
    const isCurrent = beginsTerm(kind) && row.termNumber === policy.termNumber;
    return {
      seq,
      kind,
      effectiveDate,
      recordedAt,
      quoteId,
      premiumChange: row.premiumChange,
      termPremium: row.termPremium,
      answers: intake ?? ofQuote ?? null,
      data: isCurrent ? { expirationDate: policy.expirationDate, ...data } : data,
    };
  });
}

/** A policy as its changes make it, with the term that it is in. */
export interface PolicyStanding {
  history: PolicyHistory;
  term: PolicyTerm;
}

/** Folds a policy's changes. The result stays valid within a transaction that has locked the policy. */
export async function readPolicyStanding(db: Knex, policy: Policy): Promise<PolicyStanding> {
  const history = historyOf(await readPolicyChanges(db, policy));
  if (history === null) throw new Error(`policy ${policy.id} was never issued`);
  return { history, term: withEntriesByHand(currentTerm(history), policy.premium) };
}

function beginsTerm(kind: PolicyChange['kind']): boolean {
  return kind === 'ISSUE' || kind === 'RENEW';
}
