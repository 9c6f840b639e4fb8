import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { CarrierActionToRun, SettledAction } from '../activities/carrier/carrier-quotes.js';
import type { Activities } from '../activities/index.js';
import type { FiredEvent } from '../domain/runs/fired-event.js';
import type { ActionBoard } from './action-board.js';
import { attemptTimeout, longWork, shortWork } from './activity-options.js';
import { resumed, untilReceived } from './inbound-wait.js';

const { requestCarrierQuote } = proxyActivities<Activities>(longWork);
const { recordCarrierAnswer } = proxyLocalActivities<Activities>(shortWork);

/** Asks a carrier; where it answers later, waits until the answer came in or is not waited for any longer. */
export async function rateByCarrier(
  run: ActionBoard,
  { triggerRequestId }: FiredEvent,
  action: CarrierActionToRun,
  callSeconds?: number,
): Promise<SettledAction> {
  const args: [string, CarrierActionToRun, string | undefined] = [triggerRequestId, action, run.clientId];
  const requested = await requestCarrierQuote.executeWithOptions(
    { summary: action.name, startToCloseTimeout: attemptTimeout(callSeconds) },
    args,
  );
  if (requested.kind === 'SETTLED') return requested;

  await untilReceived(run, action.actionId, requested);
  resumed(run, action.actionId);
  return recordCarrierAnswer.executeWithOptions({ summary: `${action.name}: the answer` }, args);
}
