import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import { QuoteMaker, type RatedAction, type RatingToRun } from './quote-maker.js';

/**
 * Rates one action of an event and stores the quote, accepted or declined, with every step. A retry makes the
 * same quote, which changes nothing.
 *
 * The client is the one that the event's default action saved; absent in `batchMode`. If the event's trigger
 * result is given, this is the last action, and the event is closed in the same transaction.
 */
export function createRateQuote(dependencies: ActivityDependencies) {
  const quotes = new QuoteMaker(dependencies);
  return (
    triggerRequestId: string,
    action: RatingToRun,
    clientId?: string,
    triggerResult?: object,
  ): Promise<RatedAction> =>
    asActivity(async () => {
      const making = await quotes.begin(triggerRequestId, action.actionId, clientId);
      return quotes.store(making, action, await quotes.rate(making), { triggerResult });
    });
}
