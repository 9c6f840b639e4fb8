import { type ConfiguredAction, isRating } from '../../actions/configured-action.js';
import { plansOfAction } from '../../actions/plans-of-action.js';
import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { type QuestionTypes, questionTypesOf } from '../../questions/question-types.js';
import { allSteps } from '../../rating/steps/all-steps.js';
import { tablesOf } from '../../rating/steps/chosen-table.js';
import type { Step } from '../../rating/steps/step-kind.js';
import { eventValueNames } from '../../runs/event-values.js';
import type { ProductDefinition } from '../definition.js';
import { placedActions } from '../placed-actions.js';
import { lintCondition } from './lint-conditions.js';

/** Checks references of the client's name and of actions' conditions, and finds unused plans and tables. */
export function lintReferences(definition: ProductDefinition): LintIssue[] {
  const types = questionTypesOf(definition.product);
  return [
    ...lintClientName(definition, types),
    ...lintActions(definition, types),
    ...lintRatingEvents(definition),
    ...unusedPlans(definition),
    ...unusedTables(definition),
  ];
}

function lintClientName({ clientName }: ProductDefinition, types: QuestionTypes): LintIssue[] {
  return clientName.flatMap((qid, index) => {
    const type = types.get(qid);
    const path = ['clientName', index];
    if (!type) return [lintError(path, `no line asks the question "${qid}"`)];
    return type.loop !== null || type.isLoop
      ? [lintError(path, `"${qid}" has several answers and cannot name the client`)]
      : [];
  });
}

function lintActions(definition: ProductDefinition, types: QuestionTypes): LintIssue[] {
  return placedActions(definition).flatMap(({ action: { when }, path }) =>
    when === undefined
      ? []
      : lintCondition(when, { path: [...path, 'when'], types, loop: null, values: eventValueNames }),
  );
}

/** Rating needs an effective date and an intake, which only a quoting event has. */
function lintRatingEvents(definition: ProductDefinition): LintIssue[] {
  return placedActions(definition).flatMap(({ action, event, path }) =>
    event !== 'GET_QUOTES' && isRating(action)
      ? [lintError([...path, 'type'], `${action.type} runs only for GET_QUOTES, not for ${event}`)]
      : [],
  );
}

function unusedPlans(definition: ProductDefinition): LintIssue[] {
  const { ratingPlans } = definition;
  const used = new Set(placedActions(definition).flatMap(({ action }) => plansOfAction(action)));
  return Object.keys(ratingPlans)
    .filter((name) => !used.has(name))
    .map((name) => lintWarning(['ratingPlans', name], 'no action uses this rating plan'));
}

function packageSteps(action: ConfiguredAction): Step[] {
  if (action.type !== 'BUNDLE_RATING') return [];
  const { derive, policy, taxesAndFees } = action.package;
  return [...derive, ...policy, ...taxesAndFees.flatMap(({ steps }) => steps)];
}

function unusedTables(definition: ProductDefinition): LintIssue[] {
  const { tables, ratingPlans } = definition;
  const ofPlans = Object.values(ratingPlans).flatMap((plan) => [
    ...plan.derive,
    ...plan.loops.flatMap(({ derive }) => derive),
    ...plan.coverages.flatMap((coverage) => coverage.steps),
    ...plan.policy,
    ...plan.taxesAndFees.flatMap((item) => item.steps),
  ]);
  const ofPackages = placedActions(definition).flatMap(({ action }) => packageSteps(action));
  const steps = allSteps([...ofPlans, ...ofPackages]);
  const ofSteps = steps.flatMap(({ step }) => ('table' in step ? tablesOf(step.table) : []));
  // Steps of overlays are not read as steps yet.
  const used = new Set([...ofSteps, ...textsIn(definition.overlays)]);
  return Object.keys(tables)
    .filter((name) => !used.has(name))
    .map((name) => lintWarning(['tables', name], 'no step uses this table'));
}

function textsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(textsIn) : [];
}
