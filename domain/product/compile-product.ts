import { compileCondition, ExpressionError, type Scope } from '../expression/index.js';
import type { AnswerMap } from '../intake/answers.js';
import { buildPlan } from '../rating/compile-plan.js';
import type { CompiledPlan } from '../rating/compiled-plan.js';
import { compileIntake } from '../rating/intake/compile-intake.js';
import { type PlanIssue, refuseIssues } from '../rating/plan-issue.js';
import { compileTables } from '../rating/tables/compile-table.js';
import type { ConfiguredAction } from './configured-action.js';
import type { ProductDefinition } from './definition.js';
import { type QuestionTypes, questionConflicts, questionTypesOf } from './question-types.js';

/** A product version, ready to be fired at: what its definition says, as functions. */
export interface CompiledProduct {
  questionTypes: QuestionTypes;
  /** By key of `ratingPlans`. */
  plans: ReadonlyMap<string, CompiledPlan>;
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
  const plans = new Map(
    Object.entries(definition.ratingPlans).map(([key, plan]) => {
      const path = `ratingPlans.${key}.`;
      return [key, buildPlan(plan, tables, readIntake, { questions, issues, path })] as const;
    }),
  );
  const applies = compileActions(definition, questions, plans, issues);
  return {
    questionTypes: questions,
    plans,
    actionApplies: (actionId, answers) => applies.get(actionId)?.(readIntake(answers).scope) ?? false,
  };
}

function compileActions(
  definition: ProductDefinition,
  questions: QuestionTypes,
  plans: ReadonlyMap<string, CompiledPlan>,
  issues: PlanIssue[],
): Map<string, (scope: Scope) => boolean> {
  const applies = new Map<string, (scope: Scope) => boolean>();
  definition.configurations.forEach(({ events }, place) => {
    for (const [event, actions] of Object.entries(events)) {
      actions?.forEach((action, index) => {
        const path = `configurations[${place}].events.${event}[${index}]`;
        if (!plans.has(action.plan)) {
          issues.push({ path: `${path}.plan`, message: `the product has no rating plan "${action.plan}"` });
        }
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
