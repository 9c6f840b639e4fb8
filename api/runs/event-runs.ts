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
import {
  type DispatchResult,
  eventRunId,
  eventRunType,
  forceSyncLimitMs,
  type InboundSignal,
  inboundSignal,
  type QuoteResults,
  quoteResultsQuery,
  triggerResultUpdate,
} from '../../workflows/contracts/event-run.js';
import { eventRunOptions } from '../../workflows/contracts/event-run-options.js';
import {
  endOfRun,
  findLostRuns,
  type LostRun,
  type RunEnd,
  type RunOfEvent,
  startDeliveries,
} from './ended-runs.js';
import type { RunClosings } from './run-closings.js';
import { isTaskRepeated, isUnanswered, RunClosed, RunUnanswered, runError } from './run-errors.js';

/** How long a request waits for a worker before it is answered 503; the run goes on. */
const workerLimitMs = 10_000;
const queryLimitMs = 2_000;
const startSoonLimitMs = 2_000;
/** How long news of a run's end is waited for before the run itself is asked. */
const newsLimitMs = 1_000;
/** How soon a run is asked again whose task the server has repeated. */
const askAgainMs = 20;

export interface EventRunsOptions {
  client: Client;
  taskQueue: string;
  closings: RunClosings;
  /** The client shares its connection with a worker, to which the server gives a run as it is started. */
  besideWorker?: boolean;
}

/** Starts and asks event runs; the only place that starts them and makes their ids. */
export class EventRuns {
  readonly #client: Client;
  readonly #taskQueue: string;
  readonly #closings: RunClosings;
  readonly #besideWorker: boolean;

  constructor({ client, taskQueue, closings, besideWorker = false }: EventRunsOptions) {
    this.#client = client;
    this.#taskQueue = taskQueue;
    this.#closings = closings;
    this.#besideWorker = besideWorker;
  }

  /**
   * Starts the run unless it is there already, and waits for its trigger result. Firing again finds the same
   * run, hence the first answer. Throws {@link RunClosed} or {@link RunUnanswered}.
   */
  async fire(plan: RunPlan): Promise<DispatchResult> {
    const atItsEnd = endsSoon(plan) && this.#closings.areHeard;
    return (atItsEnd && (await this.#startToEnd(plan))) || this.#startAndAsk(plan);
  }

  /** For a run that waits for nobody: its end is the answer. Undefined where no news of it came. */
  async #startToEnd(plan: RunPlan): Promise<DispatchResult | undefined> {
    const expected = this.#closings.expect(plan.fired.triggerRequestId);
    try {
      await this.#client.withDeadline(Date.now() + workerLimitMs, () =>
        this.#client.workflow.start(eventRunType, {
          ...this.#startOptions(plan),
          requestEagerStart: this.#besideWorker,
        }),
      );
      const closing = await expected.within(newsLimitMs);
      if (closing !== undefined && closing.triggerResult === undefined) throw new RunClosed('closed');
      return closing?.triggerResult;
    } catch (error) {
      throw runError(error);
    } finally {
      expected.forget();
    }
  }

  /** For a run that may go on after its answer, and wherever news fail: the update answers, now or the first time. */
  async #startAndAsk(plan: RunPlan): Promise<DispatchResult> {
    const { fired } = plan;
    const deadline = Date.now() + workerLimitMs;
    try {
      for (;;) {
        try {
          const update = await this.#client.withDeadline(deadline, () =>
            this.#client.workflow.startUpdateWithStart<Workflow, DispatchResult, []>(triggerResultUpdate, {
              updateId: triggerResultUpdate,
              waitForStage: WorkflowUpdateStage.ACCEPTED,
              startWorkflowOperation: new WithStartWorkflowOperation(eventRunType, this.#startOptions(plan)),
            }),
          );
          const waits = fired.waitForRating || fired.actions.some(({ awaited }) => awaited);
          const limitMs = waits ? forceSyncLimitMs + workerLimitMs : workerLimitMs;
          return await this.#client.withDeadline(Date.now() + limitMs, () => update.result());
        } catch (error) {
          if (!isTaskRepeated(error) || Date.now() > deadline) throw error;
          await sleep(askAgainMs);
        }
      }
    } catch (error) {
      throw runError(error);
    }
  }

  /** Starts a run whose request never got to it. A run that is there already is a success. */
  async startLate(plan: RunPlan, limitMs = workerLimitMs): Promise<'UNDER_WAY' | 'OVER'> {
    try {
      await this.#client.withDeadline(Date.now() + limitMs, () =>
        this.#client.workflow.start(eventRunType, this.#startOptions(plan)),
      );
      return 'UNDER_WAY';
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
      return 'OVER';
    }
  }

  /** Starts a run if Temporal answers; otherwise the sweep does, within a minute. */
  async startSoon(plan: RunPlan): Promise<void> {
    try {
      await this.startLate(plan, startSoonLimitMs);
    } catch {
      // The event's row is written: nothing is lost.
    }
  }

  /** The quotes that an open run has made so far; undefined where the run cannot be asked. */
  async quoteResults(run: RunOfEvent): Promise<QuoteResults | undefined> {
    try {
      return await this.#client.withDeadline(Date.now() + queryLimitMs, () =>
        this.#handle(run).query<QuoteResults, []>(quoteResultsQuery),
      );
    } catch {
      // The run is gone, or nobody is there to answer for it: the database says what there is.
      return undefined;
    }
  }

  /** Tells an open run that an answer from outside is there. Throws {@link RunClosed} or {@link RunUnanswered}. */
  async tell(run: RunOfEvent, message: InboundSignal): Promise<void> {
    if (!(await this.#reach(run, (handle) => handle.signal(inboundSignal, message)))) {
      throw new RunClosed('closed');
    }
  }

  /**
   * Asks an open run to end; what it waits for is not waited for any more. False where there is none: it is over, or
   * was never started. Throws {@link RunUnanswered}.
   */
  async cancel(run: RunOfEvent): Promise<boolean> {
    return this.#reach(run, (handle) => handle.cancel());
  }

  /** Starts what tells the webhook endpoints of an event that it is over, where its run could not; best effort. */
  async startDeliveries(plan: RunPlan): Promise<void> {
    await this.#client.withDeadline(Date.now() + startSoonLimitMs, () =>
      startDeliveries(this.#client, this.#taskQueue, plan),
    );
  }

  /** How a run ended, or that it has not; undefined where there is none. Throws {@link RunUnanswered}. */
  async endOf(run: RunOfEvent): Promise<RunEnd | 'RUNNING' | undefined> {
    try {
      return await this.#client.withDeadline(Date.now() + workerLimitMs, () => endOfRun(this.#handle(run)));
    } catch (error) {
      throw isUnanswered(error) ? new RunUnanswered('unanswered', { cause: error }) : error;
    }
  }

  /** The runs that ended in this time by force or for good, in no particular order. */
  lostRuns(span: { from: Date; to: Date }): AsyncGenerator<LostRun, void, undefined> {
    return findLostRuns(this.#client, this.#taskQueue, span);
  }

  /** False where there is no such run, or it is over. */
  async #reach(run: RunOfEvent, ask: (handle: WorkflowHandle) => Promise<unknown>): Promise<boolean> {
    try {
      await this.#client.withDeadline(Date.now() + workerLimitMs, () => ask(this.#handle(run)));
      return true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      if (isUnanswered(error)) throw new RunUnanswered('unanswered', { cause: error });
      throw error;
    }
  }

  #handle({ triggerRequestId, retries }: RunOfEvent): WorkflowHandle {
    return this.#client.workflow.getHandle(eventRunId(triggerRequestId, retries));
  }

  #startOptions(plan: RunPlan) {
    return {
      ...eventRunOptions(plan),
      taskQueue: this.#taskQueue,
      workflowIdConflictPolicy: 'USE_EXISTING' as const,
    };
  }
}

/** Everything that the run does is done here and at once, as far as the plan tells. */
function endsSoon({ fired }: RunPlan): boolean {
  return fired.actions.every(({ type }) => type === 'IOI_RATING' || type === 'BUNDLE_RATING');
}
