import type { Value } from '../../expression/index.js';
import type { Term } from '../../ground/term.js';
import type { AnswerMap } from '../../intake/answers.js';
import type { RatingResult } from '../run/result.js';

/** What a rating is asked. */
export interface RatingRequest {
  answers: AnswerMap;
  /** `YYYY-MM-DD`. */
  effectiveDate: string;
  /** The plan's first term where it is left out. */
  term?: Term | undefined;
  /** False saves the worksheet's lines, for figures in bulk. True where it is left out. */
  keepWorksheet?: boolean;
  /**
   * The questions whose answers have to be in order; all where it is left out. A wrong answer to another one
   * counts as not given, and declines only where a step needs it.
   */
  concerns?: (qid: string) => boolean;
}

export interface CompiledPlan {
  title: string;
  /** Terms that may be quoted; the first is the default. */
  terms: readonly Term[];
  quoteValidDays: number;
  /**
   * Rates a request. Answers that cannot be rated give a declined rating whose messages name the question,
   * rule or step; no answers whatever make it throw.
   */
  rate(request: RatingRequest): RatingResult;
}

/** A plan with what a package needs to know of its components. */
export interface BuiltPlan extends CompiledPlan {
  /** The rating, and the policy's derived values that it came by, in the order of `valueNames`; null: not derived. */
  rateWithValues(request: RatingRequest): { result: RatingResult; values: readonly (Value | null)[] };
  coverageCodes: readonly string[];
  taxTypes: readonly string[];
  /** Names of the policy's derived values, the coverages' premiums and `premium` among them. */
  valueNames: readonly string[];
  /** Every question that the plan reads, loops included. */
  questionsRead: ReadonlySet<string>;
}
