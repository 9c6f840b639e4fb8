import type { BundleRatingAction, ConfiguredAction } from '../../actions/configured-action.js';
import { plansOfAction } from '../../actions/plans-of-action.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import { isNeverAsked } from '../../questions/never-asked.js';
import { type QuestionTypes, questionTypesOf } from '../../questions/question-types.js';
import { Findings } from '../../rating/lint/findings.js';
import { Knowledge } from '../../rating/lint/knowledge.js';
import { lintCondition } from '../../rating/lint/lint-expression.js';
import { listed } from '../../rating/lint/possible.js';
import { lintAlways } from '../../rating/lint/unvarying.js';
import { lintPlans, type PlacedPlan } from '../../rating/plan/lint-plan.js';
import { carrierQuestions } from '../carrier-questions.js';
import type { ProductDefinition } from '../definition.js';
import { stateQuestionOf } from '../overlaid-product.js';
import { placedActions } from '../placed-actions.js';
import { lintUnread, namesOutsidePlans } from './lint-unread.js';
import { linesOf, questionsOf } from './lint-walk.js';

/**
 * Finds conditions of questions and actions that never hold, and all problems that `lintPlans` finds.
 *
 * @param states where the definition holds; none: wherever the product is sold.
 */
export function lintReach(definition: ProductDefinition, states: readonly string[]): LintIssue[] {
  const types = questionTypesOf(definition.product);
  const findings = new Findings();
  lintConditions(definition, types, findings);
  const ofCarriers = carrierQuestions(definition, types, []);
  const plans = Object.entries(definition.ratingPlans).map(([name, plan]): PlacedPlan => {
    const [known, uses] = [ofCarriers.get(name) ?? types, usesOf(name, definition)];
    const read = uses.length > 0 ? known : alwaysShown(known);
    return { plan, path: ['ratingPlans', name], types: read, uses };
  });
  const names = namesOutsidePlans(definition);
  const isReadElsewhere = (name: string) => names.has(name);
  lintPlans([...plans, ...packagesOf(definition, types)], definition.tables, findings, isReadElsewhere);
  const anywhere = new Knowledge(types);
  const state = listed(states, { direct: true });
  const there =
    states.length === 0 ? anywhere : anywhere.narrow('answer', stateQuestionOf(definition), state);
  lintUnread(definition, findings, there);
  return findings.issues;
}

function lintConditions(definition: ProductDefinition, types: QuestionTypes, findings: Findings): void {
  const knowledge = new Knowledge(types);
  const asking = [...linesOf(definition.product)].filter(({ asks }) => asks);
  for (const { question, path } of asking.flatMap((line) => [...questionsOf(line)])) {
    if (question.condition && !isNeverAsked(question))
      lintShown(question.condition, [...path, 'condition'], knowledge, findings);
  }
  for (const { action, path } of placedActions(definition)) {
    if (action.when) lintShown(action.when, [...path, 'when'], knowledge, findings);
    if (action.type !== 'BUNDLE_RATING') continue;
    action.components.forEach(({ when }, index) => {
      if (when) lintShown(when, [...path, 'components', index, 'when'], knowledge, findings);
    });
  }
}

function lintShown(
  condition: unknown,
  path: LintIssue['path'],
  knowledge: Knowledge,
  findings: Findings,
): void {
  lintCondition(condition, path, knowledge, findings);
  lintAlways(condition, path, knowledge, findings);
}

/** Nothing is known of where a plan is used that no action uses. */
function alwaysShown(types: QuestionTypes): QuestionTypes {
  const shown = [...types].map(([qid, type]) => {
    const definition = type.definition && { ...type.definition, condition: undefined };
    return [qid, { ...type, definition }] as const;
  });
  return new Map(shown);
}

/** The conditions under which each action, or component of a package, uses a plan. */
function usesOf(name: string, definition: ProductDefinition): unknown[][] {
  return placedActions(definition).flatMap(({ action }) => {
    const around = conditionsOf(action);
    if (action.type !== 'BUNDLE_RATING') return plansOfAction(action).includes(name) ? [around] : [];
    return action.components
      .filter(({ plan }) => plan === name)
      .map(({ when }) => (when === undefined ? around : [...around, when]));
  });
}

/** The terms that every component offers. */
function termsOf({ components }: BundleRatingAction, { ratingPlans }: ProductDefinition) {
  const [first, ...others] = components.flatMap(({ plan }) => ratingPlans[plan] ?? []);
  return first?.terms.filter(({ term }) =>
    others.every(({ terms }) => terms.some((other) => other.term === term)),
  );
}

function conditionsOf({ when }: ConfiguredAction): unknown[] {
  return when === undefined ? [] : [when];
}

function packagesOf(definition: ProductDefinition, types: QuestionTypes): PlacedPlan[] {
  return placedActions(definition).flatMap(({ action, path }) =>
    action.type === 'BUNDLE_RATING'
      ? [
          {
            plan: { ...action.package, terms: termsOf(action, definition) },
            path: [...path, 'package'],
            types,
            uses: [conditionsOf(action)],
          },
        ]
      : [],
  );
}
