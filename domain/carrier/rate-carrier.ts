import type { CarrierInput } from '../actions/third-party-action.js';
import type { JsonObject } from '../ground/json.js';
import type { Term } from '../ground/term.js';
import type { AnswerMap } from '../intake/answers.js';
import type { CompiledPlan } from '../rating/plan/compiled-plan.js';
import type { ExpiringValues } from '../rating/run/expiring.js';
import type { RatingResult } from '../rating/run/result.js';
import { CarrierInputProblem, carrierInputs, withCarrierInputs } from './carrier-inputs.js';
import {
  type CarrierFailure,
  type CarrierOutcome,
  carrierFailure,
  readCarrierAnswer,
} from './carrier-outcome.js';
import { type CoverageDifference, ratingOfCarrier, ratingOfFailure } from './carrier-rating.js';

export interface CarrierQuestion {
  intake: AnswerMap;
  effectiveDate: string;
  /** The day of the event in UTC. */
  today: string;
  term: Term;
  /** Of a renewal: what the plan is told of the expiring term. */
  expiring?: ExpiringValues | undefined;
  /** Of the product. */
  currency: string;
  /** What becomes of a quote whose coverages cost another amount; refused by default. */
  coverageDifference?: CoverageDifference | undefined;
  /** The plan that rates the raw response, and its inputs from it (`THIRD_PARTY_RATING_ALGO`). */
  algorithm?: { plan: CompiledPlan; inputs: readonly CarrierInput[] } | undefined;
}

/** The rated outcome of a carrier request. */
export interface RatedCarrierOutcome {
  rating: RatingResult;
  /** Why there is no quote or decision of the carrier; null if there is one. */
  failure: string | null;
  /** The plan's inputs from the carrier's response; null without a plan. */
  inputs: AnswerMap | null;
  /** The expiration of the carrier's quote, if it has one. */
  expirationDate: string | null;
}

/** Rates a carrier's response or failure. A failure becomes a declined rating that gives the reason. */
export function rateCarrierOutcome(question: CarrierQuestion, outcome: CarrierOutcome): RatedCarrierOutcome {
  const { term, algorithm, coverageDifference } = question;
  if (outcome.kind === 'FAILED') return failed(outcome, term);
  const { raw } = outcome;
  const answer = readCarrierAnswer(raw, question.currency);
  const known = 'problem' in answer ? undefined : answer;
  if (algorithm !== undefined && known?.outcome !== 'DECLINED') {
    return rateRawAnswer(question, algorithm, raw);
  }
  if ('problem' in answer) return failed(malformed(answer.problem, raw), term);
  return {
    rating: ratingOfCarrier(answer, { term, coverageDifference }),
    failure: null,
    inputs: null,
    expirationDate: answer.outcome === 'QUOTED' ? (answer.expirationDate ?? null) : null,
  };
}

function rateRawAnswer(
  { intake, effectiveDate, today, term, expiring }: CarrierQuestion,
  { plan, inputs }: NonNullable<CarrierQuestion['algorithm']>,
  raw: JsonObject,
): RatedCarrierOutcome {
  try {
    const carrierAnswers = carrierInputs(raw, inputs);
    const answers = withCarrierInputs(intake, inputs, carrierAnswers);
    return {
      rating: plan.rate({ answers, effectiveDate, today, term, expiring }),
      failure: null,
      inputs: carrierAnswers,
      expirationDate: null,
    };
  } catch (error) {
    if (error instanceof CarrierInputProblem) return failed(malformed(error.message, raw), term);
    throw error;
  }
}

function malformed(problem: string, raw: JsonObject): CarrierFailure {
  return carrierFailure('CARRIER_ANSWER_MALFORMED', `its response violates the contract: ${problem}`, raw);
}

function failed(failure: CarrierFailure, term: Term): RatedCarrierOutcome {
  const { code, message } = failure;
  return {
    rating: ratingOfFailure(failure, term),
    failure: `${code}: ${message}`,
    inputs: null,
    expirationDate: null,
  };
}
