import type { RunPlan } from '../domain/runs/fired-event.js';
import { eventRunType } from './contracts/event-run.js';
import { eventRunOptions } from './contracts/event-run-options.js';
import { startDetached } from './start-detached.js';

/** Starts the run of an event that an action fired. It goes on by itself; one that is there already is a success. */
export function startRun(plan: RunPlan): Promise<void> {
  return startDetached(eventRunType, eventRunOptions(plan));
}
