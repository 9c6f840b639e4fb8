import type { Condition, Expression } from '../../expression/written.js';
import type { Term } from '../../ground/term.js';

/** A message on a quote; where it can, it names the question, underwriting rule or rating step it is about. */
export interface QuoteMessage {
  severity: 'ERROR' | 'WARNING' | 'INFO';
  /** Stable for programs: `MISSING_ANSWER`, `NO_TABLE_ROW`, `TYPE_MISMATCH`, `UNDERWRITING_DECLINE`, ... */
  code: string;
  message: string;
  qid?: string;
  iterationId?: string;
  rule?: string;
  step?: string;
  /** Of a package: the key of the component that it is about. */
  component?: string;
}

/** One executed step. The lines are the worksheet: Excel, JSON and PDF render them, replay compares them. */
export interface WorksheetLine {
  /** Of a package: the key of the component whose rating it belongs to; absent for the package's own steps. */
  component?: string;
  /** Where it happened: `derive`, `loop:locations`, `coverage:PREMISES`, `policy`,
   * `allocation`, `taxes:POLICY_FEE`, `underwriting`. */
  section: string;
  step: string;
  op: string;
  iterationId?: string;
  /** Operands by name, decimals as text. */
  inputs: { [name: string]: string | boolean | null };
  /** Index of the table row hit, with the table's name. */
  table?: string;
  row?: number;
  /** The table's column that was read: what was found is the input of that name. */
  column?: string;
  /** How what a lookup found or a loop summed up changed the running amount, where it did. */
  apply?: 'set' | 'multiply' | 'add' | 'subtract' | 'divide';
  /** The loop that was summed up. */
  loop?: string;
  /** What was computed (`by`, a derived value or a condition) as the plan writes it; left out for a constant. */
  expression?: Expression | Condition;
  /** The derived value's name, where the step kept one. */
  as?: string;
  /** Running amount before and after, decimals as text; a derived value in `after` where nothing runs. */
  before?: string;
  after: string | boolean | null;
}

export interface RatedCoverage {
  code: string;
  title: string;
  type: string;
  premium: string;
  details: {
    [key: string]: {
      amount: string;
      amountType?: string;
      description?: string;
      scope?: string;
      scopeLabel?: string;
    }[];
  };
}

export interface QuotedRating {
  outcome: 'QUOTED';
  term: Term;
  /** Premium for the whole term, before taxes and fees; decimal text. */
  premium: string;
  coverages: RatedCoverage[];
  taxesAndFees: { type: string; amount: string }[];
  requiresUnderwriterApproval: boolean;
  requiresPolicyholderAcceptance: boolean;
  messages: QuoteMessage[];
  /** Text by name, for `metadata.rateMeta`: totals and the policy-level derived values. */
  rateMeta: { [name: string]: string };
  worksheet: WorksheetLine[];
  quoteValidDays: number;
}

export interface DeclinedRating {
  outcome: 'DECLINED';
  /** `RULE_BASED_INELIGIBILITY` where a rule refused before rating, else `DECLINE`. */
  type: 'DECLINE' | 'RULE_BASED_INELIGIBILITY';
  term: Term | null;
  messages: QuoteMessage[];
  rateMeta: { [name: string]: string };
  worksheet: WorksheetLine[];
}

export type RatingResult = QuotedRating | DeclinedRating;
