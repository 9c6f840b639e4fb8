import { condition, proxyActivities, proxyLocalActivities, setCurrentDetails } from '@temporalio/workflow';
import type { CarrierActionToRun, SettledAction } from '../activities/carrier/carrier-quotes.js';
import type { Activities } from '../activities/index.js';
import type { FiredEvent } from '../domain/events/fired-event.js';
import type { ActionBoard } from './action-board.js';
import { signOfLifeTimeout } from './contracts/short-work.js';
import { describe } from './describe-run.js';

/** What an attempt takes besides the carrier's answer. */
const ownSeconds = 20;

// The activity knows how often a carrier may be asked, and ends it; what is retried beyond is our own.
const { requestCarrierQuote } = proxyActivities<Activities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: signOfLifeTimeout,
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});
const { recordCarrierAnswer } = proxyLocalActivities<Activities>({
  startToCloseTimeout: '10 seconds',
  localRetryThreshold: '5 seconds',
  retry: { initialInterval: '100 milliseconds', backoffCoefficient: 2, maximumInterval: '30 seconds' },
});

/** Asks a carrier; where it answers later, waits until the answer came in or is not waited for any longer. */
export async function rateByCarrier(
  run: ActionBoard,
  { triggerRequestId }: FiredEvent,
  action: CarrierActionToRun,
  callSeconds = 10,
): Promise<SettledAction> {
  const args: [string, CarrierActionToRun, string | undefined] = [triggerRequestId, action, run.clientId];
  const requested = await requestCarrierQuote.executeWithOptions(
    { summary: action.name, startToCloseTimeout: `${callSeconds + ownSeconds} seconds` },
    args,
  );
  if (requested.kind === 'SETTLED') return requested;

  const { requestId, waitsFor, waitMs } = requested;
  run.waiting(action.actionId, { waitsFor, waitsUntil: new Date(Date.now() + waitMs).toISOString() });
  setCurrentDetails(describe(run));
  await condition(() => run.hasReceived(requestId), waitMs);
  run.started(action.actionId);
  setCurrentDetails(describe(run));
  return recordCarrierAnswer.executeWithOptions({ summary: `${action.name}: the answer` }, args);
}
