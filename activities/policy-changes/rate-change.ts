import type { Policy } from '../../db/models/policy.js';
import { policyInTerm } from '../../db/policies/policy-in-term.js';
import { issuedMetaOf } from '../../db/policies/read-contract.js';
import { sharing } from '../../domain/ground/json-difference.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { minorDigits } from '../../domain/money/currency.js';
import type { ChangeInTerm } from '../../domain/policy/across-terms.js';
import { type AnswersAround, answersAround } from '../../domain/policy/answers-around.js';
import type { QuotedChangeOfTerm } from '../../domain/policy/change-quote.js';
import { priceCharges, totalOfCharges } from '../../domain/policy/charges.js';
import { alteredStretches, laterRatings, priceAnswers } from '../../domain/policy/endorsement.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { Period } from '../../domain/policy/proration.js';
import { partsOfRating, ratedForAnswers } from '../../domain/policy/rated-parts.js';
import { endOfCoverage } from '../../domain/policy/timeline.js';
import type { QuotedRating, RatedCoverage, RatingResult } from '../../domain/rating/run/result.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import { refused } from '../ground/failures.js';
import { type PolicyRating, ratingOfPolicy, versionOfPolicy } from './rate-policy.js';

/** A change in one of its terms, with the rating by which that was sold. */
export interface RatedChange extends ChangeInTerm {
  policy: Policy;
  rating: PolicyRating;
  around: AnswersAround;
  /** The stretches whose answers it alters. */
  altered: Period[];
  /** Rates the same answers once. */
  rate: RatingOnce;
}

/** A change in one of its terms, to be rated with the version by which that was sold. */
export async function ratedIn(
  work: DefaultActionWork,
  known: Policy,
  { isAcross, ...change }: ChangeInTerm & { isAcross: boolean },
): Promise<RatedChange> {
  const { db } = work.dependencies;
  const { term, from, edits } = change;
  const policy = await policyInTerm(db, known, term);
  const rating = await ratingOfPolicy(db, policy, {
    version: await versionOfPolicy(work, policy),
    termFrom: term.effectiveDate,
    asOf: work.event.asConfiguredAt,
    ...(isAcross && {
      whyNotCarrier: `term ${term.number} was rated by a carrier: a change of an earlier term cannot be priced through it`,
    }),
  });
  const around = answersAround(term, edits);
  const altered = alteredStretches(term, { from, answers: around });
  return { ...change, policy, rating, around, altered, rate: ratedOnce(rating) };
}

/**
 * The price of a change in each of its terms, with the ratings of stretches that do not have the answers of its first day,
 * and of later terms.
 */
export function pricedIn(
  parts: readonly RatedChange[],
  onFirstDay: AnswerMap,
): { priced: QuotedChangeOfTerm[]; ratings: QuotedRating[] } {
  const priced: QuotedChangeOfTerm[] = [];
  let ratings: QuotedRating[] = [];
  for (const { term, from, edits, around, rate, policy, rating } of parts) {
    const { reporting, currency } = policySettingsOf(rating.version.definition);
    const known = { policyMeta: issuedMetaOf(policy), ...reporting };
    const change = { from, edits, answers: around, digits: minorDigits(currency) };
    const ratingOf = (answers: AnswerMap) => quotedOnly(rate(answers));
    const price = priceAnswers(term, {
      ...change,
      rate: (answers) => ratingOf(answers).premium,
      partsOf: (answers) => partsOfRating(ratingOf(answers), ratedForAnswers(answers, known)),
    });
    const rated = laterRatings(
      price.stretches,
      (day) => {
        const { after } = around(day);
        return after === onFirstDay ? undefined : ratingOf(after);
      },
      ratings,
    );
    ratings = rated.ratings;
    const charges = priceCharges(term, {
      ...change,
      rate: (answers) => {
        const { state } = ratedForAnswers(answers, known);
        return ratingOf(answers).taxesAndFees.map((charge) => ({ ...charge, state }));
      },
    });
    priced.push({
      termNumber: term.number,
      ratedFor: term.effectiveDate,
      from,
      until: endOfCoverage(term),
      edits,
      ...price,
      stretches: rated.stretches,
      charges,
      taxesAndFees: totalOfCharges(charges),
    });
  }
  return { priced, ratings };
}

type RatingOnce = (answers: AnswerMap) => RatingResult;

/**
 * Rates the same answers, which are the same object, once, and without a worksheet. It keeps what is stored of a later
 * stretch, not all that was computed.
 */
export function ratedOnce({ rate }: PolicyRating, known = new Map<AnswerMap, RatingResult>()): RatingOnce {
  let coverages: RatedCoverage[] = [];
  return (answers) => {
    const before = known.get(answers);
    if (before !== undefined) return before;
    const told = { rateMeta: {}, worksheet: [] };
    const rating: RatingResult = { ...rate(answers, { keepWorksheet: false }), ...told };
    if (rating.outcome === 'QUOTED') {
      coverages = sharing(
        coverages,
        rating.coverages.map(({ shares: _, ...coverage }) => coverage),
      );
      rating.coverages = coverages;
    }
    known.set(answers, rating);
    return rating;
  };
}

/** Refused if the policy as it is would be declined: then a change of it has no price. */
function quotedOnly(rating: RatingResult): QuotedRating {
  if (rating.outcome === 'QUOTED') return rating;
  const reasons = rating.messages.map(({ message }) => message).join('; ');
  throw refused(`a later part of the term, as it is without the change, would be declined: ${reasons}`);
}
