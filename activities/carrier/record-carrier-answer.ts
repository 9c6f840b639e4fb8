import { carrierFailure } from '../../domain/carrier/carrier-outcome.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import { beginCarrierQuote } from './begin-carrier-quote.js';
import { type CarrierActionToRun, CarrierQuotes, type SettledAction } from './carrier-quotes.js';

/** Stores the quote of a carrier's message through `POST /inbound`, or a decline if none arrived in time. */
export function createRecordCarrierAnswer(dependencies: ActivityDependencies) {
  const carriers = new CarrierQuotes(dependencies);
  return (triggerRequestId: string, planned: CarrierActionToRun, clientId?: string): Promise<SettledAction> =>
    asActivity(async () => {
      const making = await beginCarrierQuote(dependencies, triggerRequestId, planned.actionId, clientId);
      const late = `it announced an answer, but none arrived within ${making.action.waitHours} hours`;
      return carriers.settle(making, planned, carrierFailure('CARRIER_NO_ANSWER', late));
    });
}
