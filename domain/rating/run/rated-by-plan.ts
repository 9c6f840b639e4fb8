import { toText } from '../../expression/index.js';
import type { DeclinedRating, QuotedRating, RatingResult } from './result.js';
import type { RatingRun } from './run.js';
import type { WorksheetLine } from './worksheet-line.js';

type RateMeta = QuotedRating['rateMeta'];

/** What a rating tells besides its outcome. */
export interface RatingTrace {
  run: RatingRun;
  /** The names of the policy's values, by slot. */
  names: readonly string[];
  /** Entries of `rateMeta` beside those values. */
  totals?: () => RateMeta;
}

/**
 * A rating by a plan. Its derived values are written when somebody reads them: that takes a fifth of the time of a rating, and
 * a bulk rating does not need them.
 */
abstract class RatedByPlan {
  readonly #told: RatingTrace;
  #rateMeta: RateMeta | null = null;

  constructor(told: RatingTrace) {
    this.#told = told;
  }

  get rateMeta(): RateMeta {
    this.#rateMeta ??= written(this.#told);
    return this.#rateMeta;
  }

  get worksheet(): WorksheetLine[] {
    return this.#told.run.sheet?.lines ?? [];
  }
}

/** A rating with other fields in place of its own. */
export function ratingWith<Rating extends RatingResult>(rating: Rating, fields: Partial<Rating>): Rating {
  // Written out, since they are no fields of a plan's rating.
  const { rateMeta, worksheet } = rating;
  return { ...rating, rateMeta, worksheet, ...fields };
}

export class QuotedByPlan extends RatedByPlan implements QuotedRating {
  readonly outcome = 'QUOTED';
  readonly term: QuotedRating['term'];
  readonly premium: string;
  readonly coverages: QuotedRating['coverages'];
  readonly taxesAndFees: QuotedRating['taxesAndFees'];
  readonly requiresUnderwriterApproval: boolean;
  readonly requiresPolicyholderAcceptance: boolean;
  readonly messages: QuotedRating['messages'];
  readonly quoteValidDays: number;
  declare readonly loading?: QuotedRating['loading'];
  readonly tasks: QuotedRating['tasks'];

  constructor(told: RatingTrace, quoted: Omit<QuotedRating, 'outcome' | 'rateMeta' | 'worksheet'>) {
    super(told);
    this.term = quoted.term;
    this.premium = quoted.premium;
    this.coverages = quoted.coverages;
    this.taxesAndFees = quoted.taxesAndFees;
    this.requiresUnderwriterApproval = quoted.requiresUnderwriterApproval;
    this.requiresPolicyholderAcceptance = quoted.requiresPolicyholderAcceptance;
    this.messages = quoted.messages;
    this.quoteValidDays = quoted.quoteValidDays;
    if (quoted.loading !== undefined) Object.assign(this, { loading: quoted.loading });
    this.tasks = quoted.tasks;
  }
}

export class DeclinedByPlan extends RatedByPlan implements DeclinedRating {
  readonly outcome = 'DECLINED';
  readonly type: DeclinedRating['type'];
  readonly term: DeclinedRating['term'];
  readonly messages: DeclinedRating['messages'];
  readonly tasks: DeclinedRating['tasks'];

  constructor(told: RatingTrace, declined: Pick<DeclinedRating, 'type' | 'term' | 'messages' | 'tasks'>) {
    super(told);
    this.type = declined.type;
    this.term = declined.term;
    this.messages = declined.messages;
    this.tasks = declined.tasks;
  }
}

function written({ run, names, totals }: RatingTrace): RateMeta {
  const { values } = run.policy;
  const meta: RateMeta = {};
  for (let slot = 0; slot < names.length; slot++) {
    const value = values[slot] ?? null;
    if (value !== null) meta[names[slot] as string] = toText(value);
  }
  return Object.assign(meta, totals?.());
}
