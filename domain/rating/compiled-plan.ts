import type { AnswerMap } from '../intake/answers.js';
import type { Term } from './plan.js';
import type { RatingResult } from './result.js';

/** What a rating is asked. */
export interface RatingRequest {
  answers: AnswerMap;
  /** `YYYY-MM-DD`. */
  effectiveDate: string;
  /** The plan's first term where it is left out. */
  term?: Term | undefined;
  /** False saves the worksheet's lines, for figures in bulk. True where it is left out. */
  keepWorksheet?: boolean;
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
