import type { BundleRatingAction } from '../../../../domain/actions/configured-action.js';
import { endOfTerm } from '../../../../domain/ground/term.js';
import type { ProductDefinition } from '../../../../domain/product/definition.js';
import type { Line } from '../../../../domain/questions/line.js';
import type { Fault } from './intake.js';
import { holds } from './logic.js';
import {
  type Asked,
  type Charge,
  declined,
  ids,
  type Part,
  priced,
  questionIds,
  type Rated,
  ratePlan,
  rulesThatHold,
  zero,
} from './plan.js';
import { Desk, runSteps } from './steps.js';
import { exact, Refusal } from './value.js';

/** Rates a package as the part "Packages" of the authoring guide says. */
export function ratePackage(
  action: BundleRatingAction,
  plans: ProductDefinition['ratingPlans'],
  asked: Asked,
): Rated {
  const { root, intake } = asked;
  const lineOf = (id: string) => linesOf(root).find((line) => line.id === id);
  const ofComponents = new Set<string>();
  for (const { lineId } of action.components) {
    const line = lineOf(lineId);
    if (line) for (const qid of questionIds(line)) ofComponents.add(qid);
  }
  for (const qid of questionIds(
    withoutLines(
      root,
      action.components.map(({ lineId }) => lineId),
    ),
  ))
    ofComponents.delete(qid);
  const readByPackage = readIn(action.package, root);
  const ofPackage = (qid: string) => !ofComponents.has(qid) || readByPackage.has(qid);
  const faults = intake.faults(ofPackage);
  if (faults.length > 0) return { outcome: 'DECLINED', type: 'DECLINE', rules: [], faults, codes: [] };

  const desk = new Desk(intake, asked.tables);
  desk.policy.set('effectiveDate', asked.effectiveDate);
  desk.policy.set('today', asked.today ?? asked.effectiveDate);
  desk.policy.set('expirationDate', endOfTerm(asked.effectiveDate, asked.term));
  desk.policy.set('term', asked.term);
  try {
    runSteps(action.package.derive, zero, desk, desk.view, desk.policy);
    const ineligible = rulesThatHold(action.package.underwriting, true, desk);
    if (ineligible.length > 0) return declined('RULE_BASED_INELIGIBILITY', ids(ineligible));

    const parts: { key: string; required: boolean; rated: Rated }[] = [];
    for (const { key, lineId, plan: planKey, when, required } of action.components) {
      const [line, plan] = [lineOf(lineId), plans[planKey]];
      if (!line || !plan) throw new Error('a component names a line or a plan that is not there');
      if (!holds(when, desk.view)) continue;
      const own = questionIds(line);
      const read = readIn(plan, root);
      const rated = ratePlan(plan, asked, (qid) => (own.has(qid) || read.has(qid)) && !ofPackage(qid));
      parts.push({ key, required, rated });
    }
    return combined(action, desk, parts);
  } catch (error) {
    if (error instanceof Refusal) return declined('DECLINE', [], [error.code]);
    throw error;
  }
}

function combined(
  action: BundleRatingAction,
  desk: Desk,
  parts: readonly { key: string; required: boolean; rated: Rated }[],
): Rated {
  const out = parts.flatMap(({ required, rated }) =>
    rated.outcome === 'DECLINED' ? [{ required, rated }] : [],
  );
  const quoted = parts.flatMap(({ key, rated }) => (rated.outcome === 'QUOTED' ? [{ key, rated }] : []));
  const stop = out.some(({ required }) => required || action.onComponentDeclined === 'DECLINE');
  const ofComponents = parts.flatMap(({ rated }) => rated.rules);
  if (stop || quoted.length < action.minimumComponents) {
    const faults: Fault[] = out.flatMap(({ rated }) => rated.faults);
    const byRule = out.length > 0 && out.every(({ rated }) => rated.type === 'RULE_BASED_INELIGIBILITY');
    const type = byRule ? 'RULE_BASED_INELIGIBILITY' : 'DECLINE';
    const code = stop ? 'COMPONENT_DECLINED' : 'TOO_FEW_COMPONENTS';
    const codes = [...out.flatMap(({ rated }) => rated.codes), code];
    return { outcome: 'DECLINED', type, rules: ofComponents, faults, codes };
  }
  const amounts: Part[] = [];
  const charges: Charge[] = [];
  let sum = zero;
  for (const { key, rated } of quoted) {
    for (const [name, value] of rated.values) desk.policy.set(`${key}.${name}`, value);
    desk.policy.set(`${key}.included`, true);
    sum = sum.plus(exact(rated.premium));
    amounts.push(...rated.coverages);
    charges.push(...rated.charges);
  }
  const premium = runSteps(action.package.policy, sum, desk, desk.view, desk.policy);
  const result = priced(action.package, desk, amounts, premium, charges);
  const rules = [...ofComponents, ...result.rules];
  if (result.outcome === 'DECLINED') return { ...result, rules };
  return {
    ...result,
    rules,
    referred: result.referred || quoted.some(({ rated }) => rated.referred),
    acceptance: result.acceptance || quoted.some(({ rated }) => rated.acceptance),
  };
}

function linesOf(line: Line): Line[] {
  return [line, ...line.lines.flatMap(linesOf)];
}

function withoutLines(line: Line, without: readonly string[]): Line {
  const lines = line.lines.filter(({ id }) => !without.includes(id));
  return { ...line, lines: lines.map((child) => withoutLines(child, without)) };
}

/** The questions that something reads, with those that decide whether these are shown. */
function readIn(something: unknown, root: Line): Set<string> {
  const found = new Set<string>();
  const search = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [key, inner] of Object.entries(part)) {
      const names = ['answer', 'answered', 'iterations', 'loop'].includes(key) && typeof inner === 'string';
      if (names) add(inner);
      else search(inner);
    }
  };
  const add = (qid: string): void => {
    if (found.has(qid)) return;
    found.add(qid);
    for (const { loop, ...question } of linesOf(root).flatMap(({ display }) =>
      (display?.sections ?? []).flatMap(({ subsections }) =>
        subsections.flatMap(({ questions }) => questions),
      ),
    )) {
      if (question.qid === qid) search(question.condition);
      const child = loop?.questions.find((one) => one.qid === qid);
      if (child) {
        add(question.qid);
        search(child.condition);
      }
    }
  };
  search(something);
  return found;
}
