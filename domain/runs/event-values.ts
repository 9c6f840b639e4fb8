import { Dec, type Value } from '../expression/index.js';
import { type JsonObject, valueAt } from '../ground/json.js';

/** What conditions and templates of an event's actions can read by path, besides answers. */
export interface EventValues {
  payload: JsonObject;
  /** What default actions and earlier actions answered. */
  metadata: JsonObject;
  event: JsonObject;
  /** The ids under which waits of this event are answered through `POST /inbound`, by action id. */
  requestIds: JsonObject;
}

/** The values that conditions of actions can read, by the way their paths begin. */
export const eventValueNames = /^(payload|metadata|event)\../;

/** Whether a value is known only when an action's turn comes. */
export const isKnownLate = (path: string): boolean => path.startsWith('metadata.');

/** What is at a path, as a value of the expression language; null where there is nothing that can be one. */
export function expressionValueAt(values: EventValues, path: string): Value | null {
  const found = valueAt(values as unknown as JsonObject, path);
  if (typeof found === 'number') return new Dec(found);
  if (typeof found === 'string' || typeof found === 'boolean') return found;
  const texts = Array.isArray(found) && found.every((item) => typeof item === 'string');
  return texts ? (found as string[]) : null;
}
