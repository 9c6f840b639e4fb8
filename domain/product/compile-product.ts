import { compileCondition, ExpressionError, type Scope } from '../expression/index.js';
import type { AnswerMap } from '../intake/answers.js';
import { buildBundle, type CompiledBundle } from '../rating/bundle/compile-bundle.js';
import { buildPlan } from '../rating/compile-plan.js';
import type { CompiledPlan } from '../rating/compiled-plan.js';
import { compileIntake } from '../rating/intake/compile-intake.js';
import { type PlanIssue, refuseIssues } from '../rating/plan-issue.js';
import { compileTables } from '../rating/tables/compile-table.js';
import { carrierQuestions } from './carrier-questions.js';
import type { ConfiguredAction } from './configured-action.js';
import type { ProductDefinition } from './definition.js';
import { type QuestionTypes, questionConflicts, questionTypesOf } from './question-types.js';

/** A product version, ready to be fired at: what its definition says, as functions. */
export interface CompiledProduct {
  questionTypes: QuestionTypes;
  /** By key of `ratingPlans`. */
  plans: ReadonlyMap<string, CompiledPlan>;
  /** By id of the `BUNDLE_RATING` action. */
  bundles: ReadonlyMap<string, CompiledBundle>;
  /**
   * Whether a configured action's `when` holds for an intake, read as rating reads it: with default answers, and
   * without answers to questions that are not visible. False for an action the product does not have.
   */
  actionApplies(actionId: string, answers: AnswerMap): boolean;
}

/** Compiles a product definition once. Throws a `PlanError` that lists every broken reference with its place. */
export function compileProduct(definition: ProductDefinition): CompiledProduct {
  const issues: PlanIssue[] = [];
  const compiled = build(definition, issues);
  refuseIssues(`product "${definition.key}" ${definition.version}`, issues);
  return compiled;
}

/** Everything in a definition that cannot work, each with its place. Empty where the product compiles. */
export function checkProduct(definition: ProductDefinition): PlanIssue[] {
  const issues: PlanIssue[] = [];
  build(definition, issues);
  return issues;
}

function build(definition: ProductDefinition, issues: PlanIssue[]): CompiledProduct {
  for (const qid of questionConflicts(definition.product)) {
    issues.push({
      path: `question "${qid}"`,
      message: 'is asked twice, with another answer type or in another loop',
    });
  }
  const questions = questionTypesOf(definition.product);
  const tables = compileTables(definition.tables, issues);
  const readIntake = compileIntake(questions, issues);
  const ofCarriers = carrierQuestions(definition, questions, issues);
  const plans = new Map(
    Object.entries(definition.ratingPlans).map(([key, plan]) => {
      const known = ofCarriers.get(key) ?? questions;
      // What is wrong with the questions themselves was reported above.
      const read = known === questions ? readIntake : compileIntake(known, []);
      const path = `ratingPlans.${key}.`;
      return [key, buildPlan(plan, tables, read, { questions: known, issues, path })] as const;
    }),
  );
  const bundles = new Map<string, CompiledBundle>();
  const applies = compileActions(definition, questions, issues, (action, path) => {
    if (action.type === 'BUNDLE_RATING') {
      const surroundings = { root: definition.product, questions, tables, readIntake, plans, issues, path };
      bundles.set(action.id, buildBundle(action.name, action, surroundings));
    } else if ('plan' in action && !plans.has(action.plan)) {
      issues.push({ path: `${path}.plan`, message: `the product has no rating plan "${action.plan}"` });
    }
  });
  return {
    questionTypes: questions,
    plans,
    bundles,
    actionApplies: (actionId, answers) => applies.get(actionId)?.(readIntake(answers).scope) ?? false,
  };
}

function compileActions(
  definition: ProductDefinition,
  questions: QuestionTypes,
  issues: PlanIssue[],
  compileRating: (action: ConfiguredAction, path: string) => void,
): Map<string, (scope: Scope) => boolean> {
  const applies = new Map<string, (scope: Scope) => boolean>();
  definition.configurations.forEach(({ events }, place) => {
    for (const [event, actions] of Object.entries(events)) {
      actions?.forEach((action, index) => {
        const path = `configurations[${place}].events.${event}[${index}]`;
        compileRating(action, path);
        applies.set(action.id, compileWhen(action, path, questions, issues));
      });
    }
  });
  return applies;
}

function compileWhen(
  { when }: ConfiguredAction,
  path: string,
  questions: QuestionTypes,
  issues: PlanIssue[],
): (scope: Scope) => boolean {
  if (when === undefined) return () => true;
  try {
    return compileCondition(when, questions);
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    issues.push({ path: `${path}.when`, message: error.message });
    return () => false;
  }
}

/** What rates an action, for a product that compiled; undefined for an action that does not rate by itself. */
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
      return undefined;
  }
}
