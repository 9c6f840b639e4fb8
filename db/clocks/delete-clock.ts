import type { PolicyWorkflow } from '../../domain/policy/policy-workflow.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { Database } from '../database.js';
import { policyWorkflows } from '../policies/policy-workflows.js';
import { openEvents } from './open-work.js';
import { openPolicies } from './policies-under.js';
import { auditClock, type ClockToChange, lockClock } from './save-clock.js';

/** What of a clock has a workflow in Temporal. */
export interface WorkflowsOfClock {
  policies: PolicyWorkflow[];
  /** The latest runs of open events. */
  runs: RunPlan[];
}

const batchSize = 100;

/** The open workflows of a clock, batch by batch. */
export async function* workflowsOfClock(
  db: Database,
  clockId: string,
): AsyncGenerator<WorkflowsOfClock, void, undefined> {
  const plan = db.raw('coalesce(retry_plan, plan) as plan');
  const open: { plan: RunPlan }[] = await openEvents(db, clockId).select(plan);
  for (let from = 0; from < open.length; from += batchSize) {
    yield { policies: [], runs: open.slice(from, from + batchSize).map((event) => event.plan) };
  }
  for (let after: string | null = null; ; ) {
    const ids = await openPolicies(db, { clockId, after, limit: batchSize });
    if (ids.length > 0) yield { policies: await policyWorkflows(db, ids), runs: [] };
    if (ids.length < batchSize) return;
    after = ids.at(-1) ?? null;
  }
}

/** The attempts to delete a clock, of which a worker may still write something. */
const mostAttempts = 3;

/** Deletes a clock with everything of it, unless it advances. `BUSY`: again and again something came in between. */
export async function deleteClock(
  db: Database,
  { organizationId, clockId, ...who }: ClockToChange,
): Promise<'DELETED' | 'UNKNOWN' | 'ADVANCING' | 'BUSY'> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    try {
      return await db.transaction(async (trx) => {
        const clock = await lockClock(trx, { organizationId, clockId });
        if (clock === undefined) return 'UNKNOWN';
        if (clock.state === 'ADVANCING') return 'ADVANCING';
        await auditClock(trx, 'CLOCK_DELETED', clock, who);
        await trx.raw('select delete_clock(?)', [clockId]);
        return 'DELETED';
      });
    } catch (error) {
      if (!isReferredTo(error)) throw error;
    }
  }
  return 'BUSY';
}

/** A record that refers to a deleted one was written meanwhile, or its writer waits for the clock. */
const isReferredTo = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '23503' || error.code === '40P01');
