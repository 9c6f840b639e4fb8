import type { RatingResult } from './result.js';

/** A failed rating is a declined quote with the reason in its messages (spec 7). */
export const failedRating = (reason: string): RatingResult => ({
  outcome: 'DECLINED',
  type: 'DECLINE',
  term: null,
  messages: [{ severity: 'ERROR', code: 'RATING_FAILED', message: reason }],
  rateMeta: {},
  worksheet: [],
});
