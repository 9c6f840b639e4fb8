import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import { QuoteMaker, type RatedAction, type RatingToRun } from './quote-maker.js';

/**
 * Rates one action of an event and stores what comes of it, a quote or a declined one, with every step.
 * A retry makes the same quote again, which changes nothing.
 *
 * The client is the one that the event's default action saved; absent in `batchMode`. With the event's trigger
 * result, where nothing else is left to be done, the event is closed in the same transaction.
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
      return quotes.store(making, action, quotes.rate(making), { triggerResult });
    });
}
