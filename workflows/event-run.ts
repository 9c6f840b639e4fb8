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
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { DefaultActionOutcome } from '../activities/default-actions/run-default-action.js';
import type { Activities } from '../activities/index.js';
import {
  allActions,
  type FiredEvent,
  type PlannedAction,
  type PlannedDefaultAction,
} from '../domain/runs/fired-event.js';
import { ActionBoard } from './action-board.js';
import { shortWork } from './activity-options.js';
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
import { describe } from './describe-run.js';
import { failureText, refusalOf } from './failure-text.js';
import { startPolicyTerm, tellPolicyTerm } from './policy-terms.js';
import { runAction, take } from './run-action.js';
import { startDeliveries } from './start-deliveries.js';

export const triggerResult = defineUpdate<DispatchResult>(triggerResultUpdate);
export const runStatus = defineQuery<RunStatus>(runStatusQuery);
export const quoteResults = defineQuery<QuoteResults>(quoteResultsQuery);
export const inbound = defineSignal<[InboundSignal]>(inboundSignal);

const {
  runDefaultAction,
  openInboundWaits,
  decideAction,
  recordOutcome,
  recordFailure,
  recordRefusal,
  recordCancellation,
} = proxyLocalActivities<Activities>(shortWork);

/** One run per fired event: default actions, then the product's configured actions. */
export async function eventRun(event: FiredEvent): Promise<RunStatus> {
  const run = new ActionBoard(event);
  try {
    return await runActions(run, event);
  } catch (error) {
    if (isCancellation(error)) {
      await CancellationScope.nonCancellable(async () => {
        await recordCancellation(event.triggerRequestId, run.dispatched ? run.dispatchResult() : null);
        await startDeliveries(event);
      });
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
    const isAnswered = () => run.awaitedDone && (!event.waitForRating || run.ratingDone);
    if (!isAnswered()) await condition(isAnswered, forceSyncLimitMs);
    return run.dispatchResult();
  });

  const waits = allActions(event.actions).filter(({ type }) => type === 'INBOUND_WAIT');
  if (waits.length > 0) await openWaits(event, waits);
  const refused = await runDefaultActions(run, event);
  if (!refused) {
    const responses = dispatchInOrder(run, event);
    run.markDispatched();
    await responses;
  }
  await Promise.all(run.startedRuns());

  run.markCompleted();
  if (!run.closed) {
    await recordOutcome.executeWithOptions({ summary: 'Record the outcome' }, [
      event.triggerRequestId,
      run.dispatchResult(),
      { open: waits.length > 0 },
    ]);
  }
  await startDeliveries(event);
  setCurrentDetails(describe(run));
  await condition(allHandlersFinished);
  return run.status();
}

function openWaits({ triggerRequestId }: FiredEvent, waits: PlannedAction[]): Promise<void> {
  const told = waits.map(({ actionId, name }) => ({ actionId, name, type: 'INBOUND_WAIT' as const }));
  return openInboundWaits.executeWithOptions({ summary: 'Open the waits' }, [triggerRequestId, told]);
}

/** True where the business refused one: then nothing else of the event runs. */
async function runDefaultActions(run: ActionBoard, event: FiredEvent): Promise<boolean> {
  const { triggerRequestId } = event;
  for (const action of event.defaultActions) {
    const { actionId, type, name } = action;
    const told = { actionId, type, name };
    run.started(actionId);
    try {
      const done = await runDefaultAction.executeWithOptions({ summary: name }, [triggerRequestId, told]);
      if (type === 'SAVE_CLIENT' && done.clientId !== undefined) run.addMetadata({ client: done.clientId });
      if (done.policyId !== undefined)
        upsertSearchAttributes([{ key: policyAttribute, value: done.policyId }]);
      followPolicies(run, done);
      take(run, { quoteIds: [], fired: done.fired });
      run.succeeded(actionId);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) {
        run.failed(actionId, await writtenDown(run, event, action, 'DEFAULT', failureText(error)));
        continue;
      }
      run.failed(actionId, refusal.detail);
      run.refuse(refusal);
      await recordRefusal.executeWithOptions({ summary: `Refused: ${refusal.detail}`.slice(0, 200) }, [
        triggerRequestId,
        told,
        refusal,
      ]);
      return true;
    }
  }
  return false;
}

/** Begins the lives of policies that were issued, and tells that of one which has changed. */
function followPolicies(run: ActionBoard, { policyId, startsPolicyTerms }: DefaultActionOutcome): void {
  for (const issued of startsPolicyTerms) run.addStart(startPolicyTerm(issued));
  if (policyId !== undefined && startsPolicyTerms.length === 0) run.addStart(tellPolicyTerm(policyId));
}

/** Groups of equal `order` run one after the other, the actions of a group side by side. */
async function dispatchInOrder(run: ActionBoard, event: FiredEvent): Promise<void> {
  const orders = [...new Set(event.actions.map((action) => action.order))].sort((a, b) => a - b);
  for (const order of orders) {
    const group = event.actions.filter((action) => action.order === order);
    await Promise.all(group.map((action) => perform(run, event, action)));
  }
}

/** Runs one action; its failure is recorded, what is configured for it runs, and the run does not fail. */
async function perform(run: ActionBoard, event: FiredEvent, action: PlannedAction): Promise<void> {
  const { actionId, type, name, onFailure = [] } = action;
  run.started(actionId);
  try {
    const told = { actionId, type, name };
    const isToRun =
      action.decidedLate === undefined ||
      (await decideAction.executeWithOptions({ summary: `${name}: is it to run?` }, [
        event.triggerRequestId,
        told,
        run.clientId,
      ]));
    if (!isToRun) {
      run.skipped(actionId, onFailure);
      return;
    }
    const failure = await runAction(run, event, action);
    if (failure === undefined) {
      run.succeeded(actionId, onFailure);
      return;
    }
    run.failed(actionId, failure);
  } catch (error) {
    run.failed(actionId, await writtenDown(run, event, action, 'CONFIGURED', failureText(error)));
  }
  for (const fallback of onFailure) await perform(run, event, fallback);
}

/** Answers the failure's text. Writing it down may fail for good, too; the run's own status still shows it. */
async function writtenDown(
  run: ActionBoard,
  event: FiredEvent,
  { actionId, type, name }: PlannedAction | PlannedDefaultAction,
  kind: 'DEFAULT' | 'CONFIGURED',
  failure: string,
): Promise<string> {
  try {
    const failed = { kind, actionId, type, name } as Parameters<Activities['recordFailure']>[1];
    const recorded = await recordFailure.executeWithOptions({ summary: `Record that ${name} failed` }, [
      event.triggerRequestId,
      failed,
      failure,
    ]);
    take(run, recorded);
    return failure;
  } catch (error) {
    return `${failure}; and it could not be recorded: ${failureText(error)}`;
  }
}
