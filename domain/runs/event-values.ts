import { Decimal, type Value } from '../expression/index.js';
import { type JsonObject, valueAt } from '../ground/json.js';

/** The values that conditions and templates of an event's actions can read by path, besides answers. */
export type EventValues = {
  payload: JsonObject;
  /** The results of default actions and earlier actions. */
  metadata: JsonObject;
  event: JsonObject;
  /** The request ids of this event's waits, for `POST /inbound`, by action id. */
  requestIds: JsonObject;
};

/** The prefixes of values that conditions of actions can read. */
export const eventValueNames = /^((payload|metadata|event)\..|today$)/;

/** Whether a value is known only when the action's turn comes. */
export const isKnownLate = (path: string): boolean => path.startsWith('metadata.');

/** The value at a path, for the expression language; null if it is missing or of another type. */
export function expressionValueAt(values: EventValues, path: string): Value | null {
  const found = valueAt(values, path);
  if (typeof found === 'number') return Decimal.of(found);
  if (typeof found === 'string' || typeof found === 'boolean') return found;
  const texts = Array.isArray(found) && found.every((item) => typeof item === 'string');
  return texts ? (found as string[]) : null;
}
