import type { Knex } from 'knex';
import type { Transaction } from 'objection';
import { businessTimeOf } from '../../db/clock.js';
import { keptResult } from '../../db/events/action-result.js';
import { acceptFollowUp, contextUnder } from '../../db/events/follow-up.js';
import { keepResult, recordAction } from '../../db/events/record-action.js';
import { causedBy } from '../../db/identity/caused-by.js';
import type { ActionResult } from '../../db/models/action-run.js';
import { policyWorkflows } from '../../db/policies/policy-workflows.js';
import { lookSoon } from '../../db/policy-changes/lock-policy.js';
import type { PolicyWorkflow } from '../../domain/policy/policy-workflow.js';
import type { PlannedDefaultAction, RunPlan } from '../../domain/runs/fired-event.js';
import { succeeded } from '../ground/attempt.js';
import type { DefaultActionWork, FiredByAction } from '../ground/default-action.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { readEventWithVersion } from '../ground/event-with-version.js';
import { asActivity, RefusalOnRecord } from '../ground/failures.js';
import { refuseUnauthorized } from '../ground/refuse-unauthorized.js';
import { defaultActionHandlers } from './handlers.js';

/** The outcome of a default action for its run. */
export interface DefaultActionOutcome {
  /** The client that it saved: the run returns its id, and later actions use it. */
  client?: string;
  policyId?: string;
  fired: RunPlan[];
  startsPolicyTerms: string[];
  /** The policy, and those whose workflows it starts. */
  policies?: PolicyWorkflow[];
}

/**
 * Runs a built-in action of an event: its effect, its row, its result and the follow-up events are one transaction,
 * which also checks the authority of a licensed seller again. A retry whose first attempt committed returns the
 * result of that one.
 */
export function createRunDefaultAction(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  return (triggerRequestId: string, planned: PlannedDefaultAction): Promise<DefaultActionOutcome> =>
    asActivity(async () => {
      const [work, kept] = await Promise.all([
        readWork(dependencies, triggerRequestId, planned.actionId),
        keptResult(db, triggerRequestId, planned.actionId),
      ]);
      const ended = succeeded(planned, triggerRequestId, now());
      const handler = defaultActionHandlers[planned.type];
      if (kept !== undefined) return outcomeOf(db, kept);
      const refuse = (error: unknown) => recordRefusal(db, triggerRequestId, error);
      const effect = await handler(work).catch(refuse);
      const effected = db.transaction(async (trx) => {
        if (!(await recordAction(trx, ended))) return undefined;
        await refuseUnauthorized(trx, work);
        await causedBy(trx, { triggerRequestId });
        const { fires = [], ...result } = await effect(trx);
        await makeDue(trx, work, result);
        const fired = await acceptAll(trx, work, fires, result.policyId);
        await keepResult(trx, ended, {
          ...result,
          ...(fires.length > 0 && { fired: fired.map((plan) => plan.fired.triggerRequestId) }),
        });
        return { result, fired };
      });
      const committed = await effected.catch(refuse);
      return outcomeOf(db, committed ?? (await keptResult(db, triggerRequestId, planned.actionId)));
    });
}

async function recordRefusal(db: Knex, triggerRequestId: string, error: unknown): Promise<never> {
  if (!(error instanceof RefusalOnRecord)) throw error;
  await db.transaction(async (trx) => {
    await causedBy(trx, { triggerRequestId });
    await error.record(trx);
  });
  throw error.refusal;
}

async function readWork(
  dependencies: ActivityDependencies,
  triggerRequestId: string,
  actionId: string,
): Promise<DefaultActionWork> {
  const read = await readEventWithVersion(dependencies, triggerRequestId);
  const now = await businessTimeOf(dependencies.db, dependencies, read.event);
  return { dependencies, ...read, actionId, now };
}

/** A policy under a test clock stays due until its workflow has checked it after the event: its clock waits for that. */
async function makeDue(
  trx: Transaction,
  { event, now }: DefaultActionWork,
  { policyId, startsPolicyTerms = [] }: ActionResult,
): Promise<void> {
  if (event.clockId === null) return;
  const policyIds = [...startsPolicyTerms, ...(policyId === undefined ? [] : [policyId])];
  for (const id of policyIds) await lookSoon(trx, id, now);
}

async function acceptAll(
  trx: Transaction,
  { dependencies, event, actionId }: DefaultActionWork,
  fires: readonly FiredByAction[],
  policyId: string | undefined,
): Promise<RunPlan[]> {
  const context = { ...contextUnder(event, actionId), policyId };
  const plans: RunPlan[] = [];
  for (const followUp of fires)
    plans.push(await acceptFollowUp(trx, dependencies.catalog, { ...context, ...followUp.about }, followUp));
  return plans;
}

async function outcomeOf(
  db: Knex,
  kept: { result: ActionResult; fired: RunPlan[] } | undefined,
): Promise<DefaultActionOutcome> {
  const { metadata, policyId, startsPolicyTerms = [] } = kept?.result ?? {};
  const policyIds = [...startsPolicyTerms, ...(policyId === undefined ? [] : [policyId])];
  return {
    ...(typeof metadata?.client === 'string' && { client: metadata.client }),
    ...(policyId !== undefined && { policyId }),
    fired: kept?.fired ?? [],
    startsPolicyTerms,
    ...(policyIds.length > 0 && { policies: await policyWorkflows(db, policyIds) }),
  };
}
