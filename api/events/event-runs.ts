import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  isGrpcServiceError,
  WithStartWorkflowOperation,
  type WorkflowHandle,
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
  eventOfRunId,
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
import { eventTypeAttribute, organizationAttribute } from '../../workflows/contracts/search-attributes.js';
import { eventDeliveryOptions, webhookDeliveryType } from '../../workflows/contracts/webhook-delivery.js';
import type { RunClosings } from './run-closings.js';

/** How long a request waits for a worker before it is answered 503; the run goes on. */
const workerLimitMs = 10_000;
const queryLimitMs = 2_000;
const startSoonLimitMs = 2_000;
/** How long news of a run's end is waited for before the run itself is asked. */
const newsLimitMs = 1_000;
/** How soon a run is asked again whose task the server has repeated. */
const askAgainMs = 20;

/** The run of this event was closed before: its answer is in the database. */
export class RunClosed extends Error {}

/** Nobody answered in time, or Temporal cannot be reached: the event is kept and will run. */
export class RunUnanswered extends Error {}

/** One run of an event: 0 retries is the first, each repeat of failed actions is another. */
export interface RunOfEvent {
  triggerRequestId: string;
  retries: number;
}

/** A run that ended without having closed its event. */
export interface LostRun extends RunOfEvent {
  how: 'TERMINATED' | 'TIMED_OUT' | 'FAILED';
}

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
          const limitMs = fired.waitForRating ? forceSyncLimitMs + workerLimitMs : workerLimitMs;
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

  /**
   * Starts what tells the webhook endpoints of an event that it is over, where its run could not. Best effort: an
   * event that was closed without its run is rare, and so is it that Temporal is away just then.
   */
  async startDeliveries({ fired, organizationId }: RunPlan): Promise<void> {
    const { triggerRequestId, type, notify = [], retry = 0 } = fired;
    const attributes = [
      { key: organizationAttribute, value: organizationId },
      { key: eventTypeAttribute, value: type },
    ];
    const starts = notify.map((endpointId) =>
      this.#client.withDeadline(Date.now() + startSoonLimitMs, () =>
        this.#client.workflow.start(webhookDeliveryType, {
          ...eventDeliveryOptions(
            { triggerRequestId, endpointId, runRetry: retry },
            { eventType: type, attributes },
          ),
          taskQueue: this.#taskQueue,
        }),
      ),
    );
    await Promise.allSettled(starts);
  }

  /** How a run ended that does not run any more; undefined where it runs, or there is none. */
  async endOf(run: RunOfEvent): Promise<'CANCELLED' | LostRun['how'] | 'COMPLETED' | undefined> {
    try {
      const { status } = await this.#client.withDeadline(Date.now() + workerLimitMs, () =>
        this.#handle(run).describe(),
      );
      return endOfStatus(status.name);
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return undefined;
      throw error;
    }
  }

  /**
   * The runs that ended in this time by force or for good, in no particular order. They are found by how they ended,
   * so that runs that are under way, however many, cost nothing.
   */
  async *lostRuns({ from, to }: { from: Date; to: Date }): AsyncGenerator<LostRun, void, undefined> {
    const query = [
      `WorkflowType = '${eventRunType}'`,
      `TaskQueue = '${this.#taskQueue}'`,
      `ExecutionStatus IN ('Terminated', 'TimedOut', 'Failed')`,
      `CloseTime >= '${from.toISOString()}'`,
      `CloseTime < '${to.toISOString()}'`,
    ].join(' AND ');
    for await (const { workflowId, status } of this.#client.workflow.list({ query, pageSize: 500 })) {
      const run = eventOfRunId(workflowId);
      const how = endOfStatus(status.name);
      if (run !== undefined && (how === 'TERMINATED' || how === 'TIMED_OUT' || how === 'FAILED')) {
        yield { ...run, how };
      }
    }
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

function runError(error: unknown): unknown {
  if (error instanceof WorkflowExecutionAlreadyStartedError) return new RunClosed('closed', { cause: error });
  return isUnanswered(error) ? new RunUnanswered('unanswered', { cause: error }) : error;
}

function endOfStatus(status: string) {
  switch (status) {
    case 'CANCELLED':
    case 'TERMINATED':
    case 'TIMED_OUT':
    case 'FAILED':
    case 'COMPLETED':
      return status;
    default:
      return undefined;
  }
}

/**
 * The server has a task repeated where something came in while the run was about to end, as when a run that it started
 * ends at once, and drops the updates that were on their way with it: they are asked again, or the run has closed.
 */
function isTaskRepeated(error: unknown): boolean {
  return isGrpcServiceError(error) && error.code === 9 && /workflow task failure/.test(error.message);
}

const unansweredCodes = new Set([1, 4, 8, 14]);

/** CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED or UNAVAILABLE, wherever the SDK wrapped them. */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (isGrpcServiceError(error)) return unansweredCodes.has(error.code);
  return error.name === 'WorkflowUpdateRPCTimeoutOrCancelledError' || isUnanswered(error.cause);
}
