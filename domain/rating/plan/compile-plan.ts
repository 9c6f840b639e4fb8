import { Decimal } from '../../expression/index.js';
import type { Term } from '../../ground/term.js';
import { minorDigits } from '../../money/currency.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import { compileIntake, type IntakeReader } from '../intake/compile-intake.js';
import { type PlanIssue, refuseIssues } from '../run/plan-issue.js';
import { PlanContext } from '../steps/plan-context.js';
import { type CompiledTable, compileTables } from '../tables/compile-table.js';
import type { RatingTable } from '../tables/table.js';
import { compileCoverage } from './compile-coverage.js';
import { compileDerived } from './compile-derived.js';
import { compilePremium } from './compile-premium.js';
import { compileTaxes } from './compile-taxes.js';
import type { BuiltPlan, CompiledPlan } from './compiled-plan.js';
import type { RatingPlan } from './plan.js';
import { type PlanParts, rateWith } from './rate.js';
import { compileRules } from './underwriting.js';

/** Compiles a plan of a currency once to closures over indexed tables. Throws a `PlanError` that lists its faults. */
export function compilePlan(
  plan: RatingPlan,
  tables: Readonly<Record<string, RatingTable>>,
  questions: QuestionTypes,
  currency = 'USD',
): CompiledPlan {
  const issues: PlanIssue[] = [];
  const compiled = buildPlan(plan, compileTables(tables, issues), compileIntake(questions, issues), {
    questions,
    issues,
    currency,
    path: '',
  });
  refuseIssues(`rating plan "${plan.title}"`, issues);
  return compiled;
}

/**
 * The faults of a plan and its tables: unknown questions, tables, columns, keys and values, cells of a wrong
 * type, rows that overlap in a `unique` table. Empty if the plan compiles.
 */
export function checkPlan(
  plan: RatingPlan,
  tables: Readonly<Record<string, RatingTable>>,
  questions: QuestionTypes,
  currency = 'USD',
): PlanIssue[] {
  const issues: PlanIssue[] = [];
  buildPlan(plan, compileTables(tables, issues), compileIntake(questions, []), {
    questions,
    issues,
    currency,
    path: '',
  });
  return issues;
}

/** Compiles a plan over tables and an intake reader that several plans share, and reports under `path`. */
export function buildPlan(
  plan: RatingPlan,
  tables: ReadonlyMap<string, CompiledTable>,
  readIntake: IntakeReader,
  {
    questions,
    issues,
    currency,
    path,
  }: { questions: QuestionTypes; issues: PlanIssue[]; currency: string; path: string },
): BuiltPlan {
  const context = new PlanContext(tables, questions, { issues, minorDigits: minorDigits(currency) });
  const at = (part: string) => `${path}${part}`;
  const rules = plan.underwriting.map((rule, index) => ({ rule, path: at(`underwriting[${index}]`) }));
  reportRepeated(plan, at, context);

  // Compiled in the order in which it runs, so that a value is known only after the step that derives it.
  const derive = compileDerived(plan, at, context);
  const eligibility = compileRules(
    rules.filter(({ rule }) => rule.outcome === 'INELIGIBLE'),
    context,
  );
  const coverages = plan.coverages.map((coverage, index) =>
    compileCoverage(coverage, at(`coverages[${index}]`), context, plan.roundEachStep),
  );
  const premium = compilePremium(plan, at('policy'), context);
  const taxes = compileTaxes(plan, at('taxesAndFees'), context);
  const underwriting = compileRules(
    rules.filter(({ rule }) => rule.outcome !== 'INELIGIBLE'),
    context,
  );
  const terms = new Map<Term, Decimal>(plan.terms.map(({ term, factor }) => [term, Decimal.of(factor)]));
  const { title, quoteValidDays } = plan;
  const { valueNames } = context;
  const parts: PlanParts = {
    readIntake,
    terms,
    offered: [...terms.keys()],
    derive,
    eligibility,
    coverages,
    premium,
    taxes,
    underwriting,
    quoteValidDays,
    valueNames,
    givenRead: context.givenRead,
    expiringRead: context.expiringRead,
    minorDigits: context.minorDigits,
  };
  return {
    title,
    terms: [...terms.keys()],
    quoteValidDays,
    expiringRead: context.expiringRead.map(({ name }) => name),
    rate: (request) => rateWith(parts, request).result,
    rateWithValues: (request) => rateWith(parts, request),
    coverageCodes: plan.coverages.map(({ code }) => code),
    taxTypes: plan.taxesAndFees.map(({ type }) => type),
    valueNames,
    questionsRead: context.questionsRead,
  };
}

function reportRepeated(plan: RatingPlan, at: (part: string) => string, context: PlanContext): void {
  const named: [string, string[]][] = [
    ['coverages', plan.coverages.map(({ code }) => code)],
    ['terms', plan.terms.map(({ term }) => term)],
    ['underwriting', plan.underwriting.map(({ id }) => id)],
    ['taxesAndFees', plan.taxesAndFees.map(({ type }) => type)],
  ];
  for (const [part, names] of named) {
    names.forEach((name, index) => {
      if (names.indexOf(name) < index) context.report(at(`${part}[${index}]`), `"${name}" is there twice`);
    });
  }
}
