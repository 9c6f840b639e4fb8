import { closeWithoutRun } from '../../db/events/close-without-run.js';
import { type LatestRun, retryEvent } from '../../db/events/retry-event.js';
import type { NotificationSources } from '../../db/webhooks/policies-in-bodies.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';

const reason = 'the database was restored to a time before the end of the run';

/**
 * Opens an event again whose run has completed without a trace: the database was restored to an earlier time, or failed
 * over, and has lost what the run wrote last. Returns the plan of the run to start; undefined if the event was closed
 * meanwhile. Actions keep their ids, so that external systems recognize repeated calls.
 */
export async function rerunEvent(
  sources: NotificationSources,
  run: LatestRun,
  endedAt: Date,
): Promise<RunPlan | undefined> {
  const { triggerRequestId, retries } = run;
  const end = { triggerRequestId, retries, state: 'FAILED', reason, endedAt } as const;
  if (!(await closeWithoutRun(sources, end))) return undefined;
  const retrying = await retryEvent(sources.db, run);
  return retrying.result === 'RETRYING' ? retrying.plan : undefined;
}
