import { endOfTerm, type Term } from '../../../../domain/ground/term.js';
import type { Line } from '../../../../domain/questions/line.js';
import type { RatingPlan, UnderwritingRule } from '../../../../domain/rating/plan/plan.js';
import { Exact } from './exact.js';
import { everyQuestion, type Fault, type Intake } from './intake.js';
import { holds } from './logic.js';
import { Desk, deriveInLoop, runSteps, type Tables, type Values } from './steps.js';
import { Refusal } from './value.js';

export interface Part {
  code: string;
  premium: Exact;
}

export interface Charge {
  type: string;
  amount: Exact;
}

export type Rated =
  | {
      outcome: 'QUOTED';
      premium: Exact;
      coverages: Part[];
      charges: Charge[];
      referred: boolean;
      acceptance: boolean;
      rules: string[];
      values: Values;
    }
  | { outcome: 'DECLINED'; type: string; rules: string[]; faults: Fault[]; codes: string[] };

export interface Asked {
  root: Line;
  tables: Tables;
  intake: Intake;
  effectiveDate: string;
  /** By default the effective date. */
  today?: string;
  term: Term;
}

export const zero = Exact.of(0);

/** Rates by a plan, in the order that the authoring guide gives. */
export function ratePlan(plan: RatingPlan, asked: Asked, concerning: (qid: string) => boolean): Rated {
  const faults = asked.intake.faults(concerning);
  const codes = plan.terms.some(({ term }) => term === asked.term) ? [] : ['TERM_NOT_OFFERED'];
  if (faults.length + codes.length > 0)
    return { outcome: 'DECLINED', type: 'DECLINE', rules: [], faults, codes };
  const desk = new Desk(asked.intake, asked.tables);
  desk.policy.set('effectiveDate', asked.effectiveDate);
  desk.policy.set('today', asked.today ?? asked.effectiveDate);
  desk.policy.set('expirationDate', endOfTerm(asked.effectiveDate, asked.term));
  desk.policy.set('term', asked.term);
  try {
    return rated(plan, desk, asked.term);
  } catch (error) {
    if (error instanceof Refusal) return declined('DECLINE', [], [error.code]);
    throw error;
  }
}

export function declined(type: string, rules: string[], codes: string[] = []): Rated {
  return { outcome: 'DECLINED', type, rules, faults: [], codes };
}

function rated(plan: RatingPlan, desk: Desk, term: Term): Rated {
  deriveAll(plan, desk);
  const ineligible = rulesThatHold(plan.underwriting, true, desk);
  if (ineligible.length > 0) return declined('RULE_BASED_INELIGIBILITY', ids(ineligible));

  const amounts: Part[] = [];
  for (const { code, when, steps, roundEachStep = plan.roundEachStep } of plan.coverages) {
    if (!holds(when, desk.view)) continue;
    desk.rounding = roundEachStep;
    const premium = runSteps(steps, zero, desk, desk.view, desk.policy);
    desk.policy.set(code, premium);
    amounts.push({ code, premium });
  }
  if (amounts.length === 0) throw new Refusal('NO_COVERAGE');
  const sum = amounts.reduce((total, part) => total.plus(part.premium), zero);
  desk.rounding = plan.roundEachStep;
  const isOfTerm = (step: RatingPlan['policy'][number]) => step.op === 'minimum' && !step.scaledByTerm;
  const yearly = runSteps(
    plan.policy.filter((step) => !isOfTerm(step)),
    sum,
    desk,
    desk.view,
    desk.policy,
  );
  const factor = plan.terms.find((offered) => offered.term === term)?.factor ?? 1;
  const charged = runSteps(
    plan.policy.filter(isOfTerm),
    yearly.times(Exact.ofText(String(factor))),
    desk,
    desk.view,
    desk.policy,
  );
  desk.rounding = undefined;
  return priced(plan, desk, amounts, charged, []);
}

/** From the exact premium on: rounding, each coverage's part, taxes and fees, and the rules on what came out. */
export function priced(
  plan: Pick<
    RatingPlan,
    'rounding' | 'allowZeroPremium' | 'allowNegativePremium' | 'taxesAndFees' | 'underwriting'
  >,
  desk: Desk,
  amounts: readonly Part[],
  exactPremium: Exact,
  chargedBefore: readonly Charge[],
): Rated {
  const { digits, mode } = plan.rounding;
  const premium = exactPremium.rounded(digits, mode);
  if (premium.order(zero) < 0 && !plan.allowNegativePremium) throw new Refusal('NEGATIVE_PREMIUM');
  if (premium.isZero() && !plan.allowZeroPremium && !plan.allowNegativePremium)
    throw new Refusal('ZERO_PREMIUM');
  desk.policy.set('premium', premium);
  const charges = [...chargedBefore];
  for (const { type, when, steps } of plan.taxesAndFees) {
    if (!holds(when, desk.view)) continue;
    const amount = runSteps(steps, zero, desk, desk.view, desk.policy).rounded(2, mode);
    const same = charges.findIndex((charge) => charge.type === type);
    if (chargedBefore.length > 0 && same >= 0) {
      charges[same] = { type, amount: amount.plus(charges[same]?.amount ?? zero) };
    } else charges.push({ type, amount });
  }
  const rules = rulesThatHold(plan.underwriting, false, desk);
  if (rules.some(({ outcome }) => outcome === 'DECLINE')) return declined('DECLINE', ids(rules));
  return {
    outcome: 'QUOTED',
    premium,
    coverages: spread(premium, amounts, digits),
    charges,
    referred: rules.some(({ outcome }) => outcome === 'REFER'),
    acceptance: rules.some(({ outcome }) => outcome === 'ACCEPTANCE'),
    rules: ids(rules),
    values: desk.policy,
  };
}

/** Step by step: always the first one written that reads nothing which only a step that is left would define. */
function deriveAll({ derive, loops }: RatingPlan, desk: Desk): void {
  let left = [
    ...derive.map((step) => ({ step, run: () => runSteps([step], zero, desk, desk.view, desk.policy) })),
    ...loops.flatMap(({ loop, derive: steps }) =>
      steps.map((step) => ({ step, run: () => deriveInLoop(loop, [step], desk) })),
    ),
  ];
  const known = new Set<string>();
  while (left.length > 0) {
    const next =
      left.find(({ step }) => {
        const others = left.filter((other) => other.step !== step).flatMap((other) => kept(other.step));
        return named('value', step).every((name) => known.has(name) || !others.includes(name));
      }) ?? left[0];
    next?.run();
    for (const name of kept(next?.step)) known.add(name);
    left = left.filter((other) => other !== next);
  }
}

/** The names under which a step, or one inside it, keeps values. */
function kept(inside: unknown): string[] {
  if (typeof inside !== 'object' || inside === null) return [];
  return Object.entries(inside).flatMap(([name, content]) => {
    if (name === 'values') return Object.keys(content);
    return name === 'as' ? [String(content)] : kept(content);
  });
}

/** The texts under a key, anywhere inside. */
function named(key: string, inside: unknown): string[] {
  if (typeof inside !== 'object' || inside === null) return [];
  return Object.entries(inside).flatMap(([name, content]) =>
    name === key && typeof content === 'string' ? [content] : named(key, content),
  );
}

export function rulesThatHold(
  rules: readonly UnderwritingRule[],
  beforeRating: boolean,
  desk: Desk,
): UnderwritingRule[] {
  return rules.filter(
    ({ outcome, when }) => (outcome === 'INELIGIBLE') === beforeRating && holds(when, desk.view),
  );
}

export function ids(rules: readonly UnderwritingRule[]): string[] {
  return rules.map(({ id }) => id);
}

/**
 * In proportion, in whole units: everybody gets the units that are surely theirs, and then, one by one, no matter who is
 * owed most gets one of those left.
 */
function spread(premium: Exact, amounts: readonly Part[], digits: number): Part[] {
  const sum = amounts.reduce((total, part) => total.plus(part.premium), zero);
  const fits = amounts.every((part) => part.premium.rounded(digits, 'DOWN').order(part.premium) === 0);
  if (sum.order(premium) === 0 && fits) return [...amounts];
  if (sum.isZero()) return amounts.map((part, index) => ({ ...part, premium: index === 0 ? premium : zero }));
  const unit = Exact.ofText(`1e-${digits}`);
  const shares = amounts.map((part) => premium.times(part.premium).dividedBy(sum));
  const parts = amounts.map((part, index) => ({
    ...part,
    premium: (shares[index] ?? zero).rounded(digits, 'FLOOR'),
  }));
  let left = parts.reduce((rest, part) => rest.minus(part.premium), premium);
  while (left.order(zero) > 0) {
    const owed = parts.map((part, index) => (shares[index] ?? zero).minus(part.premium));
    const most = owed.reduce((best, one, index) => (one.order(owed[best] ?? zero) > 0 ? index : best), 0);
    const lucky = parts[most];
    if (!lucky) break;
    parts[most] = { ...lucky, premium: lucky.premium.plus(unit) };
    left = left.minus(unit);
  }
  return parts;
}

export const everything = (): boolean => true;

/** Ids of all questions of a line, loops' own questions included. */
export function questionIds(line: Line): Set<string> {
  return new Set(
    everyQuestion(line).flatMap(({ qid, loop }) => [qid, ...(loop?.questions ?? []).map((q) => q.qid)]),
  );
}
