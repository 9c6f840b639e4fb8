import type { LintIssue } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import { monthsOfTerm } from '../../ground/term.js';
import type { Findings } from '../lint/findings.js';
import { anything, numbers, type Possible } from '../lint/possible.js';
import { expiringAlways, expiringSums } from '../run/expiring.js';
import { expiringPrefix, isOfExpiring } from '../run/value-slots.js';
import { allSteps } from '../steps/all-steps.js';
import { keptNames } from '../steps/kept-names.js';
import type { RatingPlan } from './plan.js';
import { valuesRead } from './value-use.js';

type Plan = Pick<RatingPlan, 'derive' | 'policy'> & Partial<Pick<RatingPlan, 'coverages' | 'terms'>>;

const amount: Possible = numbers({ from: 0, to: Number.POSITIVE_INFINITY }, { optional: true });

/**
 * What the values of the expiring term can be that a plan reads: any of them may be missing. Where one is known there is an
 * expiring term, and so its premium, term and dates. Those of the term do not go by the premium, which would be a circle.
 */
export function expiringKnown(plan: Plan): [string, Possible][] {
  const names = namesRead(plan);
  const always: readonly string[] = expiringAlways.map((name) => expiringPrefix + name);
  return names.map((name) => {
    const own = name.slice(expiringPrefix.length);
    const known = expiringSums.includes(own) ? amount : anything;
    const others = names.filter((other) => (own === 'premium' ? other !== name : !always.includes(other)));
    if (!always.includes(name) || others.length === 0) return [name, known];
    return [
      name,
      { ...known, onlyWhere: [{ or: others.map((other) => ({ known: [{ value: [other] }] })) }] },
    ];
  });
}

/** A value that no step of the plan derives is there only where an earlier version derived it; mostly it is a slip. */
export function lintExpiring(plan: Plan, path: LintIssue['path'], findings: Findings): void {
  const names = namesRead(plan).map((name) => name.slice(expiringPrefix.length));
  if (names.length === 0) return;
  lintCaps(plan, path, findings);
  const known = new Set([...expiringAlways, ...expiringSums, ...namesDerived(plan)]);
  for (const name of names) {
    // Of a component of a package, whose plan has it.
    if (known.has(name) || (plan.coverages === undefined && name.includes('.'))) continue;
    const meant = suggestion(name, known) || ': expiring terms have it only by an earlier version';
    findings.warning(
      path,
      `"${expiringPrefix}${name}" is read, but no step of the plan derives "${name}"${meant}`,
    );
  }
}

/** Steps are yearly, and the premium is that of the whole term. */
function lintCaps(plan: Plan, path: LintIssue['path'], findings: Findings): void {
  const other = plan.terms?.find(({ term, factor }) => monthsOfTerm(term) !== 12 && Number(factor) !== 1);
  if (other === undefined) return;
  const lists = [
    { steps: plan.policy, at: [...path, 'policy'] },
    ...(plan.coverages ?? []).map(({ steps }, index) => ({
      steps,
      at: [...path, 'coverages', index, 'steps'],
    })),
  ];
  for (const { step, path: at } of lists.flatMap(({ steps, at }) => allSteps(steps, at))) {
    const read = valuesRead(step);
    const isCap = (step.op === 'min' || step.op === 'max') && read.includes(`${expiringPrefix}premium`);
    if (!isCap || read.some((name) => name === 'term' || name === `${expiringPrefix}term`)) continue;
    const message = `steps are yearly, and "${expiringPrefix}premium" is of the whole term, which may be ${other.term}: cap by "${expiringPrefix}annualPremium"`;
    findings.warning(at, message);
  }
}

function namesRead(plan: Plan): string[] {
  return [...new Set(valuesRead(plan).filter(isOfExpiring))];
}

/** The names of the policy's values: of steps and of coverages. */
function namesDerived({ derive, policy, coverages = [] }: Plan): string[] {
  const steps = allSteps([...derive, ...coverages.flatMap((coverage) => coverage.steps), ...policy]);
  const kept = steps.flatMap(({ step, inLoop }) => (inLoop ? [] : keptNames(step).map(({ name }) => name)));
  return [...kept, ...coverages.map(({ code }) => code)];
}
