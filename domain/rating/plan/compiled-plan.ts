import type { Value } from '../../expression/index.js';
import type { Term } from '../../ground/term.js';
import type { AnswerMap } from '../../intake/answers.js';
import type { ExpiringValues } from '../run/expiring.js';
import type { RatingResult } from '../run/result.js';
import type { StepBudget } from '../run/step-budget.js';

/** The parameters of a rating. */
export interface RatingRequest {
  answers: AnswerMap;
  /** `YYYY-MM-DD`. */
  effectiveDate: string;
  /** The day of the event in UTC, `YYYY-MM-DD`. Default: the effective date, so that ratings can be repeated. */
  today?: string | undefined;
  /** Default: the plan's first term. */
  term?: Term | undefined;
  /** Of a renewal, and of a change of a renewed term; absent for new business. */
  expiring?: ExpiringValues | undefined;
  /** An underwriter's loading in percent of the premium, decimal text; below zero a credit. */
  loading?: string | undefined;
  /** False saves the worksheet's lines, for bulk ratings. Default true. */
  keepWorksheet?: boolean;
  /** The worksheet has a line for each step that does not run, too, and what lines depend on (`LinePlan`). Default false. */
  everyStep?: boolean | undefined;
  /**
   * The questions whose answers must be valid; default all. An invalid answer to another one counts as
   * missing, and declines only if a step needs it.
   */
  concerns?: (qid: string) => boolean;
  /** Of the steps that it may take here; it throws `BeyondBudget` instead of taking more. Default: all. */
  budget?: StepBudget | undefined;
}

export interface CompiledPlan {
  title: string;
  /** The terms on offer; the first is the default. */
  terms: readonly Term[];
  quoteValidDays: number;
  /** The values of the expiring term that it reads. */
  expiringRead: readonly string[];
  /**
   * Rates a request. Invalid answers lead to a declined rating whose messages name the question, rule or
   * step; no answers make it throw.
   */
  rate(request: RatingRequest): RatingResult;
}

/** A rating, and the policy's derived values in the order of `valueNames` (null: not derived). */
export interface RatedWithValues {
  result: RatingResult;
  values: readonly (Value | null)[];
}

/** A plan with the data that a package needs of its components. */
export interface BuiltPlan extends CompiledPlan {
  rateWithValues(request: RatingRequest): RatedWithValues;
  coverageCodes: readonly string[];
  taxTypes: readonly string[];
  /** Names of the policy's derived values, including the coverages' premiums and `premium`. */
  valueNames: readonly string[];
  /** Every question that the plan reads, loops included. */
  questionsRead: ReadonlySet<string>;
}
