import type { JsonObject } from '../ground/json.js';
import type { AnswerMap } from '../intake/answers.js';
import { exactText } from '../money/amount-text.js';
import { Cents, sumOfAmounts } from '../money/cents.js';
import type { QuoteDetails } from '../quote/quote.js';
import { type CoverageDetail, premiumType } from '../rating/run/result.js';
import { objectIn, textIn } from './policy-meta.js';
import { differenceCode, ofPolicy, type PremiumPart } from './premium-part.js';
import { layersOf, netted, type Period, type PremiumLayer } from './proration.js';

/** What is known of whom and what a premium is rated for, besides its coverages. */
export interface RatedFor {
  /** The state of the insured. */
  state: string | null;
  /** The class of each unit that has one, by the unit's id. */
  unitClasses: ReadonlyMap<string, string>;
}

/** The premium of a whole term and the coverages that it is for; decimal text. */
interface RatedPremium {
  premium: string;
  coverages: readonly {
    code: string;
    premium: string;
    details: { readonly [key: string]: readonly Partial<CoverageDetail>[] };
  }[];
}

/**
 * The parts of a rated premium: of each coverage, by the iterations among which it is divided. What the coverages differ from
 * the premium is a part of its own; without coverages, all of it is one of the policy.
 */
export function partsOfRating({ premium, coverages }: RatedPremium, ratedFor: RatedFor): PremiumPart[] {
  const parts = coverages.flatMap((coverage) => partsOfCoverage(coverage, ratedFor));
  const rest = Cents.of(premium)
    .minus(Cents.of(sumOfAmounts(parts.map(({ amount }) => amount))))
    .toText();
  if (Number(rest) === 0) return parts;
  const basis = coverages.length === 0 ? 'RATED' : 'DIFFERENCE';
  return [...parts, { ...ofPolicy, state: ratedFor.state, basis, amount: rest }];
}

function partsOfCoverage(
  { code, premium, details }: RatedPremium['coverages'][number],
  { state, unitClasses }: RatedFor,
): PremiumPart[] {
  const basis = code === differenceCode ? ('DIFFERENCE' as const) : ofPolicy.basis;
  const subject = { ...ofPolicy, coverage: code, state, basis };
  const shares = sharesOf({ premium, details });
  if (shares.length === 0) return [{ ...subject, amount: premium }];
  return shares.map(({ scope: unit = null, amount }) => ({
    ...subject,
    unit,
    unitClass: unitClasses.get(unit ?? '') ?? null,
    amount,
  }));
}

/**
 * The details of a coverage among which its premium is divided; none if they do not add up to it. A carrier's own text may look
 * like one.
 */
export function sharesOf({
  premium,
  details,
}: Pick<RatedPremium['coverages'][number], 'premium' | 'details'>): CoverageDetail[] {
  const shares = Object.values(details).flat().filter(isShare);
  const isDivided = Number(sumOfAmounts(shares.map(({ amount }) => amount))) === Number(premium);
  return isDivided ? shares : [];
}

function isShare(detail: Partial<CoverageDetail>): detail is CoverageDetail {
  const { amountType, amount = '' } = detail;
  return amountType === premiumType && /^-?\d{1,15}(\.\d{1,3})?$/.test(amount);
}

/** The lines of a term that begins with a quote. */
export function linesOfTerm(
  { premium, quoteDetails }: { premium: string; quoteDetails: QuoteDetails | null },
  term: Period,
  ratedFor: RatedFor,
): PremiumLayer[] {
  const coverages = (quoteDetails?.coverageTypes ?? []).flatMap((group) =>
    group.coverages.map(({ code, premium: { amount }, details }) => ({
      code,
      premium: exactText(amount),
      details,
    })),
  );
  return netted(layersOf(term, partsOfRating({ premium, coverages }, ratedFor)));
}

/**
 * For whom and what answers are rated: the insured's state by the answers or else by the policy's `policyMeta`, and the class of
 * each unit by the question that the product names.
 */
export function ratedForAnswers(
  answers: AnswerMap,
  { policyMeta, unitClassQuestion }: { policyMeta: JsonObject; unitClassQuestion?: string | undefined },
): RatedFor {
  return {
    state: textIn(answers, 'client.state') ?? stateOfInsured(policyMeta),
    unitClasses: unitClassQuestion === undefined ? new Map() : classesOf(answers, unitClassQuestion),
  };
}

/** The state of the insured's address; null if it is unknown. */
export function stateOfInsured(policyMeta: JsonObject): string | null {
  const { state } = objectIn(policyMeta, 'insured');
  return typeof state === 'string' ? state : null;
}

function classesOf(answers: AnswerMap, qid: string): Map<string, string> {
  const iterations = Object.values(answers).flatMap((entry) =>
    entry.type === 'LOOP' ? entry.iterations : [],
  );
  return new Map(
    iterations.flatMap(({ iterationId, answers: own }): [string, string][] => {
      const answer = textIn(own, qid);
      return answer === undefined ? [] : [[String(iterationId), answer]];
    }),
  );
}
