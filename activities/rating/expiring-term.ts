import type { Knex } from 'knex';
import type { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import type { ConfiguredAction } from '../../domain/actions/configured-action.js';
import { addDays } from '../../domain/ground/calendar.js';
import { answersOn, type PolicyTerm, termPremiumOn } from '../../domain/policy/timeline.js';
import { ratingOf } from '../../domain/product/compile-product.js';
import { type ExpiringTerm, expiringValuesOf } from '../../domain/quote/expiring-term.js';
import { loadingOf } from '../../domain/quote/loading.js';
import { expiringAlways, expiringOf } from '../../domain/rating/run/expiring.js';
import { type RatedQuestion, rerateOn } from '../../domain/rerating/rerate.js';
import { missing } from '../ground/failures.js';

/** The plan of an action; of a carrier's answer, the plan that rates it. */
export function planOfAction({ compiled }: CatalogVersion, action: ConfiguredAction | undefined) {
  if (action === undefined) return undefined;
  return action.type === 'THIRD_PARTY_RATING_ALGO'
    ? compiled.plans.get(action.plan)
    : ratingOf(compiled, action);
}

/**
 * What the rating of a policy's next term is told of the term before, if its plan reads any of it. The premium is the policy's: of
 * a whole term as it is on the last day, with endorsements and amounts that were agreed. Derived values are those of that day's
 * answers, rated again with the version and for the first day of the expiring term, as its endorsements were.
 * @param read the names that the plan reads.
 */
export async function expiringTermOf(
  { db, catalog }: { db: Knex; catalog: Pick<ProductCatalog, 'version'> },
  policy: Pick<Policy, 'quoteId'>,
  term: PolicyTerm,
  read: readonly string[],
): Promise<ExpiringTerm | undefined> {
  if (read.length === 0) return undefined;
  const quoteId = term.quoteId ?? policy.quoteId;
  const sold = await Quote.query(db)
    .findById(quoteId)
    .select(
      'action_id',
      'action_type',
      'term',
      'input_mapping_data',
      'as_rating_configured_at',
      'product_version_id',
      'metadata',
    );
  if (sold === undefined) throw missing('quote', quoteId);
  const { number: termNumber, effectiveDate, expirationDate } = term;
  const lastDay = addDays(expirationDate, -1);
  const always = { term: sold.term, effectiveDate, expirationDate, premium: termPremiumOn(term, lastDay) };
  const about = { termNumber, effectiveDate, expirationDate };
  if (read.every((name) => expiringAlways.some((each) => each === name))) return { ...about, values: always };
  const version = await catalog.version(sold.productVersionId);
  if (version === null) throw missing('product version', sold.productVersionId);
  const question = {
    actionId: sold.actionId,
    actionType: sold.actionType,
    term: sold.term,
    inputMappingData: sold.inputMappingData,
    asRatingConfiguredAt: sold.asRatingConfiguredAt,
    effectiveDate,
    intake: answersOn(term, lastDay),
    expiring: expiringValuesOf(sold),
    loading: loadingOf(sold)?.percent,
  };
  const { values, notRated } = derivedValues(version, question);
  return { ...about, values: { ...values, ...always }, ...(notRated !== undefined && { notRated }) };
}

/** The derived values of a rating; of a declined one there are none to rely on. */
function derivedValues(version: CatalogVersion, question: RatedQuestion) {
  const rated = rerateOn(version)(question, { keepWorksheet: false });
  if (rated.status === 'NOT_BY_OWN_PLAN') return { notRated: 'a carrier rated the term, without a plan' };
  if (rated.status === 'NOT_OFFERED') return { notRated: 'its version no longer rates the answers' };
  const { rating } = rated;
  if (rating.outcome === 'QUOTED') return { values: expiringOf(rating.rateMeta) };
  return { notRated: `its rating declines the answers: ${rating.messages[0]?.message ?? rating.type}` };
}
