import type { ConfiguredAction } from '../actions/configured-action.js';
import type { CompiledDocument, CompiledEvaluation, CompiledForms } from '../forms/compile-form.js';
import type { FormData } from '../forms/values/form-data.js';
import { isObject } from '../ground/json.js';
import type { AnswerMap } from '../intake/answers.js';
import type { HoldingDates } from '../overlays/holding.js';
import type { BundleRating } from '../rating/bundle/result.js';
import type { RatingRequest } from '../rating/plan/compiled-plan.js';
import type { RatingResult } from '../rating/run/result.js';
import type { CompiledProduct } from './compiled-product.js';
import type { ProductDefinition } from './definition.js';
import type { Holding, OverlaidProduct } from './overlaid-product.js';

/**
 * A compiled product whose plans, packages, forms and conditions are those that hold for the answers and dates of each call.
 * Each combination of overlays is compiled when it is first needed.
 */
export function byHolding(
  base: CompiledProduct,
  product: OverlaidProduct,
  compile: (definition: ProductDefinition) => CompiledProduct,
): CompiledProduct {
  const known = new WeakMap<ProductDefinition, CompiledProduct>();
  const compiledOf = ({ definition, overlays }: Holding): CompiledProduct => {
    if (overlays.length === 0) return base;
    const compiled = known.get(definition) ?? compile(definition);
    known.set(definition, compiled);
    return compiled;
  };
  const compiledFor = (...asked: [AnswerMap, HoldingDates]) => compiledOf(product.forAnswers(...asked));
  /** Rates with what holds, and says what that was. */
  const rated = <Rating extends RatingResult>(
    { answers, effectiveDate, today = effectiveDate }: RatingRequest,
    rate: (compiled: CompiledProduct) => Rating,
  ): Rating => {
    const holding = product.forAnswers(answers, { effectiveDate, today });
    const rating = rate(compiledOf(holding));
    const { state, overlays: names } = holding;
    if (state === null) return rating;
    const overlays = { state, names };
    for (const component of componentsOf(rating)) Object.assign(component.rating, { overlays });
    return Object.assign(rating, { overlays });
  };

  const written = JSON.stringify(product.overlays);
  const ofOverlays = namesIn(written, /"expiring\.([^"]+)"/g);
  const fromPayload = new Set(namesIn(written, /\bevent\.(\w+)/g));
  return {
    ...base,
    plans: mapped(base.plans, (plan, key) => ({
      ...plan,
      expiringRead: [...new Set([...plan.expiringRead, ...ofOverlays])],
      rate: (request) => rated(request, ({ plans }) => (plans.get(key) ?? plan).rate(request)),
    })),
    bundles: mapped(base.bundles, (bundle, id) => ({
      ...bundle,
      expiringRead: [...new Set([...bundle.expiringRead, ...ofComponents(base.actions.get(id), ofOverlays)])],
      rate: (request) => rated(request, ({ bundles }) => (bundles.get(id) ?? bundle).rate(request)),
    })),
    forms: {
      ...formsByHolding(base.forms, (data) => compiledFor(data.answers, datesOf(data)).forms),
      payloadNames: new Set([...base.forms.payloadNames, ...fromPayload]),
      saysReasons: base.forms.saysReasons || written.includes('quote.reasons'),
    },
    readsFromPayload: (name) => base.readsFromPayload(name) || fromPayload.has(name),
    actionApplies: (actionId, answers, event = {}) => {
      const { effectiveDate, today = effectiveDate } = event;
      // Without a date nothing is effective yet, so that the product without overlays decides.
      if (effectiveDate === undefined || today === undefined)
        return base.actionApplies(actionId, answers, event);
      return compiledFor(answers, { effectiveDate, today }).actionApplies(actionId, answers, event);
    },
    holding: (answers, dates) => product.forAnswers(answers, dates),
  };
}

/** The names that overlays read, in whichever part: they are needed before it is known which overlays hold. */
function namesIn(written: string, names: RegExp): string[] {
  return [...written.matchAll(names)].map(([, name]) => name as string);
}

/** Each component of a package has a quote of its own. */
function componentsOf(rating: RatingResult & Partial<Pick<BundleRating, 'components'>>) {
  return rating.components ?? [];
}

/** Names of values as a package has them. */
function ofComponents(action: ConfiguredAction | undefined, names: readonly string[]): string[] {
  if (action?.type !== 'BUNDLE_RATING') return [];
  return names.flatMap((name) => [name, ...action.components.map(({ key }) => `${key}.${name}`)]);
}

/** By the term of the policy, else by the quote, else by the day of the document. */
export function datesOf({ records }: FormData): HoldingDates {
  const today = String(records.today);
  const [first] = [records.policy, records.quote].flatMap((record) =>
    isObject(record) && typeof record.effectiveDate === 'string' ? [record.effectiveDate] : [],
  );
  return { effectiveDate: first ?? today, today };
}

function formsByHolding(base: CompiledForms, heldFor: (data: FormData) => CompiledForms): CompiledForms {
  const documents = mapped(base.documents, (form, id): CompiledDocument => {
    const heldOf = (data: FormData) => heldFor(data).documents.get(id) ?? form;
    return {
      ...form,
      holding: heldOf,
      applies: (data) => heldOf(data).applies(data),
      fill: (data) => heldOf(data).fill(data),
    };
  });
  const evaluations = mapped(
    base.evaluations,
    (form, id): CompiledEvaluation => ({
      ...form,
      evaluate: (data) => (heldFor(data).evaluations.get(id) ?? form).evaluate(data),
    }),
  );
  return { ...base, documents, evaluations };
}

function mapped<Part>(
  parts: ReadonlyMap<string, Part>,
  map: (part: Part, key: string) => Part,
): ReadonlyMap<string, Part> {
  return new Map([...parts].map(([key, part]) => [key, map(part, key)]));
}
