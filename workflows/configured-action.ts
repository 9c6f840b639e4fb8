import { condition, setCurrentDetails } from '@temporalio/workflow';
import type { CarrierActionToRun, SettledAction } from '../activities/carrier/carrier-quotes.js';
import type { ActionToRun, FiredEvent, PlannedAction, RunPlan } from '../domain/runs/fired-event.js';
import type { ActionBoard } from './action-board.js';
import { attemptTimeout, longWork, shortWork } from './activity-options.js';
import { startRun } from './start.js';
import { activities, localActivities, summaryOf } from './titled-activities.js';

const work = localActivities(shortWork);
const request = activities(longWork);

// Laying out may wait for others and takes as long as the document is large.
const layOut = activities({ ...longWork, startToCloseTimeout: '3 minutes' });

/** Runs a configured action. Answers why it failed, where the action knows that itself. */
export async function runConfiguredAction(
  run: ActionBoard,
  event: FiredEvent,
  { actionId, type, name, callSeconds }: PlannedAction,
): Promise<string | undefined> {
  const { triggerRequestId } = event;
  switch (type) {
    case 'IOI_RATING':
    case 'BUNDLE_RATING': {
      const rating = { actionId, type, name };
      const closing = run.isLast(actionId) ? run.dispatchResult() : undefined;
      return addResult(run, await work('rateQuote', name)(triggerRequestId, rating, run.clientId, closing));
    }
    case 'THIRD_PARTY_RATING':
    case 'THIRD_PARTY_RATING_ALGO':
      return addResult(run, await rateByCarrier(run, event, { actionId, type, name }, callSeconds));
    case 'DATA_LOOKUP': {
      const options = { startToCloseTimeout: attemptTimeout(callSeconds) };
      const lookup = { actionId, type, name };
      return addResult(
        run,
        await request('lookUpData', name, options)(triggerRequestId, lookup, run.clientId),
      );
    }
    case 'HTTP_REQUEST': {
      const options = { startToCloseTimeout: attemptTimeout(callSeconds) };
      const call = { actionId, type, name };
      return addResult(
        run,
        await request('sendHttpRequest', name, options)(triggerRequestId, call, run.clientId),
      );
    }
    case 'INBOUND_WAIT':
      return waitForInbound(run, event, { actionId, type, name });
    case 'DOCUMENT_GENERATION': {
      const document = { actionId, type, name };
      return addResult(run, await layOut('generateDocument', name)(triggerRequestId, document, run.clientId));
    }
    case 'CONFIGURATION_FORM_DATA_EVALUATION': {
      const form = { actionId, type, name };
      return addResult(run, await layOut('evaluateForm', name)(triggerRequestId, form, run.clientId));
    }
    case 'SEND_EMAIL': {
      const mail = { actionId, type, name };
      return addResult(run, await layOut('sendEmail', name)(triggerRequestId, mail, run.clientId));
    }
    case 'FIRE_EVENT': {
      const firing = { actionId, type, name };
      return addResult(run, await work('fireEvent', name)(triggerRequestId, firing, run.clientId));
    }
    case 'CREATE_TASK': {
      const task = { actionId, type, name };
      return addResult(run, await work('createTask', name)(triggerRequestId, task, run.clientId));
    }
  }
}

/** Asks a carrier; one that answers later is waited for until its answer is in or its time is over. */
async function rateByCarrier(
  run: ActionBoard,
  { triggerRequestId }: FiredEvent,
  action: CarrierActionToRun,
  callSeconds?: number,
): Promise<SettledAction> {
  const args: [string, CarrierActionToRun, string | undefined] = [triggerRequestId, action, run.clientId];
  const options = { startToCloseTimeout: attemptTimeout(callSeconds) };
  const requested = await request('requestCarrierQuote', action.name, options)(...args);
  if (requested.kind === 'SETTLED') return requested;

  await untilReceived(run, action.actionId, requested);
  resumed(run, action.actionId);
  return work('recordCarrierAnswer', action.name)(...args);
}

/** Waits for a message through `POST /inbound`, unless it is there already. */
async function waitForInbound(
  run: ActionBoard,
  { triggerRequestId }: FiredEvent,
  action: ActionToRun<'INBOUND_WAIT'>,
): Promise<string | undefined> {
  const { actionId, name } = action;
  const { requestId, waitsFor, waitMs } = await work('beginInboundWait', name)(triggerRequestId, action);
  if (waitMs !== undefined) {
    await untilReceived(run, actionId, { requestId, waitsFor, waitMs });
    resumed(run, actionId);
  }
  return addResult(run, await work('endInboundWait', name)(triggerRequestId, action, run.clientId));
}

/**
 * Waits until a message with this request id is in, or `waitMs` have passed; call {@link resumed} then. The two are not
 * one async function: that would put a step between a message and the commands that it causes, and recorded runs went
 * on without.
 */
function untilReceived(
  run: ActionBoard,
  actionId: string,
  { requestId, waitsFor, waitMs }: { requestId: string; waitsFor: string; waitMs: number },
): Promise<boolean> {
  run.waiting(actionId, { waitsFor, waitsUntil: new Date(Date.now() + waitMs).toISOString() });
  setCurrentDetails(run.description());
  return condition(() => run.hasReceived(requestId), waitMs, {
    summary: summaryOf(`Wait for ${waitsFor}`),
  });
}

/** The action's wait is over. */
function resumed(run: ActionBoard, actionId: string): void {
  run.started(actionId);
  setCurrentDetails(run.description());
}

/** What an action returns to its run. */
interface ActionResult {
  quoteIds?: string[];
  /** Events that it fired, whose runs are to be started. */
  fired?: RunPlan[];
  /** The event's row was closed together with the action's. */
  closed?: boolean;
  failure?: string | null;
}

/** Adds an action's result to the run and starts the runs of the events that it fired; answers its failure. */
export function addResult(
  run: ActionBoard,
  { quoteIds = [], fired = [], closed = false, failure }: ActionResult,
): string | undefined {
  run.addQuotes(quoteIds);
  if (closed) run.markClosed();
  for (const plan of fired) run.addStart(startRun(plan));
  return failure ?? undefined;
}
