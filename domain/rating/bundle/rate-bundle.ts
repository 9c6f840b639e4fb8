import { Decimal, RatingProblem } from '../../expression/index.js';
import type { Term } from '../../ground/term.js';
import { zero } from '../../money/total.js';
import type { TaskOfRating } from '../../tasks/product-task.js';
import type { IntakeReader } from '../intake/compile-intake.js';
import type { TaxOrFee } from '../plan/compile-taxes.js';
import type { RatingRequest } from '../plan/compiled-plan.js';
import { datesOf, problemMessage, refusalsOf, setGiven } from '../plan/rate.js';
import { type RuleHit, tasksOf } from '../plan/underwriting.js';
import { type ExpiringSlot, setExpiring } from '../run/expiring.js';
import { DeclinedByPlan, QuotedByPlan } from '../run/rated-by-plan.js';
import type { DeclinedRating, QuoteMessage } from '../run/result.js';
import { RatingRun } from '../run/run.js';
import { componentMessages, isIncluded, refusalOfPackage } from './component-messages.js';
import { concernedByBoth } from './concerned-by-both.js';
import { combinePremiums, type PackagePricing } from './package-premium.js';
import { combineTaxes } from './package-taxes.js';
import { applyingComponents, type CompiledComponent, rateComponent } from './rate-component.js';
import type { BundleRating, ComponentRating } from './result.js';
import type { BundleSettings } from './settings.js';

/** A bundle's compiled parts, in the order in which they run. */
export interface BundleParts
  extends Pick<BundleSettings, 'onComponentDeclined' | 'minimumComponents'>,
    PackagePricing {
  readIntake: IntakeReader;
  concerns: (qid: string) => boolean;
  terms: readonly Term[];
  derive(run: RatingRun): void;
  eligibility(run: RatingRun): RuleHit[];
  components: readonly CompiledComponent[];
  taxes(run: RatingRun): TaxOrFee[];
  underwriting(run: RatingRun): RuleHit[];
  valueNames: readonly string[];
  givenRead: ReadonlySet<string>;
  expiringRead: readonly ExpiringSlot[];
  /** The decimals of the currency. */
  minorDigits: number;
  /** Slot of the value `components`. */
  componentCount: number;
}

/**
 * Rates every component that applies by its own plan, and the package with their results. The product decides
 * whether a declined component declines the package.
 */
export function rateBundle(parts: BundleParts, request: RatingRequest): BundleRating {
  const asked = request.term ?? parts.terms[0] ?? 'ANNUAL';
  const concerns = concernedByBoth(parts.concerns, request.concerns);
  const intake = parts.readIntake(request.answers, concerns, datesOf(request), request.budget);
  const run = new RatingRun(intake.scope, request);
  const components: ComponentRating[] = [];
  const refusals = refusalsOf(request, asked, parts.terms);
  const names = parts.valueNames;
  let tasks: TaskOfRating[] | undefined;
  const decline = (said: QuoteMessage[], type: DeclinedRating['type'] = 'DECLINE'): BundleRating => {
    const term = parts.terms.includes(asked) ? asked : null;
    const messages = [...intake.messages, ...components.flatMap(componentMessages), ...said];
    return Object.assign(new DeclinedByPlan({ run, names }, { type, term, messages, tasks }), {
      components: components.map((component) => ({ ...component, packagePremium: null })),
    });
  };
  if (refusals.length > 0 || intake.refused) return decline(refusals);

  try {
    setGiven(run, request, { term: asked, read: parts.givenRead });
    setExpiring(run.policy, parts.expiringRead, request.expiring);
    parts.derive(run);
    const ineligible = parts.eligibility(run);
    tasks = tasksOf(ineligible);
    if (ineligible.length > 0) {
      return decline(
        ineligible.map(({ message }) => message),
        'RULE_BASED_INELIGIBILITY',
      );
    }

    for (const slot of parts.slots.packagePremiums.values()) run.policy.values[slot] = zero;
    for (const component of applyingComponents(parts.components, run)) {
      components.push(rateComponent(component, { ...request, term: asked }, run, parts.onComponentDeclined));
    }
    run.policy.values[parts.componentCount] = Decimal.of(components.filter(isIncluded).length);
    const refusal = refusalOfPackage(components, parts.minimumComponents);
    if (refusal) return decline([refusal.message], refusal.type);

    const { premium, coverages, loading } = combinePremiums(run, components, parts);
    const taxesAndFees = combineTaxes(run, components, parts.taxes(run));
    const hits = parts.underwriting(run);
    tasks = tasksOf([...components.flatMap(hitsOfComponent), ...hits]);
    const said = hits.map(({ message }) => message);
    if (hits.some(({ outcome }) => outcome === 'DECLINE')) return decline(said);

    const { minorDigits: digits } = parts;
    const fees = taxesAndFees.reduce((total, { amount }) => total.plus(amount), zero);
    const ratings = components.flatMap(({ rating }) => (rating.outcome === 'QUOTED' ? [rating] : []));
    const totals = () => ({
      premium: premium.toFixed(digits),
      taxesAndFees: fees.toFixed(digits),
      total: premium.plus(fees).toFixed(digits),
    });
    const quoted = new QuotedByPlan(
      { run, names, totals },
      {
        term: asked,
        premium: premium.toFixed(digits),
        coverages,
        taxesAndFees: taxesAndFees.map(({ amount, ...tax }) => ({ ...tax, amount: amount.toFixed(digits) })),
        requiresUnderwriterApproval:
          hits.some(({ outcome }) => outcome === 'REFER') ||
          ratings.some((rating) => rating.requiresUnderwriterApproval),
        requiresPolicyholderAcceptance:
          hits.some(({ outcome }) => outcome === 'ACCEPTANCE') ||
          ratings.some((rating) => rating.requiresPolicyholderAcceptance),
        messages: [...intake.messages, ...components.flatMap(componentMessages), ...said],
        tasks,
        // The package is valid only as long as each of its components.
        quoteValidDays: Math.min(...ratings.map((rating) => rating.quoteValidDays)),
        loading,
      },
    );
    return Object.assign(quoted, { components });
  } catch (error) {
    if (error instanceof RatingProblem) return decline([problemMessage(error, run)]);
    throw error;
  }
}

/** What the rules of a component of the package ask for. */
const hitsOfComponent = ({ key, state, rating: { tasks = [] } }: ComponentRating): Pick<RuleHit, 'task'>[] =>
  state === 'INCLUDED' ? tasks.map((task) => ({ task: { ...task, rule: `${key}/${task.rule}` } })) : [];
