import type { Knex } from 'knex';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Quote } from '../../db/models/quote.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import type { PolicyEventType } from '../../domain/events/fields/policy-event-types.js';
import type { Json, JsonObject } from '../../domain/ground/json.js';
import type { Term } from '../../domain/ground/term.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { envelopeOf } from '../ground/default-action.js';
import { missing } from '../ground/failures.js';
import { keepingSources, type NextTerm, nextTermOf } from './next-term.js';

/** The next term of a policy, as its carrier is asked for it. */
export interface RenewalToAsk {
  policy: Policy;
  /** Of the next term. */
  version: CatalogVersion;
  next: NextTerm;
  question: { effectiveDate: string; intake: AnswerMap; term: Term };
  /** What the carrier is told of the expiring term. */
  expiring: JsonObject;
  /** The agency codes with which the expiring term was asked for. */
  agencyCodes: Json | undefined;
  askedAt: Date;
}

/** What a carrier is asked about: the policy's last change, and the product version of the next term. */
export interface RenewalBasis extends JsonObject {
  basedOn: number;
  productVersionId: string;
}

const requested: PolicyEventType = 'RENEWAL_REQUESTED';

/**
 * The next term that an event asks a carrier for, as its default action found it: a carrier may answer days later, and its
 * quote is for what it was asked.
 */
export async function renewalToAsk(
  { db, catalog }: { db: Knex; catalog: ProductCatalog },
  event: AcceptedEvent,
): Promise<RenewalToAsk> {
  const { triggerRequestId } = event;
  const { policyId } = envelopeOf(event, 'POLICY_RENEWAL_QUOTING').payload;
  const policy = await Policy.query(db).findById(policyId);
  if (policy === undefined) throw missing('policy', policyId);
  const asked = await PolicyEvent.query(db)
    .findOne({ policy_id: policyId, trigger_request_id: triggerRequestId, type: requested })
    .select('data', 'created_at');
  if (asked === undefined) throw missing('requested renewal', triggerRequestId);
  const { basedOn, productVersionId } = asked.data as RenewalBasis;
  const version = await catalog.version(productVersionId);
  if (version === null) throw missing('product version', productVersionId);
  const next = keepingSources(await nextTermOf(db, event, policy, basedOn), version);
  const { expiring: term, renewal } = next;
  const quote = await Quote.query(db)
    .findById(term.quoteId ?? policy.quoteId)
    .select('term', 'premium', 'metadata', 'raw_quote_request')
    .throwIfNotFound();
  const { rateMeta } = quote.metadata as { rateMeta?: JsonObject };
  return {
    policy,
    version,
    next,
    askedAt: asked.createdAt,
    question: { effectiveDate: renewal.expiringOn, intake: next.intake, term: quote.term },
    expiring: {
      policyNumber: policy.policyNumber,
      effectiveDate: term.effectiveDate,
      expirationDate: term.expirationDate,
      ...(quote.premium !== null && { premium: quote.premium }),
      ...(rateMeta?.carrierQuoteId !== undefined && { carrierQuoteId: rateMeta.carrierQuoteId }),
    },
    agencyCodes: quote.rawQuoteRequest?.agencyCodes,
  };
}
