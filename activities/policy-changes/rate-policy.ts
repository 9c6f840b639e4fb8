import type { Knex } from 'knex';
import type { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import {
  type ExpiringTerm,
  expiringTermOf as expiringTermOfQuote,
} from '../../domain/quote/expiring-term.js';
import { type Loading, loadingOf } from '../../domain/quote/loading.js';
import type { QuoteContext } from '../../domain/quote/new-quote.js';
import type { BundleRating } from '../../domain/rating/bundle/result.js';
import type { RatingResult } from '../../domain/rating/run/result.js';
import { rerateOn } from '../../domain/rerating/rerate.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import { missing, refused } from '../ground/failures.js';
import { planOfAction } from '../rating/expiring-term.js';
import { timing } from '../rating/timed.js';

/** Rates answers with the action that rated a policy. */
export interface PolicyRating {
  version: CatalogVersion;
  action: QuoteContext['action'];
  /** What it is told of the term before. */
  expiring: ExpiringTerm | undefined;
  /** The underwriter's loading: a change keeps it, a renewal as the product says. */
  loading: Loading | undefined;
  rate(answers: AnswerMap, options?: { keepWorksheet?: boolean }): RatingResult | BundleRating;
  /** The same question by another version, without a worksheet; undefined if that does not rate it. */
  ratedBy(version: CatalogVersion, answers: AnswerMap): RatingResult | BundleRating | undefined;
}

const ownActions = ['IOI_RATING', 'BUNDLE_RATING'] as const;

/**
 * The rating for a policy, with a version of its product and for the first day of a term: rates in force at
 * the start of the term hold for all of it. Refused if a carrier rated the policy.
 * @param asOf the instant whose day is the rating's `today`.
 * @param expiring finds what the rating of a next term is told of the expiring one, given the names that its plan reads; by
 * default it is told what the term of the policy was rated with.
 * @param whyNotCarrier why a policy that a carrier rated is refused.
 */
export async function ratingOfPolicy(
  db: Knex,
  policy: Policy,
  {
    version,
    termFrom,
    asOf,
    expiring: ofNextTerm,
    whyNotCarrier = 'the policy was rated by a carrier: endorse its changes with the premium that the carrier asks for',
  }: {
    version: CatalogVersion;
    termFrom: string;
    asOf: Date;
    expiring?: (read: readonly string[]) => Promise<ExpiringTerm | undefined>;
    whyNotCarrier?: string;
  },
): Promise<PolicyRating> {
  const quote = await Quote.query(db)
    .findById(policy.quoteId)
    .select('action_id', 'action_type', 'term', 'input_mapping_data', 'metadata');
  if (quote === undefined) throw missing('quote', policy.quoteId);
  const { actionId, actionType, term } = quote;
  const type = ownActions.find((own) => own === actionType);
  if (type === undefined) {
    throw refused(whyNotCarrier);
  }
  const read = planOfAction(version, version.compiled.actions.get(actionId))?.expiringRead ?? [];
  // A change of a term is rated with what its own rating was told, whatever has become of the term before.
  const expiring = ofNextTerm === undefined ? expiringTermOfQuote(quote) : await ofNextTerm(read);
  // A version that declares no loadings any more allows no new ones; those of its policies are not lost with it.
  const { atRenewal } = version.definition.underwriting?.loading ?? {};
  const isKept = ofNextTerm === undefined || atRenewal !== 'DROPPED';
  const loading = isKept ? loadingOf(quote) : undefined;
  const rerate = rerateOn(version);
  const asked = {
    actionId,
    actionType,
    effectiveDate: termFrom,
    asRatingConfiguredAt: asOf,
    term,
    expiring: expiring?.values,
    loading: loading?.percent,
  };
  return {
    version,
    action: { actionId, type },
    expiring,
    loading,
    ratedBy: (other, intake) => {
      // What the policy's version does not ask is unanswered.
      const concerns = (qid: string) => version.compiled.questionTypes.has(qid);
      const rated = rerateOn(other)({ ...asked, intake }, { keepWorksheet: false, concerns });
      return rated.status === 'RATED' ? rated.rating : undefined;
    },
    rate: (intake, options) => {
      const told = timing();
      const rated = rerate({ ...asked, intake }, options);
      told();
      if (rated.status === 'RATED') return rated.rating;
      throw refused(`version ${version.definition.version} of the product no longer rates the policy`);
    },
  };
}

/** The version that a policy's term was sold on. */
export async function versionOfPolicy(
  { dependencies: { catalog } }: DefaultActionWork,
  policy: Policy,
): Promise<CatalogVersion> {
  const version = await catalog.version(policy.productVersionId);
  if (version === null) throw missing('product version', policy.productVersionId);
  return version;
}
