import type { Term } from '../../ground/term.js';
import { minorDigits } from '../../money/currency.js';
import type { Line } from '../../questions/line.js';
import type { QuestionTypes } from '../../questions/question-types.js';
import type { IntakeReader } from '../intake/compile-intake.js';
import { compileDerived } from '../plan/compile-derived.js';
import { compileTaxes } from '../plan/compile-taxes.js';
import type { BuiltPlan, CompiledPlan, RatingRequest } from '../plan/compiled-plan.js';
import { compileRules } from '../plan/underwriting.js';
import type { PlanIssue } from '../run/plan-issue.js';
import { compileSteps } from '../steps/compile-steps.js';
import { PlanContext } from '../steps/plan-context.js';
import type { CompiledTable } from '../tables/compile-table.js';
import { componentConcerns, packageConcerns } from './component-questions.js';
import { type BundleParts, rateBundle } from './rate-bundle.js';
import { type CompiledComponent, type ComponentSlots, isShared } from './rate-component.js';
import type { BundleRating } from './result.js';
import type { BundleSettings } from './settings.js';

/** A package, rated like a plan, with its components. */
export interface CompiledBundle extends CompiledPlan {
  rate(request: RatingRequest): BundleRating;
}

/** The parts that the bundles of one product share, and where the issues of this one are reported. */
export interface BundleSurroundings {
  root: Line;
  questions: QuestionTypes;
  tables: ReadonlyMap<string, CompiledTable>;
  readIntake: IntakeReader;
  /** By key of `ratingPlans`. */
  plans: ReadonlyMap<string, BuiltPlan>;
  issues: PlanIssue[];
  currency: string;
  path: string;
}

type PlannedComponent = Omit<CompiledComponent, 'concerns' | 'slots'> & { line: Line };

/** Compiles a `BUNDLE_RATING` action over the plans of its components. */
export function buildBundle(
  title: string,
  settings: BundleSettings,
  surroundings: BundleSurroundings,
): CompiledBundle {
  const { root, questions, tables, readIntake, issues, currency, path } = surroundings;
  const { derive: deriveSteps, policy, underwriting: rules, ...allowed } = settings.package;
  const context = new PlanContext(tables, questions, { issues, minorDigits: minorDigits(currency) });
  const at = (part: string) => ({ path: `${path}.package.${part}`, loop: null });
  const placed = rules.map((rule, index) => ({ rule, path: at(`underwriting[${index}]`).path }));

  // Compiled in the order in which it runs, as a plan is.
  const derive = compileDerived({ derive: deriveSteps }, (part) => at(part).path, context);
  const eligibility = compileRules(
    placed.filter(({ rule }) => rule.outcome === 'INELIGIBLE'),
    context,
  );
  const planned = planComponents(settings, surroundings, context);
  const componentCount = context.define('components', { loop: null });
  const values = planned.map((component) => defineComponentValues(component, context));
  const steps = compileSteps(policy, { ...at('policy'), ofTerm: true }, context);
  const premium = context.define('premium', { loop: null });
  const packagePremiums = new Map(
    planned.map(({ key }) => [key, context.define(`${key}.packagePremium`, { loop: null })]),
  );
  const taxes = compileTaxes(settings.package, at('taxesAndFees').path, context);
  const underwriting = compileRules(
    placed.filter(({ rule }) => rule.outcome !== 'INELIGIBLE'),
    context,
  );

  const { questionsRead, valueNames } = context;
  const componentLineIds = new Set(planned.map(({ lineId }) => lineId));
  const concerns = packageConcerns({ root, componentLineIds, questionsRead }, questions);
  const components = planned.map(({ line, ...component }, index) => ({
    ...component,
    slots: values[index] ?? { included: -1, premium: -1, values: [] },
    concerns: componentConcerns(line, component.plan.questionsRead, concerns, questions),
  }));
  const terms = sharedTerms(planned);
  if (planned.length > 0 && terms.length === 0) {
    context.report(`${path}.components`, 'the plans of the components offer no term that all of them offer');
  }
  const { onComponentDeclined, minimumComponents } = settings;
  const parts: BundleParts = {
    readIntake,
    concerns,
    terms,
    derive,
    eligibility,
    components,
    componentCount,
    onComponentDeclined,
    minimumComponents,
    steps,
    ...allowed,
    slots: { premium, packagePremiums },
    taxes,
    underwriting,
    valueNames,
    givenRead: context.givenRead,
    expiringRead: context.expiringRead,
    minorDigits: context.minorDigits,
  };
  return {
    title,
    terms,
    quoteValidDays: Math.min(...planned.map(({ plan }) => plan.quoteValidDays)),
    expiringRead: [
      ...context.expiringRead.map(({ name }) => name),
      ...planned.flatMap(({ key, plan }) => plan.expiringRead.map((name) => `${key}.${name}`)),
    ],
    rate: (request) => rateBundle(parts, request),
  };
}

/** The components whose line and plan exist; faults of the others are reported. */
function planComponents(
  { components, minimumComponents }: BundleSettings,
  { root, plans, path }: BundleSurroundings,
  context: PlanContext,
): PlannedComponent[] {
  if (minimumComponents > components.length) {
    const message = `the package has ${components.length} components and can never have ${minimumComponents}`;
    context.report(`${path}.minimumComponents`, message);
  }
  return components.flatMap(({ key, lineId, plan: planKey, when, required }, index) => {
    const place = `${path}.components[${index}]`;
    const applies = context.optionalCondition(when, { path: place, loop: null });
    if (components.findIndex((other) => other.key === key) < index) {
      context.report(`${place}.key`, `the component "${key}" is there twice`);
    }
    if (key === 'package') context.report(`${place}.key`, 'the package itself is called "package"');
    if (key === 'expiring')
      context.report(`${place}.key`, '"expiring" names the values of the expiring term');
    const line = activeLine(root, lineId);
    if (!line) context.report(`${place}.lineId`, `the product has no active line ${lineId}`);
    const plan = plans.get(planKey);
    if (!plan) context.report(`${place}.plan`, `the product has no rating plan "${planKey}"`);
    return line && plan ? [{ key, lineId, title: line.title, line, plan, applies, required }] : [];
  });
}

function defineComponentValues({ key, plan }: PlannedComponent, context: PlanContext): ComponentSlots {
  const slotOf = (name: string) => context.define(`${key}.${name}`, { loop: null });
  const [included, premium] = [slotOf('included'), slotOf('premium')];
  const values = [...plan.valueNames.entries()]
    .filter(([, name]) => !isShared(name))
    .map(([from, name]) => ({ from, to: slotOf(name) }));
  return { included, premium, values };
}

/** The terms of the first component's plan that all other plans offer; the first of them is the default. */
function sharedTerms([first, ...others]: readonly PlannedComponent[]): Term[] {
  return (first?.plan.terms ?? []).filter((term) => others.every(({ plan }) => plan.terms.includes(term)));
}

function activeLine(line: Line, id: string): Line | null {
  if (!line.active) return null;
  if (line.id === id) return line;
  for (const child of line.lines) {
    const found = activeLine(child, id);
    if (found) return found;
  }
  return null;
}
