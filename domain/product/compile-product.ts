import type { ConfiguredAction, DataLookupAction } from '../actions/configured-action.js';
import {
  compileCondition,
  ExpressionError,
  referencesOf,
  type Scope,
  type Value,
} from '../expression/index.js';
import { compileForms, type FormLanguages } from '../forms/compile-form.js';
import { pathText } from '../ground/lint-issue.js';
import { policySettingsOf } from '../policy/policy-settings.js';
import { type QuestionTypes, questionConflicts, questionTypesOf } from '../questions/question-types.js';
import { buildBundle, type CompiledBundle } from '../rating/bundle/compile-bundle.js';
import { compileIntake } from '../rating/intake/compile-intake.js';
import { buildPlan } from '../rating/plan/compile-plan.js';
import type { CompiledPlan } from '../rating/plan/compiled-plan.js';
import { type PlanIssue, refuseIssues } from '../rating/run/plan-issue.js';
import { QuestionSlots } from '../rating/run/question-slots.js';
import { compileTables, type KnownTables } from '../rating/tables/compile-table.js';
import { isKnownLate } from '../runs/event-values.js';
import { byHolding } from './by-holding.js';
import { carrierQuestions } from './carrier-questions.js';
import { compiledTemplates } from './compiled-mail.js';
import type { CompiledProduct } from './compiled-product.js';
import type { ProductDefinition } from './definition.js';
import { OverlaidProduct } from './overlaid-product.js';
import { payloadNamesOf } from './payload-names.js';
import { placedActions } from './placed-actions.js';
import { languagesOf, translatedForms } from './product-languages.js';
import { sendsOf } from './sends.js';

export type { CompiledProduct };

/** Compiles a product definition. Throws a `PlanError` that lists every broken reference and its place. */
export function compileProduct(definition: ProductDefinition): CompiledProduct {
  const known: KnownTables = new WeakMap();
  const base = compileAlone(definition, known);
  if (definition.overlays === undefined || definition.overlays.length === 0) return base;
  return byHolding(base, new OverlaidProduct(definition), (held) => compileAlone(held, known));
}

/** Compiles a definition as it is without overlays. */
function compileAlone(definition: ProductDefinition, known: KnownTables): CompiledProduct {
  const issues: PlanIssue[] = [];
  const compiled = build(definition, issues, known);
  refuseIssues(`product "${definition.key}" ${definition.version}`, issues);
  return compiled;
}

/** Everything in a definition that cannot work, with its place. Empty if the product compiles. */
export function checkProduct(definition: ProductDefinition, known?: KnownTables): PlanIssue[] {
  const issues: PlanIssue[] = [];
  build(definition, issues, known);
  return issues;
}

/** What is wrong with the forms and mail templates alone, in the product's own language. */
export function checkedForms(definition: ProductDefinition): PlanIssue[] {
  const issues: PlanIssue[] = [];
  const types = questionTypesOf(definition.product);
  compileForms(definition.forms ?? [], types, issues, formLanguages(definition));
  compiledTemplates(definition, null, issues);
  return issues;
}

function build(
  definition: ProductDefinition,
  issues: PlanIssue[],
  known: KnownTables = new WeakMap(),
): CompiledProduct {
  for (const qid of questionConflicts(definition.product)) {
    issues.push({
      path: `question "${qid}"`,
      message: 'is asked twice, with different answer types or in different loops',
    });
  }
  const questions = questionTypesOf(definition.product);
  const { currency } = policySettingsOf(definition);
  const tables = compileTables(definition.tables, issues, known);
  const slots = new QuestionSlots(questions);
  const readIntake = compileIntake(questions, issues);
  const ofCarriers = carrierQuestions(definition, questions, issues);
  const plans = new Map(
    Object.entries(definition.ratingPlans).map(([key, plan]) => {
      const known = ofCarriers.get(key) ?? questions;
      // Faults of the questions themselves were reported above.
      const read = known === questions ? readIntake : compileIntake(known, []);
      const path = `ratingPlans.${key}.`;
      return [key, buildPlan(plan, tables, read, { questions: known, issues, currency, path })] as const;
    }),
  );
  const bundles = new Map<string, CompiledBundle>();
  const conditions = compileActions(definition, questions, issues, (action, path) => {
    if (action.type === 'BUNDLE_RATING') {
      const surroundings = {
        root: definition.product,
        questions,
        tables,
        readIntake,
        plans,
        issues,
        currency,
        path,
      };
      bundles.set(action.id, buildBundle(action.name, action, surroundings));
    } else if ('plan' in action && !plans.has(action.plan)) {
      issues.push({ path: `${path}.plan`, message: `the product has no rating plan "${action.plan}"` });
    }
  });
  const forms = compileForms(definition.forms ?? [], questions, issues, formLanguages(definition));
  const sends = sendsOf(definition);
  for (const { id } of sends.values()) conditions.set(id, always);
  const readFromPayload = new Set([
    ...payloadNamesOf(definition, questions),
    ...forms.payloadNames,
    ...compiledTemplates(definition, null, issues).payloadNames,
  ]);
  return {
    questionTypes: questions,
    plans,
    bundles,
    forms,
    sends,
    actions: new Map(
      [...placedActions(definition).map(({ action }) => action), ...sends.values()].map((action) => [
        action.id,
        action,
      ]),
    ),
    lookups: new Map(lookupsIn(definition).map((action) => [action.id, action])),
    actionApplies: (actionId, answers, { values, ...dates } = {}) => {
      const condition = conditions.get(actionId);
      if (condition === undefined) return false;
      if (condition === always) return true;
      const scope = slots.named(readIntake(answers, undefined, dates).scope);
      const valueAt = (path: string) => (path === 'today' ? (dates.today ?? null) : (values?.(path) ?? null));
      return condition.holds(eventScope(scope, valueAt));
    },
    readsFromPayload: (name) => readFromPayload.has(name) || readFromPayload.has(''),
    isDecidedLate: (actionId) => conditions.get(actionId)?.late ?? false,
    holding: () => ({ state: null, overlays: [], definition }),
  };
}

function formLanguages(definition: ProductDefinition): FormLanguages {
  const { translated, ...languages } = languagesOf(definition);
  return {
    ...languages,
    translated: (language) => {
      const product = translated(language);
      return product && translatedForms(product);
    },
  };
}

interface ActionCondition {
  holds(scope: Scope): boolean;
  /** It reads results of earlier actions. */
  late: boolean;
}

const always: ActionCondition = { holds: () => true, late: false };

function compileActions(
  definition: ProductDefinition,
  questions: QuestionTypes,
  issues: PlanIssue[],
  compileRating: (action: ConfiguredAction, path: string) => void,
): Map<string, ActionCondition> {
  return new Map(
    placedActions(definition).map(({ action, path }) => {
      const place = pathText(path);
      compileRating(action, place);
      return [action.id, compileWhen(action, place, questions, issues)];
    }),
  );
}

function compileWhen(
  { when }: ConfiguredAction,
  path: string,
  questions: QuestionTypes,
  issues: PlanIssue[],
): ActionCondition {
  if (when === undefined) return always;
  try {
    const late = referencesOf(when, questions).some(
      ({ operator, name }) => operator === 'value' && isKnownLate(name),
    );
    return { holds: compileCondition(when, questions), late };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    issues.push({ path: `${path}.when`, message: error.message });
    return { holds: () => false, late: false };
  }
}

function lookupsIn(definition: ProductDefinition): DataLookupAction[] {
  return placedActions(definition).flatMap(({ action }) => (action.type === 'DATA_LOOKUP' ? [action] : []));
}

function eventScope(scope: Scope, value: (path: string) => Value | null): Scope {
  return { answer: (qid) => scope.answer(qid), iterationCount: (loop) => scope.iterationCount(loop), value };
}

/** The compiled plan or package of an action; undefined for an action that does not use one directly. */
export function ratingOf(
  { plans, bundles }: Pick<CompiledProduct, 'plans' | 'bundles'>,
  action: ConfiguredAction,
): CompiledPlan | CompiledBundle | undefined {
  switch (action.type) {
    case 'IOI_RATING':
      return plans.get(action.plan);
    case 'BUNDLE_RATING':
      return bundles.get(action.id);
    case 'THIRD_PARTY_RATING':
    case 'THIRD_PARTY_RATING_ALGO':
    case 'DATA_LOOKUP':
    case 'HTTP_REQUEST':
    case 'INBOUND_WAIT':
    case 'FIRE_EVENT':
    case 'CREATE_TASK':
    case 'DOCUMENT_GENERATION':
    case 'CONFIGURATION_FORM_DATA_EVALUATION':
    case 'SEND_EMAIL':
      return undefined;
  }
}
