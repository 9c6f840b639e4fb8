import { createRecordCarrierAnswer } from './carrier/record-carrier-answer.js';
import { createRequestCarrierQuote } from './carrier/request-carrier-quote.js';
import type { ActivityDependencies } from './dependencies.js';
import { createRateQuote } from './rate-quote.js';
import { createRecordCancellation } from './record-cancellation.js';
import { createRecordFailure } from './record-failure.js';
import { createRecordOutcome } from './record-outcome.js';
import { createRunDefaultAction } from './run-default-action.js';

export type { ActivityDependencies } from './dependencies.js';

/** Every activity of the service, given what it works with. Workflows import the type only. */
export function createActivities(dependencies: ActivityDependencies) {
  return {
    runDefaultAction: createRunDefaultAction(dependencies),
    rateQuote: createRateQuote(dependencies),
    requestCarrierQuote: createRequestCarrierQuote(dependencies),
    recordCarrierAnswer: createRecordCarrierAnswer(dependencies),
    recordFailure: createRecordFailure(dependencies),
    recordCancellation: createRecordCancellation(dependencies),
    recordOutcome: createRecordOutcome(dependencies),
  };
}

export type Activities = ReturnType<typeof createActivities>;
