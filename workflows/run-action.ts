import { condition, proxyActivities, proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow';
import type { SettledStep } from '../activities/flow/configured-work.js';
import type { Activities } from '../activities/index.js';
import type { FiredEvent, PlannedAction } from '../domain/events/fired-event.js';
import type { ActionBoard } from './action-board.js';
import { rateByCarrier } from './carrier-rating.js';
import { shortWork, signOfLifeTimeout } from './contracts/short-work.js';
import { describe } from './describe-run.js';
import { startRun } from './start-run.js';

const { rateQuote, beginInboundWait, endInboundWait, fireEvent } =
  proxyLocalActivities<Activities>(shortWork);

/** What an attempt takes besides the other side's answer. */
const ownSeconds = 20;

// The activity knows how often and when it may be tried, and ends it; what is retried beyond is our own.
const { sendHttpRequest } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: signOfLifeTimeout,
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

// Laying out may wait for others and takes as long as the document is large.
const { generateDocument, evaluateForm } = proxyActivities<Activities>({
  startToCloseTimeout: '3 minutes',
  heartbeatTimeout: signOfLifeTimeout,
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/** Runs a configured action. Answers why no result could be had, where the action knows that itself. */
export async function runAction(
  run: ActionBoard,
  event: FiredEvent,
  action: PlannedAction,
): Promise<string | undefined> {
  const { triggerRequestId } = event;
  const { actionId, name } = action;
  switch (action.type) {
    case 'IOI_RATING':
    case 'BUNDLE_RATING': {
      const closing = run.isLast(actionId) ? run.dispatchResult() : undefined;
      const rated = await rateQuote.executeWithOptions({ summary: name }, [
        triggerRequestId,
        { actionId, name, type: action.type },
        run.clientId,
        closing,
      ]);
      take(run, rated);
      return undefined;
    }
    case 'THIRD_PARTY_RATING':
    case 'THIRD_PARTY_RATING_ALGO': {
      const told = { actionId, name, type: action.type };
      const settled = await rateByCarrier(run, event, told, action.callSeconds);
      take(run, settled);
      return settled.failure ?? undefined;
    }
    case 'HTTP_REQUEST': {
      const told = { actionId, name, type: action.type };
      const startToCloseTimeout = (((action.callSeconds ?? 10) + ownSeconds) * 1000) as number;
      const sent = await sendHttpRequest.executeWithOptions({ summary: name, startToCloseTimeout }, [
        triggerRequestId,
        told,
        run.clientId,
      ]);
      return sent.failure ?? undefined;
    }
    case 'INBOUND_WAIT':
      return waitForInbound(run, event, { actionId, name, type: action.type });
    case 'DOCUMENT_GENERATION': {
      const told = { actionId, name, type: action.type };
      return settle(
        run,
        await generateDocument.executeWithOptions({ summary: name }, [triggerRequestId, told, run.clientId]),
      );
    }
    case 'CONFIGURATION_FORM_DATA_EVALUATION': {
      const told = { actionId, name, type: action.type };
      return settle(
        run,
        await evaluateForm.executeWithOptions({ summary: name }, [triggerRequestId, told, run.clientId]),
      );
    }
    case 'FIRE_EVENT': {
      const told = { actionId, name, type: action.type };
      return settle(
        run,
        await fireEvent.executeWithOptions({ summary: name }, [triggerRequestId, told, run.clientId]),
      );
    }
  }
}

/** Takes what an action fired; answers why it failed, if it did. */
function settle(
  run: ActionBoard,
  { failure, fired }: SettledStep & { fired: Parameters<typeof startRun>[0][] },
): string | undefined {
  take(run, { quoteIds: [], fired });
  return failure ?? undefined;
}

/** Takes what an action made and starts the runs of what it fired. */
export function take(
  run: ActionBoard,
  {
    quoteIds,
    fired,
    closed = false,
  }: { quoteIds: string[]; fired: Parameters<typeof startRun>[0][]; closed?: boolean },
): void {
  run.addQuotes(quoteIds);
  if (closed) run.markClosed();
  for (const plan of fired) run.addStart(startRun(plan));
}

async function waitForInbound(
  run: ActionBoard,
  { triggerRequestId }: FiredEvent,
  told: { actionId: string; name: string; type: 'INBOUND_WAIT' },
): Promise<string | undefined> {
  const { requestId, waitsFor, waitMs } = await beginInboundWait.executeWithOptions({ summary: told.name }, [
    triggerRequestId,
    told,
  ]);
  if (waitMs !== undefined) {
    run.waiting(told.actionId, { waitsFor, waitsUntil: new Date(Date.now() + waitMs).toISOString() });
    setCurrentDetails(describe(run));
    await condition(() => run.hasReceived(requestId), waitMs);
    run.started(told.actionId);
    setCurrentDetails(describe(run));
  }
  const ended: SettledStep = await endInboundWait.executeWithOptions(
    { summary: `${told.name}: what came in` },
    [triggerRequestId, told, run.clientId],
  );
  return ended.failure ?? undefined;
}
