import type { BundleRatingAction, OwnRatingAction } from '../actions/configured-action.js';
import { ratingActions } from '../cases/rate-action.js';
import { carrierQuestions } from '../product/carrier-questions.js';
import type { ProductDefinition } from '../product/definition.js';
import type { Line } from '../questions/line.js';
import { questionTypesOf } from '../questions/question-types.js';
import type { RatingPlan } from '../rating/plan/plan.js';
import { type PlanParts, stepsOf, valueTitles } from '../rating/plan/value-titles.js';
import { capital } from '../rating/words/value-words.js';
import type { NamesOfComponent, PlanNames } from './example-chapter.js';
import type { NamedComponent } from './package-chapter.js';
import type { ProductNames } from './product-names.js';

/** The names for the rules of each rating plan and package of a product. */
export function namedPlans(definition: ProductDefinition, names: ProductNames) {
  const questions = questionTypesOf(definition.product);
  const ofCarriers = carrierQuestions(definition, questions, []);
  const named = (
    parts: PlanParts & Pick<RatingPlan, 'underwriting'>,
    values: ReadonlyMap<string, string>,
    known = questions,
  ): PlanNames => {
    names.learn({ steps: stepsOf(parts), values });
    const coverages = new Map((parts.coverages ?? []).map(({ code, title }) => [code, title]));
    const rules = new Map(parts.underwriting.map(({ id, message }) => [id, message]));
    return { words: names.wordsOf({ questions: known, values }), values, coverages, rules };
  };
  const plans = new Map(
    Object.entries(definition.ratingPlans).map(([key, plan]) => [
      key,
      named(plan, valueTitles(plan), ofCarriers.get(key)),
    ]),
  );
  const packages = new Map(
    ratingActions(definition).flatMap((action) => {
      if (action.type !== 'BUNDLE_RATING') return [];
      const values = packageValues(action, definition, (key) => plans.get(key)?.values ?? new Map());
      return [[action.id, named(action.package, values)] as const];
    }),
  );
  const none = new Map<string, string>();
  const general: PlanNames = {
    words: names.wordsOf({ questions, values: none }),
    values: none,
    coverages: none,
    rules: none,
  };
  const ofPlan = (key: string): PlanNames => plans.get(key) ?? general;
  const ofPackage = (action: BundleRatingAction): PlanNames & { components: NamedComponent[] } => ({
    ...(packages.get(action.id) ?? general),
    components: action.components.map(({ lineId, plan }) => ({
      line: lineTitle(definition.product, lineId) ?? '',
      plan: definition.ratingPlans[plan]?.title ?? '',
    })),
  });
  const ofComponents =
    (action: OwnRatingAction): NamesOfComponent =>
    (component) => {
      if (action.type === 'IOI_RATING') return ofPlan(action.plan);
      const found = action.components.find(({ key }) => key === component);
      return found ? ofPlan(found.plan) : ofPackage(action);
    };
  return { general, ofPlan, ofPackage, ofComponents };
}

/** The titles of a package's values: its own, and those that it reads of its components. */
function packageValues(
  { components, package: parts }: BundleRatingAction,
  { product }: ProductDefinition,
  valuesOf: (plan: string) => ReadonlyMap<string, string>,
): Map<string, string> {
  const titles = valueTitles(parts);
  titles.set('components', 'the number of components');
  for (const { key, lineId, plan } of components) {
    const line = lineTitle(product, lineId) ?? key;
    for (const [name, title] of valuesOf(plan)) titles.set(`${key}.${name}`, `${capital(title)} (${line})`);
    titles.set(key, line);
    titles.set(`${key}.included`, `${line} is part of the package`);
    titles.set(`${key}.premium`, `the premium of ${line}`);
    titles.set(`${key}.packagePremium`, `the part of ${line} in the package's premium`);
  }
  return titles;
}

function lineTitle(line: Line, id: string): string | undefined {
  if (line.id === id) return line.title;
  for (const child of line.lines) {
    const found = lineTitle(child, id);
    if (found !== undefined) return found;
  }
  return undefined;
}
