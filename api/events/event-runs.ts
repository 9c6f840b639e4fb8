import {
  type Client,
  isGrpcServiceError,
  WithStartWorkflowOperation,
  WorkflowUpdateStage,
} from '@temporalio/client';
import {
  type Workflow,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/common';
import type { RunPlan } from '../../domain/events/fired-event.js';
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
import type { RunClosings } from './run-closings.js';

/** How long a request waits for a worker before it is answered 503; the run goes on. */
const workerLimitMs = 10_000;
const queryLimitMs = 2_000;
const startSoonLimitMs = 2_000;
/** How long news of a run's end is waited for before the run itself is asked. */
const newsLimitMs = 1_000;

/** The run of this event was closed before: its answer is in the database. */
export class RunClosed extends Error {}

/** Nobody answered in time, or Temporal cannot be reached: the event is kept and will run. */
export class RunUnanswered extends Error {}

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
    try {
      const update = await this.#client.withDeadline(Date.now() + workerLimitMs, () =>
        this.#client.workflow.startUpdateWithStart<Workflow, DispatchResult, []>(triggerResultUpdate, {
          updateId: triggerResultUpdate,
          waitForStage: WorkflowUpdateStage.ACCEPTED,
          startWorkflowOperation: new WithStartWorkflowOperation(eventRunType, this.#startOptions(plan)),
        }),
      );
      const limitMs = fired.waitForRating ? forceSyncLimitMs + workerLimitMs : workerLimitMs;
      return await this.#client.withDeadline(Date.now() + limitMs, () => update.result());
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
  async quoteResults(triggerRequestId: string): Promise<QuoteResults | undefined> {
    try {
      return await this.#client.withDeadline(Date.now() + queryLimitMs, () =>
        this.#client.workflow
          .getHandle(eventRunId(triggerRequestId))
          .query<QuoteResults, []>(quoteResultsQuery),
      );
    } catch {
      // The run is gone, or nobody is there to answer for it: the database says what there is.
      return undefined;
    }
  }

  /** Tells an open run that an answer from outside is there. Throws {@link RunClosed} or {@link RunUnanswered}. */
  async tell(triggerRequestId: string, message: InboundSignal): Promise<void> {
    try {
      await this.#client.withDeadline(Date.now() + workerLimitMs, () =>
        this.#client.workflow.getHandle(eventRunId(triggerRequestId)).signal(inboundSignal, message),
      );
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) throw new RunClosed('closed', { cause: error });
      if (isUnanswered(error)) throw new RunUnanswered('unanswered', { cause: error });
      throw error;
    }
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

function runError(error: unknown): unknown {
  if (error instanceof WorkflowExecutionAlreadyStartedError) return new RunClosed('closed', { cause: error });
  return isUnanswered(error) ? new RunUnanswered('unanswered', { cause: error }) : error;
}

const unansweredCodes = new Set([1, 4, 8, 14]);

/** CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED or UNAVAILABLE, wherever the SDK wrapped them. */
function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isGrpcServiceError(error)) return unansweredCodes.has(error.code);
  return error.name === 'WorkflowUpdateRPCTimeoutOrCancelledError' || isUnanswered(error.cause);
}
