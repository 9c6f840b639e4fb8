import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { SettledStep } from '../activities/flow/configured-work.js';
import type { Activities } from '../activities/index.js';
import type { FiredEvent, PlannedAction, RunPlan } from '../domain/runs/fired-event.js';
import type { ActionBoard } from './action-board.js';
import { attemptTimeout, longWork, shortWork } from './activity-options.js';
import { rateByCarrier } from './carrier-rating.js';
import { resumed, untilReceived } from './inbound-wait.js';
import { startRun } from './start-run.js';

const { rateQuote, beginInboundWait, endInboundWait, fireEvent } =
  proxyLocalActivities<Activities>(shortWork);

const { sendHttpRequest } = proxyActivities<Activities>(longWork);

// Laying out may wait for others and takes as long as the document is large.
const { generateDocument, evaluateForm } = proxyActivities<Activities>({
  ...longWork,
  startToCloseTimeout: '3 minutes',
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
      const startToCloseTimeout = attemptTimeout(action.callSeconds);
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
  { failure, fired }: SettledStep & { fired: RunPlan[] },
): string | undefined {
  take(run, { quoteIds: [], fired });
  return failure ?? undefined;
}

/** Takes what an action made and starts the runs of what it fired. */
export function take(
  run: ActionBoard,
  { quoteIds, fired, closed = false }: { quoteIds: string[]; fired: RunPlan[]; closed?: boolean },
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
    await untilReceived(run, told.actionId, { requestId, waitsFor, waitMs });
    resumed(run, told.actionId);
  }
  const ended: SettledStep = await endInboundWait.executeWithOptions(
    { summary: `${told.name}: what came in` },
    [triggerRequestId, told, run.clientId],
  );
  return ended.failure ?? undefined;
}
