import type { Step } from '../rating/plan.js';
import type { ConfiguredAction } from './configured-action.js';
import type { ProductDefinition } from './definition.js';
import { lintCondition } from './lint-conditions.js';
import { type LintIssue, lintError, lintWarning } from './lint-issue.js';
import { type QuestionTypes, questionTypesOf } from './question-types.js';

/** What the client's name and actions' conditions refer to, and plans and tables that nothing refers to. */
export function lintReferences(definition: ProductDefinition): LintIssue[] {
  const types = questionTypesOf(definition.product);
  return [
    ...lintClientName(definition, types),
    ...lintActions(definition, types),
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

function lintActions({ configurations }: ProductDefinition, types: QuestionTypes): LintIssue[] {
  return actionsOf(configurations).flatMap(({ action: { when }, path }) =>
    when === undefined ? [] : lintCondition(when, { path: [...path, 'when'], types, loop: null }),
  );
}

function actionsOf(configurations: ProductDefinition['configurations']) {
  return configurations.flatMap(({ events }, index) =>
    Object.entries(events).flatMap(([type, actions]) =>
      actions.map((action, position) => ({
        action,
        path: ['configurations', index, 'events', type, position],
      })),
    ),
  );
}

function unusedPlans({ configurations, ratingPlans }: ProductDefinition): LintIssue[] {
  const used = new Set(actionsOf(configurations).flatMap(({ action }) => plansOf(action)));
  return Object.keys(ratingPlans)
    .filter((name) => !used.has(name))
    .map((name) => lintWarning(['ratingPlans', name], 'no action uses this rating plan'));
}

function plansOf(action: ConfiguredAction): string[] {
  switch (action.type) {
    case 'BUNDLE_RATING':
      return action.components.map(({ plan }) => plan);
    case 'IOI_RATING':
    case 'THIRD_PARTY_RATING_ALGO':
      return [action.plan];
    case 'THIRD_PARTY_RATING':
      return [];
  }
}

function packageSteps(action: ConfiguredAction): Step[] {
  if (action.type !== 'BUNDLE_RATING') return [];
  const { derive, policy, taxesAndFees } = action.package;
  return [...derive, ...policy, ...taxesAndFees.flatMap(({ steps }) => steps)];
}

function unusedTables({ configurations, tables, ratingPlans }: ProductDefinition): LintIssue[] {
  const ofPlans = Object.values(ratingPlans).flatMap((plan) => [
    ...plan.derive,
    ...plan.loops.flatMap(({ derive }) => derive),
    ...plan.coverages.flatMap((coverage) => coverage.steps),
    ...plan.policy,
    ...plan.taxesAndFees.flatMap((item) => item.steps),
  ]);
  const ofPackages = actionsOf(configurations).flatMap(({ action }) => packageSteps(action));
  const used = new Set([...ofPlans, ...ofPackages].flatMap(tablesOf));
  return Object.keys(tables)
    .filter((name) => !used.has(name))
    .map((name) => lintWarning(['tables', name], 'no step looks anything up in this table'));
}

function tablesOf(step: Step): string[] {
  if (step.op === 'lookup') return [step.table];
  if (step.op === 'sumOverLoop') return step.steps.flatMap(tablesOf);
  if (step.op === 'if') return [...step.then, ...(step.else ?? [])].flatMap(tablesOf);
  return [];
}
