import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  WithStartWorkflowOperation,
  type WorkflowHandle,
  WorkflowUpdateStage,
} from '@temporalio/client';
import {
  type Workflow,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/common';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import type { RunResult } from '../../domain/runs/run-result.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import {
  type DispatchResult,
  forceSyncLimitMs,
  type InboundSignal,
  inboundSignal,
  type QuoteResults,
  quoteResultsQuery,
  type RunStatus,
  runStatusQuery,
  triggerResultUpdate,
} from '../../workflows/contracts/event-run.js';
import { eventRunOptions } from '../../workflows/contracts/event-run-options.js';
import { endOfRun, findLostRuns, isOfLostPast, type LostRun, type RunEnd } from './ended-runs.js';
import { isTaskRepeated, isUnanswered, RunClosed, RunUnanswered, runError } from './run-errors.js';

/** How long a request waits for a worker before it is answered 503; the run continues. */
const workerLimitMs = 10_000;
const queryLimitMs = 2_000;
const startSoonLimitMs = 2_000;
/** How soon a run is asked again after the server has repeated its task. */
const askAgainMs = 20;

export interface EventRunsOptions {
  client: Client;
  taskQueue: string;
}

/** Starts and queries event runs, by their workflow ids; the only place of the API that starts them. */
export class EventRuns {
  constructor(private readonly uses: EventRunsOptions) {}

  /**
   * Starts the run unless it exists, and waits for its trigger result, which the update answers. Firing again finds the
   * same run, and so the first result. Throws {@link RunClosed} or {@link RunUnanswered}.
   */
  async fire(plan: RunPlan): Promise<RunResult> {
    const { fired } = plan;
    const deadline = Date.now() + workerLimitMs;
    try {
      for (;;) {
        try {
          const update = await this.uses.client.withDeadline(deadline, () =>
            this.uses.client.workflow.startUpdateWithStart<Workflow, DispatchResult, []>(
              triggerResultUpdate,
              {
                updateId: triggerResultUpdate,
                waitForStage: WorkflowUpdateStage.ACCEPTED,
                startWorkflowOperation: new WithStartWorkflowOperation(
                  plan.fired.type,
                  this.#startOptions(plan),
                ),
              },
            ),
          );
          const { waitForRating, lookups, actions } = fired;
          const waits = waitForRating || lookups !== undefined || actions.some(({ awaited }) => awaited);
          const limitMs = waits ? forceSyncLimitMs + workerLimitMs : workerLimitMs;
          return await this.uses.client.withDeadline(Date.now() + limitMs, () => update.result());
        } catch (error) {
          if (!isTaskRepeated(error) || Date.now() > deadline) throw error;
          await sleep(askAgainMs);
        }
      }
    } catch (error) {
      throw runError(error);
    }
  }

  /** Starts a run whose request never reached Temporal. An existing run counts as a success. */
  async startLate(plan: RunPlan, limitMs = workerLimitMs): Promise<'RUNNING' | 'CLOSED'> {
    try {
      await this.uses.client.withDeadline(Date.now() + limitMs, () =>
        this.uses.client.workflow.start(plan.fired.type, this.#startOptions(plan)),
      );
      return 'RUNNING';
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      return 'CLOSED';
    }
  }

  /** Starts a run if Temporal responds; otherwise the sweep does, within a minute. */
  async startSoon(plan: RunPlan): Promise<void> {
    try {
      await this.startLate(plan, startSoonLimitMs);
    } catch {
      // The event's row is written: nothing is lost.
    }
  }

  /** The quotes that an open run has made so far; undefined if the run cannot be queried. */
  async quoteResults(workflowId: string): Promise<QuoteResults | undefined> {
    return this.#query<QuoteResults>(workflowId, quoteResultsQuery);
  }

  /** The states of an open run's actions; undefined if the run cannot be queried. */
  async status(workflowId: string): Promise<RunStatus | undefined> {
    return this.#query<RunStatus>(workflowId, runStatusQuery);
  }

  /** Notifies an open run of an inbound message. Throws {@link RunClosed} or {@link RunUnanswered}. */
  async tell(workflowId: string, message: InboundSignal): Promise<void> {
    if (!(await this.#reach(workflowId, (handle) => handle.signal(inboundSignal, message)))) {
      throw new RunClosed('closed');
    }
  }

  /**
   * Asks an open run to end without its pending waits. False if there is none: it is over, or was never
   * started. Throws {@link RunUnanswered}.
   */
  async cancel(workflowId: string): Promise<boolean> {
    return this.#reach(workflowId, (handle) => handle.cancel());
  }

  /** How a run ended, or `RUNNING`; undefined if there is no run. Throws {@link RunUnanswered}. */
  async endOf(workflowId: string): Promise<RunEnd | 'RUNNING' | undefined> {
    return this.#ask(workflowId, endOfRun);
  }

  /**
   * Whether the closed run of an open event is of a past that the database has lost. Throws {@link RunUnanswered}.
   */
  async isOfLostPast(plan: RunPlan, acceptedAt: Date): Promise<boolean> {
    return this.#ask(workflowIdOf(plan), (handle) => isOfLostPast(handle, acceptedAt));
  }

  /** The runs that were terminated, timed out or failed in this time, in no particular order. */
  lostRuns(span: { from: Date; to: Date }): AsyncGenerator<LostRun, void, undefined> {
    return findLostRuns(this.uses.client, this.uses.taskQueue, span);
  }

  /** False if there is no such run, or it is over. */
  async #reach(workflowId: string, ask: (handle: WorkflowHandle) => Promise<unknown>): Promise<boolean> {
    try {
      await this.#ask(workflowId, ask);
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  }

  async #ask<Answer>(workflowId: string, ask: (handle: WorkflowHandle) => Promise<Answer>): Promise<Answer> {
    try {
      return await this.uses.client.withDeadline(Date.now() + workerLimitMs, () =>
        ask(this.#handle(workflowId)),
      );
    } catch (error) {
      throw isUnanswered(error) ? new RunUnanswered(error) : error;
    }
  }

  /** Undefined if the run has ended, or no worker can answer for it: the database is read instead. */
  async #query<Answer>(workflowId: string, query: string): Promise<Answer | undefined> {
    try {
      return await this.uses.client.withDeadline(Date.now() + queryLimitMs, () =>
        this.#handle(workflowId).query<Answer, []>(query),
      );
    } catch {
      return undefined;
    }
  }

  #handle(workflowId: string): WorkflowHandle {
    return this.uses.client.workflow.getHandle(workflowId);
  }

  #startOptions(plan: RunPlan) {
    return {
      ...eventRunOptions(plan),
      taskQueue: this.uses.taskQueue,
      workflowIdConflictPolicy: 'USE_EXISTING' as const,
    };
  }
}

/** Whether the run ends soon: its plan has no waits or external calls. */
export function endsSoon({ fired }: RunPlan): boolean {
  if (fired.lookups !== undefined) return false;
  return fired.actions.every(({ type }) => type === 'IOI_RATING' || type === 'BUNDLE_RATING');
}
