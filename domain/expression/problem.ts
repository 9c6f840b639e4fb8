/** Why a rating stopped. Stable for programs: the `code` of a quote's message. */
export type ProblemCode =
  | 'MISSING_ANSWER'
  | 'MISSING_VALUE'
  | 'TYPE_MISMATCH'
  | 'DIVISION_BY_ZERO'
  | 'NO_TABLE_ROW'
  | 'OUT_OF_BOUNDS'
  | 'NOT_A_CHOICE'
  | 'TOO_FEW_ITERATIONS'
  | 'TOO_MANY_ITERATIONS'
  | 'TOO_MANY_STEPS'
  | 'UNKNOWN_ITERATION'
  | 'TERM_NOT_OFFERED'
  | 'NO_PREMIUM'
  | 'NEGATIVE_PREMIUM'
  | 'ZERO_PREMIUM'
  | 'NO_COVERAGE'
  | 'AMOUNT_TOO_LARGE';

/** The place of a problem. The code that raises it knows only a part; its callers add the rest. */
export interface ProblemPlace {
  qid?: string | undefined;
  iterationId?: string | undefined;
  step?: string | undefined;
}

/** An input that cannot be rated. It leads to a declined quote, not to a service error. */
export class RatingProblem extends Error {
  readonly code: ProblemCode;
  readonly place: ProblemPlace;

  constructor(code: ProblemCode, message: string, place: ProblemPlace = {}) {
    super(message);
    this.name = 'RatingProblem';
    this.code = code;
    this.place = place;
  }

  /** The same problem with missing parts of its place filled in. */
  at(place: ProblemPlace): RatingProblem {
    return new RatingProblem(this.code, this.message, {
      qid: this.place.qid ?? place.qid,
      iterationId: this.place.iterationId ?? place.iterationId,
      step: this.place.step ?? place.step,
    });
  }
}

/** A condition or expression that can never work: unknown operator, question or shape. Found on import. */
export class ExpressionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ExpressionError';
  }
}
