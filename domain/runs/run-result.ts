import type { Refusal } from '../events/refusal.js';
import type { JsonObject } from '../ground/json.js';

/**
 * What an event keeps of its run, which a repeated fire is answered from: a trigger result (spec 2.8), or why it was
 * refused.
 */
export type RunResult = {
  executedActionCount?: number;
  expectedResponseCount?: number;
  metadata?: JsonObject;
  refusal?: Refusal;
};
