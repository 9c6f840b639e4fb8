import { type Decimal, isDate, RatingProblem } from '../../expression/index.js';
import { endOfTerm, type Term } from '../../ground/term.js';
import { totalOf } from '../../money/total.js';
import type { BoundDates } from '../../questions/bounds.js';
import type { IntakeReader, ReadIntake } from '../intake/compile-intake.js';
import { type ExpiringSlot, setExpiring } from '../run/expiring.js';
import { DeclinedByPlan, QuotedByPlan } from '../run/rated-by-plan.js';
import type { DeclinedRating, QuoteMessage, RatingResult } from '../run/result.js';
import { RatingRun } from '../run/run.js';
import { given } from '../run/value-slots.js';
import type { CoverageAmount } from './compile-coverage.js';
import type { RatedPremium } from './compile-premium.js';
import type { TaxOrFee } from './compile-taxes.js';
import type { RatedWithValues, RatingRequest } from './compiled-plan.js';
import { type RuleHit, tasksOf } from './underwriting.js';

/** A plan's compiled parts, in the order in which they run. */
export interface PlanParts {
  readIntake: IntakeReader;
  terms: ReadonlyMap<Term, Decimal>;
  /** The terms; the first is the default. */
  offered: readonly Term[];
  derive(run: RatingRun): void;
  eligibility(run: RatingRun): RuleHit[];
  coverages: readonly ((run: RatingRun) => CoverageAmount | null)[];
  premium(run: RatingRun, rated: readonly CoverageAmount[], termFactor: Decimal): RatedPremium;
  taxes(run: RatingRun): TaxOrFee[];
  underwriting(run: RatingRun): RuleHit[];
  quoteValidDays: number;
  valueNames: readonly string[];
  givenRead: ReadonlySet<string>;
  expiringRead: readonly ExpiringSlot[];
  /** The decimals of the currency. */
  minorDigits: number;
}

/** Rates one request over a compiled plan. */
export function rateWith(parts: PlanParts, request: RatingRequest): RatedWithValues {
  const intake = parts.readIntake(request.answers, request.concerns, datesOf(request), request.budget);
  const run = new RatingRun(intake.scope, request);
  return { result: rateRun(parts, request, intake, run), values: run.policy.values };
}

function rateRun(parts: PlanParts, request: RatingRequest, intake: ReadIntake, run: RatingRun): RatingResult {
  const asked = request.term ?? parts.offered[0] ?? 'ANNUAL';
  const termFactor = parts.terms.get(asked);
  const names = parts.valueNames;
  const decline = (
    messages: QuoteMessage[],
    { type = 'DECLINE', tasks }: Partial<Pick<DeclinedRating, 'type' | 'tasks'>> = {},
  ) =>
    new DeclinedByPlan(
      { run, names },
      { type, term: termFactor ? asked : null, messages: [...intake.messages, ...messages], tasks },
    );
  const refusals = refusalsOf(request, asked, parts.offered);
  if (!termFactor || refusals.length > 0 || intake.refused) return decline(refusals);

  try {
    setGiven(run, request, { term: asked, read: parts.givenRead });
    setExpiring(run.policy, parts.expiringRead, request.expiring);
    parts.derive(run);
    const ineligible = parts.eligibility(run);
    if (ineligible.length > 0) {
      const told = { type: 'RULE_BASED_INELIGIBILITY', tasks: tasksOf(ineligible) } as const;
      return decline(ineligible.map(messageOf), told);
    }

    const rated = parts.coverages.map((coverage) => coverage(run)).filter((amount) => amount !== null);
    const { annual, premium, coverages, loading } = parts.premium(run, rated, termFactor);
    const taxesAndFees = parts.taxes(run);
    const hits = parts.underwriting(run);
    if (hits.some(({ outcome }) => outcome === 'DECLINE'))
      return decline(hits.map(messageOf), { tasks: tasksOf(hits) });

    const fees = totalOf(taxesAndFees.map(({ amount }) => amount));
    const { minorDigits: digits } = parts;
    const premiumText = premium.toFixed(digits);
    const totals = () => ({
      annualPremium: annual.toFixed(),
      premium: premiumText,
      taxesAndFees: fees.toFixed(digits),
      total: premium.plus(fees).toFixed(digits),
    });
    return new QuotedByPlan(
      { run, names, totals },
      {
        term: asked,
        premium: premiumText,
        coverages,
        taxesAndFees: taxesAndFees.map((tax) => ({ ...tax, amount: tax.amount.toFixed(digits) })),
        requiresUnderwriterApproval: hits.some(({ outcome }) => outcome === 'REFER'),
        requiresPolicyholderAcceptance: hits.some(({ outcome }) => outcome === 'ACCEPTANCE'),
        messages: [...intake.messages, ...hits.map(messageOf)],
        quoteValidDays: parts.quoteValidDays,
        loading,
        tasks: tasksOf(hits),
      },
    );
  } catch (error) {
    if (error instanceof RatingProblem) return decline([problemMessage(error, run)]);
    throw error;
  }
}

/** The dates of a rating. */
export function datesOf({ effectiveDate, today = effectiveDate }: RatingRequest): BoundDates {
  return { effectiveDate, today };
}

/**
 * Sets the values that exist before the first step. Quotes store the values of a rating, so that dates which
 * nothing reads are left out.
 */
export function setGiven(
  { policy: { values } }: RatingRun,
  request: RatingRequest,
  { term, read }: { term: Term; read: ReadonlySet<string> },
): void {
  const { effectiveDate, today } = datesOf(request);
  values[given.effectiveDate] = effectiveDate;
  values[given.term] = term;
  values[given.today] = read.has('today') ? today : null;
  values[given.expirationDate] = read.has('expirationDate') ? endOfTerm(effectiveDate, term) : null;
}

/** The faults of the request itself. */
export function refusalsOf(request: RatingRequest, asked: Term, offered: readonly Term[]): QuoteMessage[] {
  const messages: QuoteMessage[] = [];
  if (!offered.includes(asked)) {
    const message = `the plan does not offer the term ${asked}, only ${offered.join(', ')}`;
    messages.push({ severity: 'ERROR', code: 'TERM_NOT_OFFERED', message });
  }
  if (!isDate(request.effectiveDate)) {
    const message = `the effective date "${request.effectiveDate}" is not a date (YYYY-MM-DD)`;
    messages.push({ severity: 'ERROR', code: 'TYPE_MISMATCH', message });
  }
  if (request.today !== undefined && !isDate(request.today)) {
    const message = `today, "${request.today}", is not a date (YYYY-MM-DD)`;
    messages.push({ severity: 'ERROR', code: 'TYPE_MISMATCH', message });
  }
  return messages;
}

function messageOf({ message }: RuleHit): QuoteMessage {
  return message;
}

/** A problem as a message with its place: section, step, and iteration if there is one. */
export function problemMessage(problem: RatingProblem, run: RatingRun): QuoteMessage {
  const { qid, iterationId = run.iterationId ?? undefined } = problem.place;
  const isRule = run.section === 'underwriting';
  return {
    severity: 'ERROR',
    code: problem.code,
    message: `${run.section}, ${isRule ? 'rule' : 'step'} "${run.step}": ${problem.message}`,
    ...(qid === undefined ? {} : { qid }),
    ...(iterationId === undefined ? {} : { iterationId }),
    ...(isRule ? { rule: run.step } : { step: run.step }),
  };
}
