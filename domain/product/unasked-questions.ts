import type { ConfiguredAction } from '../actions/configured-action.js';
import { plansOfAction } from '../actions/plans-of-action.js';
import { readableReferences } from '../expression/index.js';
import { type QuestionTypes, questionTypesOf } from '../questions/question-types.js';
import type { UnderwritingRule } from '../rating/plan/plan.js';
import type { ProductDefinition } from './definition.js';
import { placedActions } from './placed-actions.js';

/** A rule that reads a question which an earlier version does not ask. */
export interface UnaskedQuestion {
  rule: string;
  qid: string;
  /** Of the rule's condition, in the definition. */
  path: (string | number)[];
}

interface PlacedRule {
  rule: UnderwritingRule;
  path: (string | number)[];
}

const judging: ReadonlySet<string> = new Set(['INELIGIBLE', 'DECLINE', 'REFER']);

/**
 * The questions that eligibility and referral rules of a version read and that an earlier version does not ask: for its
 * policies they are unanswered, unless a change answers them. Questions that derived values read are not among them.
 *
 * @param action only the rules by which it rates; by default all of the version.
 */
export function unaskedQuestions(
  definition: ProductDefinition,
  earlier: Pick<ProductDefinition, 'product'>,
  action?: ConfiguredAction,
): UnaskedQuestion[] {
  const types = questionTypesOf(definition.product);
  const asked = questionTypesOf(earlier.product);
  return rulesOf(definition, action).flatMap(({ rule, path }) => {
    const unasked = questionsOf(rule, types).filter((qid) => types.has(qid) && !asked.has(qid));
    return unasked.map((qid) => ({ rule: rule.id, qid, path: [...path, 'when'] }));
  });
}

function rulesOf(definition: ProductDefinition, only: ConfiguredAction | undefined): PlacedRule[] {
  const { ratingPlans } = definition;
  const plans = only === undefined ? Object.keys(ratingPlans) : plansOfAction(only);
  const packages = placedActions(definition).flatMap(({ action, path }) =>
    action.type === 'BUNDLE_RATING' && (only === undefined || only.id === action.id)
      ? placed(action.package.underwriting, [...path, 'package'])
      : [],
  );
  return [
    ...plans.flatMap((plan) => placed(ratingPlans[plan]?.underwriting ?? [], ['ratingPlans', plan])),
    ...packages,
  ].filter(({ rule }) => judging.has(rule.outcome));
}

const placed = (rules: readonly UnderwritingRule[], path: PlacedRule['path']): PlacedRule[] =>
  rules.map((rule, index) => ({ rule, path: [...path, 'underwriting', index] }));

function questionsOf({ when }: UnderwritingRule, types: QuestionTypes): string[] {
  const read = readableReferences(when, types).filter(({ operator }) => operator !== 'value');
  return [...new Set(read.map(({ name }) => name))];
}
