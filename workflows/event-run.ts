import {
  allHandlersFinished,
  CancellationScope,
  condition,
  defineQuery,
  defineSignal,
  defineUpdate,
  isCancellation,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { DefaultActionOutcome } from '../activities/default-actions/run-default-action.js';
import type { FailedAction } from '../activities/outcome/record-failure.js';
import type { Refusal } from '../domain/events/refusal.js';
import {
  allActions,
  type FiredEvent,
  type PlannedAction,
  type PlannedDefaultAction,
  toRun,
} from '../domain/runs/fired-event.js';
import { ActionBoard } from './action-board.js';
import { recording, shortWork } from './activity-options.js';
import { addResult, runConfiguredAction } from './configured-action.js';
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
} from './contracts/event-run.js';
import { policyAttribute } from './contracts/search-attributes.js';
import { failureText, refusalOf } from './failure-text.js';
import { signalPolicyTerm, startDeliveries, startPolicyTerm } from './start.js';
import { defaultActions, localActivities } from './titled-activities.js';

// How to read it: `eventRun`, then `runActions`, which has the run's steps in their order; each step is a function
// below. `configured-action.ts` has what each type of configured action asks for, `action-board.ts` the run's state.

export const triggerResult = defineUpdate<DispatchResult>(triggerResultUpdate);
export const runStatus = defineQuery<RunStatus>(runStatusQuery);
export const quoteResults = defineQuery<QuoteResults>(quoteResultsQuery);
export const inbound = defineSignal<[InboundSignal]>(inboundSignal);

const work = localActivities(shortWork);
const record = localActivities(recording);
const runDefaultAction = defaultActions(shortWork);

/** One run per fired event: default actions, then the product's configured actions. */
export async function eventRun(event: FiredEvent): Promise<RunStatus> {
  const run = new ActionBoard(event);
  try {
    return await runActions(run, event);
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(async () => {
        const result = run.dispatched ? run.dispatchResult() : null;
        await record('recordCancellation')(event.triggerRequestId, result);
        await startDeliveries(event);
      });
    }
    throw error;
  }
}

async function runActions(run: ActionBoard, event: FiredEvent): Promise<RunStatus> {
  answerMessages(run, event);

  const waits = allActions(event.actions).filter(isInboundWait);
  if (waits.length > 0) await openWaits(event, waits);

  if (event.lookups !== undefined) {
    await Promise.all(event.lookups.map((lookup) => runWithFallbacks(run, event, lookup)));
  }

  const refused = await runDefaultActions(run, event);
  if (!refused) {
    const responses = runInOrder(run, event);
    run.markDispatched();
    await responses;
  }
  await Promise.all(run.startedRuns());

  run.markCompleted();
  if (!run.closed) {
    const left = { open: waits.length > 0 };
    await record('recordOutcome')(event.triggerRequestId, run.dispatchResult(), left);
  }
  if (event.notify) await startDeliveries(event);
  setCurrentDetails(run.description());
  if (!allHandlersFinished()) await condition(allHandlersFinished);
  return run.status();
}

function answerMessages(run: ActionBoard, event: FiredEvent): void {
  setHandler(inbound, (message) => run.receive(message));
  setHandler(runStatus, () => run.status());
  setHandler(quoteResults, () => run.quoteResults());
  setHandler(triggerResult, async () => {
    await condition(() => run.dispatched);
    const isAnswered = () => run.awaitedDone && (!event.waitForRating || run.ratingDone);
    if (!isAnswered())
      await condition(isAnswered, forceSyncLimitMs, { summary: 'The caller waits for quotes' });
    return run.dispatchResult();
  });
}

type InboundWait = PlannedAction & { type: 'INBOUND_WAIT' };
const isInboundWait = (action: PlannedAction): action is InboundWait => action.type === 'INBOUND_WAIT';

/** A message that arrives before its wait's turn is kept for it. */
function openWaits({ triggerRequestId }: FiredEvent, waits: InboundWait[]): Promise<void> {
  return work('openInboundWaits')(triggerRequestId, waits.map(toRun));
}

/** Runs default actions one after the other; true where the business refused one, then nothing else runs. */
async function runDefaultActions(run: ActionBoard, event: FiredEvent): Promise<boolean> {
  for (const action of event.defaultActions) {
    const { actionId } = action;
    run.started(actionId);
    try {
      const done = await runDefaultAction(event.triggerRequestId, toRun(action));
      addOutcome(run, done);
      run.succeeded(actionId);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal !== undefined) {
        await refuse(run, event, action, refusal);
        return true;
      }
      run.failed(actionId, await recorded(run, event, { kind: 'DEFAULT', ...toRun(action) }, error));
    }
  }
  return false;
}

function addOutcome(
  run: ActionBoard,
  { client, policyId, fired, startsPolicyTerms, policies = [] }: DefaultActionOutcome,
): void {
  const workflowOf = (id: string) => policies.find((policy) => policy.policyId === id) ?? { policyId: id };
  if (client !== undefined) run.addMetadata({ client });
  if (policyId !== undefined) upsertSearchAttributes([{ key: policyAttribute, value: policyId }]);
  for (const issued of startsPolicyTerms) run.addStart(startPolicyTerm(workflowOf(issued)));
  if (policyId !== undefined && startsPolicyTerms.length === 0) {
    run.addStart(signalPolicyTerm(workflowOf(policyId)));
  }
  addResult(run, { fired });
}

function refuse(
  run: ActionBoard,
  { triggerRequestId }: FiredEvent,
  action: PlannedDefaultAction,
  refusal: Refusal,
): Promise<void> {
  run.failed(action.actionId, refusal.detail);
  run.refuse(refusal);
  return record('recordRefusal', refusal.detail)(triggerRequestId, toRun(action), refusal);
}

/** Groups of equal `order` run one after the other, the actions of a group side by side. */
async function runInOrder(run: ActionBoard, event: FiredEvent): Promise<void> {
  const orders = [...new Set(event.actions.map((action) => action.order))].sort((a, b) => a - b);
  for (const order of orders) {
    const group = event.actions.filter((action) => action.order === order);
    await Promise.all(group.map((action) => runWithFallbacks(run, event, action)));
  }
}

/** Runs one configured action; its failure is recorded, its fallbacks run, and the run does not fail. */
async function runWithFallbacks(run: ActionBoard, event: FiredEvent, action: PlannedAction): Promise<void> {
  const { actionId, name, onFailure = [] } = action;
  run.started(actionId);
  try {
    const isToRun =
      action.decidedLate === undefined ||
      (await work('decideAction', name)(event.triggerRequestId, toRun(action), run.clientId));
    if (!isToRun) {
      run.skipped(actionId, onFailure);
      return;
    }
    const failure = await runConfiguredAction(run, event, action);
    if (failure === undefined) {
      run.succeeded(actionId, onFailure);
      return;
    }
    run.failed(actionId, failure);
  } catch (error) {
    run.failed(actionId, await recorded(run, event, { kind: 'CONFIGURED', ...toRun(action) }, error));
  }
  for (const fallback of onFailure) await runWithFallbacks(run, event, fallback);
}

/** Records a failure and answers its text. Where recording fails for good, the run's own status still shows it. */
async function recorded(
  run: ActionBoard,
  { triggerRequestId }: FiredEvent,
  action: FailedAction,
  error: unknown,
): Promise<string> {
  const failure = failureText(error);
  try {
    addResult(run, await record('recordFailure', action.name)(triggerRequestId, action, failure));
    return failure;
  } catch (recordingError) {
    return `${failure}; and it could not be recorded: ${failureText(recordingError)}`;
  }
}
