import type { Client } from '@temporalio/client';
import { WorkflowNotFoundError } from '@temporalio/common';
import type { WorkflowsOfClock } from '../../db/clocks/delete-clock.js';
import type { Clock } from '../../db/models/clock.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import { clockAdvancesSignal, clockOptions, clockType } from '../../workflows/contracts/clock.js';
import { policyTermId } from '../../workflows/contracts/policy-term.js';
import { isUnanswered, RunUnanswered } from './run-errors.js';

/** The longest that a request waits for Temporal; the sweep starts what it has not. */
const wakeLimitMs = 2_000;
const endLimitMs = 10_000;

/** Starts the advances of test clocks; the only place that does. */
export class ClockRuns {
  constructor(private readonly uses: { client: Client; taskQueue: string }) {}

  /** Has the workflow of a clock move it, and starts the workflow if there is none. */
  async wake({ id, organizationId, name }: Pick<Clock, 'id' | 'organizationId' | 'name'>): Promise<void> {
    await this.uses.client.withDeadline(Date.now() + wakeLimitMs, () =>
      this.uses.client.workflow.signalWithStart(clockType, {
        ...clockOptions({ clockId: id, organizationId, name }),
        taskQueue: this.uses.taskQueue,
        signal: clockAdvancesSignal,
      }),
    );
  }

  /** The same; while Temporal is unavailable, the sweep does it later. */
  async wakeSoon(clock: Pick<Clock, 'id' | 'organizationId' | 'name'>): Promise<void> {
    try {
      await this.wake(clock);
    } catch {
      // The clock advances in the database: nothing is lost.
    }
  }

  /** Terminates runs of a clock's events and policies, as it is deleted. Throws {@link RunUnanswered}. */
  async end({ policies, runs }: WorkflowsOfClock): Promise<void> {
    const terminate = async (workflowId: string) => {
      try {
        await this.uses.client.withDeadline(Date.now() + endLimitMs, () =>
          this.uses.client.workflow.getHandle(workflowId).terminate('its test clock was deleted'),
        );
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return;
        throw isUnanswered(error) ? new RunUnanswered(error) : error;
      }
    };
    await Promise.all([...policies.map(policyTermId), ...runs.map(workflowIdOf)].map(terminate));
  }
}
