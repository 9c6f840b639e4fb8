import { markRunning, recordAction } from '../../db/events/record-action.js';
import { carrierFailure } from '../../domain/carrier/carrier-outcome.js';
import type { DefaultActionType } from '../../domain/events/catalog.js';
import { failedRating } from '../../domain/rating/run/failed-rating.js';
import type { ActionToRun } from '../../domain/runs/fired-event.js';
import { beginCarrierQuote } from '../carrier/begin-carrier-quote.js';
import { CarrierQuotes } from '../carrier/carrier-quotes.js';
import { endAction } from '../flow/end-action.js';
import { attemptOf } from '../ground/attempt.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { asActivity, isRefusedByDatabase } from '../ground/failures.js';
import { QuoteMaker, type RatedAction } from '../rating/quote-maker.js';

/** Any action of an event. */
export type FailedAction =
  | ({ kind: 'DEFAULT' } & ActionToRun<DefaultActionType>)
  | ({ kind: 'CONFIGURED' } & ActionToRun);

/**
 * Records that an action failed. A failed rating also becomes a declined quote with the reason in its
 * messages (spec 7); returns its id.
 */
export function createRecordFailure(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  const quotes = new QuoteMaker(dependencies);
  const carriers = new CarrierQuotes(dependencies);

  const recordDefault = ({ kind, ...planned }: FailedAction, triggerRequestId: string, reason: string) =>
    db.transaction(async (trx) => {
      await recordAction(trx, {
        ...attemptOf(now()),
        ...planned,
        kind,
        triggerRequestId,
        state: 'FAILED',
        lastError: reason,
        requestId: null,
      });
      await markRunning(trx, triggerRequestId);
    });

  return (triggerRequestId: string, action: FailedAction, reason: string): Promise<RatedAction> =>
    asActivity(async () => {
      if (action.kind === 'DEFAULT') {
        await recordDefault(action, triggerRequestId, reason);
        return { quoteIds: [], fired: [] };
      }
      const { actionId, type, name } = action;
      switch (type) {
        case 'IOI_RATING':
        case 'BUNDLE_RATING': {
          const making = await quotes.begin(triggerRequestId, actionId);
          return quotes.store(making, { actionId, type, name }, failedRating(reason), { failure: reason });
        }
        case 'THIRD_PARTY_RATING':
        case 'THIRD_PARTY_RATING_ALGO': {
          const making = await beginCarrierQuote(dependencies, triggerRequestId, actionId);
          const planned = { actionId, type, name };
          const failure = carrierFailure('CARRIER_UNAVAILABLE', reason);
          try {
            return await carriers.settle(making, planned, failure);
          } catch (error) {
            // The database may refuse the carrier's answer itself.
            if (!isRefusedByDatabase(error)) throw error;
            return carriers.giveUp(making, planned, failure);
          }
        }
        case 'DATA_LOOKUP':
        case 'HTTP_REQUEST':
        case 'INBOUND_WAIT':
        case 'FIRE_EVENT':
        case 'CREATE_TASK':
        case 'DOCUMENT_GENERATION':
        case 'CONFIGURATION_FORM_DATA_EVALUATION':
        case 'SEND_EMAIL':
          await db.transaction((trx) =>
            endAction(trx, triggerRequestId, action, {
              end: { state: 'FAILED', failure: reason },
              now: now(),
            }),
          );
          return { quoteIds: [], fired: [] };
      }
    });
}
