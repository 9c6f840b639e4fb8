import type { ActionToRun, PlannedDefaultAction } from '../../domain/runs/fired-event.js';
import { clientToRecord } from '../default-actions/client/save-client.js';
import { succeeded } from '../ground/attempt.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity } from '../ground/failures.js';
import { QuoteMaker, type RatedAction } from './quote-maker.js';

/** A quote for a client that was saved with it. */
export interface QuotedClient extends RatedAction {
  client: string;
}

/**
 * Saves the client of an event and rates for it, as the two actions do one after the other, in one statement. If either
 * fails, nothing is written. A retry saves the same client and makes the same quote, which changes nothing.
 *
 * If the event's trigger result is given, no other action follows: the event is closed in the same transaction, with
 * the client among its metadata.
 */
export function createQuoteClient(dependencies: ActivityDependencies) {
  const quotes = new QuoteMaker(dependencies);
  return (
    triggerRequestId: string,
    saving: PlannedDefaultAction,
    rating: ActionToRun,
    triggerResult?: { metadata: object },
  ): Promise<QuotedClient> =>
    asActivity(async () => {
      const read = await quotes.begin(triggerRequestId, rating.actionId);
      const action = succeeded(saving, triggerRequestId, dependencies.now());
      const { clientId, client } = clientToRecord(read, action);
      const making = { ...read, clientId };
      const rated = await quotes.store(making, rating, quotes.rate(making), {
        client,
        triggerResult: triggerResult && {
          ...triggerResult,
          metadata: { client: clientId, ...triggerResult.metadata },
        },
      });
      return { ...rated, client: clientId };
    });
}
