import type { PolicyChange } from '../../domain/policy/policy-change.js';
import { historyOf, type PolicyTerm, policyOn } from '../../domain/policy/timeline.js';
import { expiringValuesOf } from '../../domain/quote/expiring-term.js';
import { loadingOf } from '../../domain/quote/loading.js';
import type { RatedQuestion } from '../../domain/rerating/rerate.js';
import { countUpTo } from '../count-up-to.js';
import type { Database } from '../database.js';
import { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';
import { readChangesOfPolicies } from './read-history.js';

/** A policy that is in force on a day: what its term is rated on with the answers of that day. */
export interface PolicyToRerate extends RatedQuestion {
  policyId: string;
  policyNumber: string;
  /** The version that gave the price. */
  productVersionId: string;
  /** Decimal text: the price of the whole term as the policy is on that day. */
  premium: string;
}

export interface PoliciesOfProduct {
  productId: string;
  /** `YYYY-MM-DD`. Policies of test clocks are left out. */
  asOf: string;
  /** Only those that this organization sees; absent: of all. */
  seenBy?: string;
}

type Row = Pick<Policy, 'id' | 'policyNumber' | 'termNumber' | 'expirationDate'>;

/** The number of policies among which those in force are found, up to `atMost`. */
export function countPolicies(db: Database, of: PoliciesOfProduct, atMost?: number): Promise<number> {
  return countUpTo(db, notExpired(db, of).select('id'), atMost);
}

/**
 * A product's policies that are in force on a day, in the order of their ids, batch by batch.
 * Only one batch is in memory, and no transaction stays open between batches.
 */
export async function* eachBatchOfPolicies(
  db: Database,
  of: PoliciesOfProduct,
  { batchSize = 200 }: { batchSize?: number } = {},
): AsyncGenerator<PolicyToRerate[]> {
  let last: string | undefined;
  do {
    const query = notExpired(db, of)
      .select('id', 'policy_number', 'term_number', 'expiration_date')
      .orderBy('id')
      .limit(batchSize);
    const batch: Row[] = await (last === undefined ? query : query.where('id', '>', last));
    if (batch.length > 0) yield await inForce(db, batch, of.asOf);
    last = batch.length < batchSize ? undefined : batch.at(-1)?.id;
  } while (last !== undefined);
}

function notExpired(db: Database, { productId, asOf, seenBy }: PoliciesOfProduct) {
  return Policy.query(db)
    .modify((query) => seenBy !== undefined && query.modify('visibleTo', seenBy))
    .where('product_id', productId)
    .whereNull('clock_id')
    .where('expiration_date', '>', asOf);
}

async function inForce(db: Database, policies: readonly Row[], asOf: string): Promise<PolicyToRerate[]> {
  const changes = await readChangesOfPolicies(db, policies);
  const standing = policies.flatMap((policy) => {
    const own = changes.get(policy.id) ?? [];
    const on = policyOn(historyOf(own), asOf);
    return on?.inForce ? [{ policy, on, priced: pricedBy(own, on.term, asOf) }] : [];
  });
  const ids = standing.flatMap(({ on, priced }) => [on.term.quoteId ?? [], priced ?? []].flat());
  const quotes = await Quote.query(db)
    .findByIds([...new Set(ids)])
    .select(
      'request_id',
      'action_id',
      'action_type',
      'as_rating_configured_at',
      'term',
      'product_version_id',
      'input_mapping_data',
      'metadata',
    );
  const byId = new Map(quotes.map((quote) => [quote.requestId, quote]));
  return standing.flatMap(({ policy, on, priced }): PolicyToRerate[] => {
    const quote = byId.get(on.term.quoteId ?? '');
    if (quote === undefined) return [];
    const { actionId, actionType, asRatingConfiguredAt, term, inputMappingData } = quote;
    return [
      {
        policyId: policy.id,
        policyNumber: policy.policyNumber,
        actionId,
        actionType,
        asRatingConfiguredAt,
        term,
        inputMappingData,
        expiring: expiringValuesOf(quote),
        loading: loadingOf(quote)?.percent,
        effectiveDate: on.term.effectiveDate,
        intake: on.answers,
        productVersionId: (byId.get(priced ?? '') ?? quote).productVersionId,
        premium: on.termPremium,
      },
    ];
  });
}

/** The quote that gave the price of a day: that of the term, or of its last change by then. */
function pricedBy(changes: readonly PolicyChange[], term: PolicyTerm, asOf: string): string | null {
  const ofTerm = changes
    .filter(({ effectiveDate, quoteId }) => quoteId !== null && effectiveDate <= asOf)
    .filter(({ effectiveDate }) => effectiveDate >= term.effectiveDate)
    .toSorted((a, b) => a.effectiveDate.localeCompare(b.effectiveDate) || a.seq - b.seq);
  return ofTerm.at(-1)?.quoteId ?? term.quoteId;
}
