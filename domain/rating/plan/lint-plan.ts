import type { LintIssue } from '../../ground/lint-issue.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import { computed } from '../lint/compute.js';
import type { Findings } from '../lint/findings.js';
import { Knowledge } from '../lint/knowledge.js';
import { lintCondition, lintExpression } from '../lint/lint-expression.js';
import { lintLostZeros } from '../lint/lost-zeros.js';
import { anyNumber, anything, either, listed, numbers, type Possible, rangeOf } from '../lint/possible.js';
import { after, readLogic } from '../lint/reason.js';
import { lintTableOrder } from '../lint/table-order.js';
import { lintTableShape } from '../lint/table-shape.js';
import { TableUsage } from '../lint/table-usage.js';
import { lintEvaded } from '../lint/unguarded.js';
import { lintAlways } from '../lint/unvarying.js';
import type { PlanIssue } from '../run/plan-issue.js';
import { allOf } from '../steps/lint-selection.js';
import { fromZero } from '../steps/lint-state.js';
import { StepLint } from '../steps/lint-steps.js';
import { checkTable } from '../tables/check-table.js';
import type { RatingTable } from '../tables/table.js';
import { derivationOrder } from './derivation-order.js';
import { expiringKnown, lintExpiring } from './lint-expiring.js';
import { lintMinimums } from './lint-minimums.js';
import { lintNames } from './lint-names.js';
import { lintTerms } from './lint-terms.js';
import type { RatingPlan } from './plan.js';
import { unreachableRows } from './unreachable-rows.js';
import { unusedValues } from './unused-values.js';

type Path = LintIssue['path'];

/** A plan, or the package part of a bundle, whose starting amount is unknown. */
export type LintedPlan = Pick<
  RatingPlan,
  'derive' | 'policy' | 'taxesAndFees' | 'underwriting' | 'allowZeroPremium' | 'allowNegativePremium'
> &
  Partial<Pick<RatingPlan, 'loops' | 'coverages' | 'terms' | 'roundEachStep'>>;

export interface PlacedPlan {
  plan: LintedPlan;
  path: Path;
  /** The questions that it may read. */
  types: QuestionTypes;
  /** For each use of the plan, the conditions that hold there. */
  uses?: readonly (readonly unknown[])[];
}

/**
 * Follows the possible answers through conditions, steps and lookups of plans and their tables. It finds
 * conditions that never or always hold, steps and rows that are never reached, missing rows, keys of another type,
 * divisions by zero, and values and columns that nothing reads. Unresolved references are left to the compiler.
 *
 * @param isReadElsewhere whether a form, an action or the like reads a value of that name.
 */
export function lintPlans(
  plans: readonly PlacedPlan[],
  tables: Readonly<Record<string, RatingTable>>,
  findings: Findings,
  isReadElsewhere: (name: string) => boolean = () => true,
): void {
  const sound = Object.entries(tables).filter(([name, table]) => isSound(name, table));
  const usages = new Map(sound.map(([name, table]) => [name, new TableUsage(name, table)]));
  for (const placed of plans) {
    lintPlan(placed, usages, findings);
    lintNames(placed.plan, placed.path, placed.types, findings);
    lintMinimums(placed.plan, placed.path, findings);
    lintTerms(placed.plan, placed.path, findings);
    lintExpiring(placed.plan, placed.path, findings);
    for (const { name, path, inLoop } of unusedValues(placed.plan, placed.path)) {
      if ((!inLoop && isReadElsewhere(name)) || findings.hasError(path)) continue;
      const advice = inLoop ? '' : ': was it forgotten? It is only shown with the quote';
      findings.warning(path, `no step reads the derived value "${name}"${advice}`);
    }
  }
  for (const usage of usages.values()) {
    unreachableRows(usage, findings);
    lintTableShape(usage, findings);
    lintTableOrder(usage, findings);
    lintLostZeros(usage, findings);
    lintUnreadColumns(usage, findings);
  }
}

/** A column that no lookup reads is often a factor that was forgotten. */
function lintUnreadColumns({ name, table, lookups, read }: TableUsage, findings: Findings): void {
  if (lookups === 0) return;
  table.columns.forEach((column, index) => {
    if (read.has(column.name)) return;
    const message = `no lookup reads the column "${column.name}": was it forgotten?`;
    findings.warning(['tables', name, 'columns', index], message);
  });
}

function isSound(name: string, table: RatingTable): boolean {
  const issues: PlanIssue[] = checkTable(name, table);
  return issues.length === 0;
}

/** Lints a plan in the order in which it runs. */
function lintPlan(
  { plan, path, types, uses = [] }: PlacedPlan,
  usages: ReadonlyMap<string, TableUsage>,
  findings: Findings,
): void {
  const lint = new StepLint(usages, findings);
  const known = new Knowledge(types, given(plan));
  const start = Knowledge.anyOf(
    known,
    uses.map((conditions) => conditions.reduce(whereHolds, known)),
  );
  let knowledge = start;
  for (const { list, loop, steps, numbers } of derivationOrder(plan).derivations) {
    const at = list === null ? [...path, 'derive'] : [...path, 'loops', list, 'derive'];
    const after =
      loop === null
        ? lint.list(steps, at, { knowledge, amount: fromZero }, numbers)
        : lint.iteration(allOf(loop, knowledge), steps, at, knowledge, numbers);
    knowledge = after.knowledge;
  }
  const rule = (index: number): Knowledge => {
    const { when, outcome } = plan.underwriting[index] ?? {};
    const at = [...path, 'underwriting', index, 'when'];
    const { failing } = lintCondition(when, at, knowledge, findings);
    lintAlways(when, at, knowledge, findings);
    if (outcome !== 'ACCEPTANCE' && outcome !== 'MESSAGE') lintEvaded(when, at, knowledge, findings);
    return failing ?? knowledge;
  };
  plan.underwriting.forEach(({ outcome }, index) => {
    if (outcome === 'INELIGIBLE') knowledge = rule(index);
  });
  const amounts: Possible[] = [];
  plan.coverages?.forEach((coverage, index) => {
    const at = [...path, 'coverages', index];
    lint.rounding = coverage.roundEachStep ?? plan.roundEachStep;
    const result = lintCoverage(coverage, at, knowledge, lint, findings);
    if (!result) return;
    amounts.push(result.amount);
    const where = coverage.when === undefined ? undefined : readLogic(coverage.when, knowledge);
    const skipped = coverage.when === undefined ? [] : [{ knowledge }];
    knowledge = knowledge.afterOneOf([...skipped, { knowledge: result.knowledge, where }]);
  });
  const sum = plan.coverages
    ? { ...computed('+', [fromZero, ...amounts.map(orNothing)]), optional: false }
    : anyNumber;
  lint.rounding = plan.roundEachStep;
  const policy = lint.list(plan.policy, [...path, 'policy'], { knowledge, amount: sum });
  lint.rounding = undefined;
  knowledge = policy.knowledge.define('premium', premiumOf(plan, policy.amount));
  plan.taxesAndFees.forEach(({ authority, when, steps }, index) => {
    const at = [...path, 'taxesAndFees', index];
    const applies = when ? lintCondition(when, [...at, 'when'], knowledge, findings).holding : knowledge;
    if (!applies) return;
    if (when) lintAlways(when, [...at, 'when'], knowledge, findings);
    lint.list(steps, [...at, 'steps'], { knowledge: applies, amount: fromZero });
    if (authority !== undefined) lintExpression(authority, [...at, 'authority'], applies, findings);
  });
  plan.underwriting.forEach(({ outcome }, index) => {
    if (outcome !== 'INELIGIBLE') rule(index);
  });
}

function whereHolds(knowledge: Knowledge, condition: unknown): Knowledge {
  const logic = readLogic(condition, knowledge);
  return logic === undefined ? knowledge : after(logic, knowledge, true);
}

/** The initial values of every rating. */
function given(plan: LintedPlan): Map<string, Possible> {
  const names = plan.terms?.map(({ term }) => term);
  const date: Possible = { type: 'date', list: null, range: null, direct: true, optional: false };
  return new Map<string, Possible>([
    ...expiringKnown(plan),
    ['effectiveDate', date],
    ['today', date],
    ['expirationDate', date],
    ['term', names ? listed(names, { direct: true }) : { ...anything, optional: false }],
  ]);
}

function lintCoverage(
  { code, when, steps, details }: RatingPlan['coverages'][number],
  path: Path,
  knowledge: Knowledge,
  lint: StepLint,
  findings: Findings,
): { amount: Possible; knowledge: Knowledge } | null {
  const applies = when ? lintCondition(when, [...path, 'when'], knowledge, findings).holding : knowledge;
  if (!applies) return null;
  if (when) lintAlways(when, [...path, 'when'], knowledge, findings);
  const after = lint.list(steps, [...path, 'steps'], { knowledge: applies, amount: fromZero });
  const known = after.knowledge.define(code, after.amount);
  details.forEach((detail, index) => {
    const at = [...path, 'details', index];
    const inside = detail.loop === undefined ? known : known.inside(detail.loop);
    const shown = detail.when
      ? lintCondition(detail.when, [...at, 'when'], inside, findings).holding
      : inside;
    if (!shown) return;
    for (const part of ['amount', 'allocate', 'scopeLabel'] as const) {
      if (detail[part] !== undefined) lintExpression(detail[part], [...at, part], shown, findings);
    }
  });
  return { amount: after.amount, knowledge: known };
}

/** Any coverage may be left out. */
function orNothing(amount: Possible): Possible {
  return either(fromZero, amount);
}

/** A negative premium, or one of zero, is refused unless the plan allows it. */
function premiumOf({ allowZeroPremium, allowNegativePremium }: LintedPlan, amount: Possible): Possible {
  if (allowNegativePremium) return { ...amount, optional: false, direct: false };
  const to = rangeOf(amount)?.to ?? Number.POSITIVE_INFINITY;
  return numbers({
    from: 0,
    to: Math.max(to, 0) === 0 ? 0 : Number.POSITIVE_INFINITY,
    nonZero: !allowZeroPremium,
  });
}
