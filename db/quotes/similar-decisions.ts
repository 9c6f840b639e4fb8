import type { Decided } from '../../domain/ground/author.js';
import type { UnderwriterDecision } from '../../domain/quote/underwriter-decision.js';
import type { QuoteUnderwriting } from '../../domain/quote/underwriting.js';
import type { QuoteMessage } from '../../domain/rating/run/result.js';
import type { Database } from '../database.js';
import type { Quote } from '../models/quote.js';

/** An earlier decision on a quote that was referred for the same rule. */
export interface SimilarDecision {
  requestId: string;
  type: Quote['type'];
  clientName: string | null;
  premium: string | null;
  effectiveDate: string;
  underwriterResponse: Decided<UnderwriterDecision>;
  messages: QuoteMessage[];
  /** What was offered in its place. */
  offered: QuoteUnderwriting | null;
  offeredPremium: string | null;
  isBound: boolean;
}

/** So many of a product's latest decisions are looked through, however many there are. */
export const mostDecisionsRead = 2_000;

/**
 * The latest decisions of the quoting organization on quotes of the same product that one of some rules referred, newest first.
 * A quote that was offered with changes counts once. Those of test clocks count for quotes of the same clock alone.
 */
export async function readSimilarDecisions(
  db: Database,
  { requestId, quotingOrganizationId, productId, clockId }: Quote,
  { rules, size }: { rules: readonly string[]; size: number },
): Promise<SimilarDecision[]> {
  const { rows } = await db.raw<{ rows: SimilarDecision[] }>(
    `select decided.request_id as "requestId", decided.type, nullif(decided.intake #>> '{client.name,answer}', '') as "clientName",
       decided.premium, decided.effective_date as "effectiveDate", decided.underwriter_response as "underwriterResponse",
       decided.messages, other.underwriting as offered, other.premium as "offeredPremium",
       exists (select from policy_quotes bound where bound.quote_id in (decided.request_id, other.request_id)) as "isBound"
     from (select * from quotes
         where quoting_organization_id = :organizationId and product_id = :productId and underwriter_response is not null
         order by underwriter_response ->> 'decisionTimestamp' desc limit :most) decided
       left join quotes other on other.request_id = (decided.underwriting ->> 'replacedBy')::uuid
     where decided.request_id <> :requestId and decided.package_request_id is null
       and decided.clock_id is not distinct from :clockId
       and decided.underwriter_response ->> 'responseSource' = 'UNDERWRITER'
       and decided.underwriting #>> '{offer,offeredTimestamp}'
         is distinct from decided.underwriter_response ->> 'decisionTimestamp'
       and exists (select from jsonb_array_elements(decided.messages) message where message ->> 'rule' = any (:rules))
     order by decided.underwriter_response ->> 'decisionTimestamp' desc limit :size`,
    {
      organizationId: quotingOrganizationId,
      productId,
      requestId,
      clockId,
      rules: [...rules],
      size,
      most: mostDecisionsRead,
    },
  );
  return rows;
}
