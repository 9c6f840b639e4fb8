import type { ActivityDependencies } from './dependencies.js';
import { createRateQuote } from './rate-quote.js';
import { createRecordFailure } from './record-failure.js';
import { createRecordOutcome } from './record-outcome.js';
import { createRunDefaultAction } from './run-default-action.js';

export type { ActivityDependencies } from './dependencies.js';

/** Every activity of the service, given what it works with. Workflows import the type only. */
export function createActivities(dependencies: ActivityDependencies) {
  return {
    runDefaultAction: createRunDefaultAction(dependencies),
    rateQuote: createRateQuote(dependencies),
    recordFailure: createRecordFailure(dependencies),
    recordOutcome: createRecordOutcome(dependencies),
  };
}

export type Activities = ReturnType<typeof createActivities>;
