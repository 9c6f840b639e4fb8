import type { Decimal, ReferenceOperator, Value } from '../../expression/index.js';
import type { Term } from '../../ground/term.js';
import type { OnCancellation } from '../../money/on-cancellation.js';
import type { TaskOfRating } from '../../tasks/product-task.js';
import type { LineForm } from './line-form.js';
import type { RatedLoading } from './loading.js';
import type { WorksheetLine } from './worksheet-line.js';

/** The codes of messages that say why an underwriter has to decide: by a rule, or above the authority of the seller. */
export const referralCodes = { rule: 'UNDERWRITING_REFERRAL', aboveAuthority: 'ABOVE_AUTHORITY' } as const;

/**
 * The codes of messages about the request of a change, not its rating: what it removes unnamed, a choice for nothing, a
 * question that only rules of today's version read.
 */
export const requestCodes = {
  removed: 'ITERATION_REMOVED',
  noConflict: 'NO_CONFLICT',
  notAsked: 'QUESTION_NOT_ASKED',
} as const;

/** A value that the condition of a rule found over or under a limit. */
export interface ComparedValue {
  /** How the condition reads the value; with its name absent of one that the condition computes. */
  reads?: ReferenceOperator;
  /** The question, derived value or loop. */
  name?: string;
  /** Decimal or other text. */
  value: string;
  operator: '<' | '<=' | '>' | '>=';
  limit: string;
}

/** A message on a quote; if possible, it names its question, underwriting rule or rating step. */
export interface QuoteMessage {
  severity: 'ERROR' | 'WARNING' | 'INFO';
  /** Stable for programs: `MISSING_ANSWER`, `NO_TABLE_ROW`, `TYPE_MISMATCH`, `UNDERWRITING_DECLINE`, ... */
  code: string;
  message: string;
  qid?: string;
  iterationId?: string;
  rule?: string;
  /** Of a rule that refuses or refers: the values in its condition that are over or under a limit. */
  compared?: ComparedValue[];
  step?: string;
  /** The product version that the rule is of, if that is not the one that rated. */
  version?: string;
  /** In a package: the key of the component that it is about. */
  component?: string;
  /** The hold that stops the quote. */
  holdId?: string;
  /** In the quote of a change: the day of the term from which it holds, if that is later than the change. */
  from?: string;
}

/** A limit, a deductible or the like of a coverage (spec 2.5). */
export interface CoverageDetail {
  amount: string;
  amountType?: string;
  description?: string;
  scope?: string;
  scopeLabel?: string;
}

/** The type of the amount of a part of the premium, by which documents know it. */
export const premiumType = 'PREMIUM';

/** An entry of a coverage's details whose amount is a part of its premium. */
export interface PremiumShare {
  entry: CoverageDetail;
  /** The premium is divided in proportion to this. */
  rated: Decimal;
  /** Its line on the worksheet, and the values that it reads first. */
  form: LineForm<'share'>;
  read: readonly (Value | null)[];
}

/** By which overlays of a product a rating went. */
export interface AppliedOverlays {
  /** The state of the risk, as answered. */
  state: string;
  /** Their names, in the order of the file; none where the state has none on that day. */
  names: readonly string[];
}

export interface RatedCoverage {
  code: string;
  title: string;
  type: string;
  premium: string;
  details: { [key: string]: CoverageDetail[] };
  /** The entries of `details` among which the premium is divided. */
  shares?: readonly PremiumShare[];
}

export interface QuotedRating {
  outcome: 'QUOTED';
  term: Term;
  /** Premium for the whole term, before taxes and fees; decimal text. */
  premium: string;
  coverages: RatedCoverage[];
  taxesAndFees: {
    type: string;
    amount: string;
    authority?: string | undefined;
    onCancellation?: OnCancellation | undefined;
  }[];
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  messages: QuoteMessage[];
  /** Text by name, for `metadata.rateMeta`: totals and the policy-level derived values. */
  rateMeta: { [name: string]: string };
  worksheet: WorksheetLine[];
  quoteValidDays: number;
  /** With an underwriter's loading. */
  loading?: RatedLoading | undefined;
  /** What its rules ask for. */
  tasks?: readonly TaskOfRating[] | undefined;
  /** Of a product with overlays. */
  overlays?: AppliedOverlays;
}

export interface DeclinedRating {
  outcome: 'DECLINED';
  /** `RULE_BASED_INELIGIBILITY` if a rule refused before rating, else `DECLINE`. */
  type: 'DECLINE' | 'RULE_BASED_INELIGIBILITY';
  term: Term | null;
  messages: QuoteMessage[];
  rateMeta: { [name: string]: string };
  worksheet: WorksheetLine[];
  /** What its rules ask for. */
  tasks?: readonly TaskOfRating[] | undefined;
  /** Of a product with overlays. */
  overlays?: AppliedOverlays;
}

export type RatingResult = QuotedRating | DeclinedRating;
