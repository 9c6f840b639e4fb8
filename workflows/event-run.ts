import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
  allHandlersFinished,
  CancellationScope,
  condition,
  defineQuery,
  defineSignal,
  defineUpdate,
  isCancellation,
  proxyLocalActivities,
  setCurrentDetails,
  setHandler,
  startChild,
} from '@temporalio/workflow';
import type { SettledAction } from '../activities/carrier/carrier-quotes.js';
import type { Activities } from '../activities/index.js';
import type { RatedAction } from '../activities/quote-maker.js';
import type {
  FiredEvent,
  PlannedAction,
  PlannedDefaultAction,
  RunPlan,
} from '../domain/events/fired-event.js';
import { ActionBoard } from './action-board.js';
import { rateByCarrier } from './carrier-rating.js';
import {
  type DispatchResult,
  eventRunType,
  forceSyncLimitMs,
  type InboundSignal,
  inboundSignal,
  type QuoteResults,
  quoteResultsQuery,
  type RunStatus,
  runStatusQuery,
  triggerResultUpdate,
} from './contracts/event-run.js';
import { eventRunOptions } from './contracts/event-run-options.js';
import { describe } from './describe-run.js';
import { failureText } from './failure-text.js';

export const triggerResult = defineUpdate<DispatchResult>(triggerResultUpdate);
export const runStatus = defineQuery<RunStatus>(runStatusQuery);
export const quoteResults = defineQuery<QuoteResults>(quoteResultsQuery);
export const inbound = defineSignal<[InboundSignal]>(inboundSignal);

// Each is one short database transaction: as local activities three of them cost what one does.
const { runDefaultAction, rateQuote, recordOutcome, recordFailure, recordCancellation } =
  proxyLocalActivities<Activities>({
    startToCloseTimeout: '10 seconds',
    localRetryThreshold: '5 seconds',
    retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
  });

/** One run per fired event: default actions, then the product's configured actions. */
export async function eventRun(event: FiredEvent): Promise<RunStatus> {
  const run = new ActionBoard(event);
  try {
    return await runActions(run, event);
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(() =>
        recordCancellation(event.triggerRequestId, run.dispatched ? run.dispatchResult() : null),
      );
    }
    throw error;
  }
}

async function runActions(run: ActionBoard, event: FiredEvent): Promise<RunStatus> {
  setHandler(inbound, (message) => run.receive(message));
  setHandler(runStatus, () => run.status());
  setHandler(quoteResults, () => run.quoteResults());
  setHandler(triggerResult, async () => {
    await condition(() => run.dispatched);
    if (event.waitForRating && !run.ratingDone) await condition(() => run.ratingDone, forceSyncLimitMs);
    return run.dispatchResult();
  });

  for (const action of event.defaultActions) {
    await perform(run, event, action, async () => {
      run.addMetadata(
        await runDefaultAction.executeWithOptions({ summary: action.name }, [event.triggerRequestId, action]),
      );
      return undefined;
    });
  }
  const responses = dispatchInOrder(run, event);
  run.markDispatched();
  await responses;

  await Promise.all(run.startedRuns());

  run.markCompleted();
  if (!run.closed) {
    await recordOutcome.executeWithOptions({ summary: 'Record the outcome' }, [
      event.triggerRequestId,
      run.dispatchResult(),
    ]);
  }
  setCurrentDetails(describe(run));
  await condition(allHandlersFinished);
  return run.status();
}

/** Groups of equal `order` run one after the other, the actions of a group side by side. */
async function dispatchInOrder(run: ActionBoard, event: FiredEvent): Promise<void> {
  const orders = [...new Set(event.actions.map((action) => action.order))].sort((a, b) => a - b);
  for (const order of orders) {
    const group = event.actions.filter((action) => action.order === order);
    await Promise.all(group.map((action) => perform(run, event, action, () => answer(run, event, action))));
  }
}

/** Answers why no result could be had, where the action knows that itself. */
async function answer(
  run: ActionBoard,
  event: FiredEvent,
  action: PlannedAction,
): Promise<string | undefined> {
  switch (action.type) {
    case 'IOI_RATING':
    case 'BUNDLE_RATING':
      take(
        run,
        await rateQuote.executeWithOptions({ summary: action.name }, [
          event.triggerRequestId,
          { ...toldOf(action), type: action.type },
          run.clientId,
          run.isLast(action.actionId) ? run.dispatchResult() : undefined,
        ]),
      );
      return undefined;
    case 'THIRD_PARTY_RATING':
    case 'THIRD_PARTY_RATING_ALGO': {
      const told = { ...toldOf(action), type: action.type };
      const settled: SettledAction = await rateByCarrier(run, event, told, action.callSeconds);
      take(run, settled);
      return settled.failure ?? undefined;
    }
  }
}

/** Runs one action; its failure is recorded and does not fail the run. */
async function perform(
  run: ActionBoard,
  event: FiredEvent,
  action: PlannedAction | PlannedDefaultAction,
  work: () => Promise<string | undefined>,
): Promise<void> {
  run.started(action.actionId);
  try {
    const failure = await work();
    if (failure === undefined) run.succeeded(action.actionId);
    else run.failed(action.actionId, failure);
  } catch (error) {
    run.failed(action.actionId, await writtenDown(run, event, action, failureText(error)));
  }
}

/** Answers the failure's text. Writing it down may fail for good, too; the run's own status still shows it. */
async function writtenDown(
  run: ActionBoard,
  event: FiredEvent,
  action: PlannedAction | PlannedDefaultAction,
  failure: string,
): Promise<string> {
  try {
    take(
      run,
      await recordFailure.executeWithOptions({ summary: `Record that ${action.name} failed` }, [
        event.triggerRequestId,
        toldOf(action),
        failure,
      ]),
    );
    return failure;
  } catch (error) {
    return `${failure}; and it could not be recorded: ${failureText(error)}`;
  }
}

function take(run: ActionBoard, { quoteIds, fired, closed = false }: RatedAction): void {
  run.addQuotes(quoteIds);
  if (closed) run.markClosed();
  for (const plan of fired) run.addStart(startRun(plan));
}

/** Starts the run of an event that an action fired. It goes on by itself; one that is there already is a success. */
async function startRun(plan: RunPlan): Promise<void> {
  try {
    await startChild(eventRunType, { ...eventRunOptions(plan), parentClosePolicy: 'ABANDON' });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** What an activity is told of an action: the rest of the plan is the run's own business. */
function toldOf<T extends PlannedAction | PlannedDefaultAction>({ actionId, type, name }: T) {
  return { actionId, type, name } as Pick<T, 'actionId' | 'type' | 'name'>;
}
