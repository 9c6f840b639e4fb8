import type { RatingRequest } from '../plan/compiled-plan.js';

type Concerns = NonNullable<RatingRequest['concerns']>;

/** The questions that concern both a part of a package and whoever has it rated, by default all of the part. */
export const concernedByBoth = (part: Concerns, asked: Concerns | undefined): Concerns =>
  asked === undefined ? part : (qid) => part(qid) && asked(qid);
