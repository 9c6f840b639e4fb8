import { markRunning, recordAction } from '../db/events/record-action.js';
import type { RatingResult } from '../domain/rating/result.js';
import { type CarrierActionToRun, CarrierQuotes, noAnswer } from './carrier/carrier-quotes.js';
import type { ActivityDependencies } from './dependencies.js';
import { attemptOf } from './ended-action.js';
import { asActivity } from './failures.js';
import { type ActionToRun, QuoteMaker, type RatedAction } from './quote-maker.js';
import type { DefaultAction } from './run-default-action.js';

/**
 * Writes down that an action failed. A failed rating also becomes a declined quote with the reason in its
 * messages (spec 7); its id is answered.
 */
export function createRecordFailure(dependencies: ActivityDependencies) {
  const { db, now } = dependencies;
  const quotes = new QuoteMaker(dependencies);
  const carriers = new CarrierQuotes(dependencies);

  const recordOnly = async (
    triggerRequestId: string,
    action: DefaultAction,
    reason: string,
  ): Promise<void> => {
    await db.transaction(async (trx) => {
      await recordAction(trx, {
        ...attemptOf(now()),
        ...action,
        triggerRequestId,
        kind: 'DEFAULT',
        state: 'FAILED',
        lastError: reason,
        requestId: null,
      });
      await markRunning(trx, triggerRequestId);
    });
  };

  return (
    triggerRequestId: string,
    action: ActionToRun | CarrierActionToRun | DefaultAction,
    reason: string,
  ): Promise<RatedAction> =>
    asActivity(async () => {
      switch (action.type) {
        case 'SAVE_CLIENT':
          await recordOnly(triggerRequestId, { ...action, type: action.type }, reason);
          return { quoteIds: [], fired: [] };
        case 'IOI_RATING':
        case 'BUNDLE_RATING': {
          const making = await quotes.begin(triggerRequestId, action.actionId);
          return quotes.store(making, { ...action, type: action.type }, failedRating(reason), {
            failure: reason,
          });
        }
        case 'THIRD_PARTY_RATING':
        case 'THIRD_PARTY_RATING_ALGO': {
          const making = await carriers.begin(triggerRequestId, action.actionId);
          const told = { ...action, type: action.type };
          return carriers.settle(making, told, noAnswer('CARRIER_UNAVAILABLE', reason));
        }
      }
    });
}

function failedRating(reason: string): RatingResult {
  return {
    outcome: 'DECLINED',
    type: 'DECLINE',
    term: null,
    messages: [{ severity: 'ERROR', code: 'RATING_FAILED', message: reason }],
    rateMeta: {},
    worksheet: [],
  };
}
