import type { RatingJob } from '../../domain/impact/rating-job.js';

/** A book of risks that can be read again and again. */
export interface RiskSource {
  /** What a risk is called: `quotes`. */
  noun: string;
  /** How many there are, up to `atMost`, for the progress; an estimate for a CSV file. */
  count(atMost?: number): Promise<number>;
  /** The risks, a few at a time, in their order. */
  jobs(): AsyncIterable<RatingJob>;
}
