import type { ActionType } from '../actions/configured-action.js';
import type { DefaultActionType } from '../events/default-actions.js';
import type { EventType } from '../events/event-types.js';

export interface PlannedDefaultAction {
  /** Stable id of this default action within the event. */
  actionId: string;
  type: DefaultActionType;
  name: string;
}

export interface PlannedAction {
  actionId: string;
  type: ActionType;
  name: string;
  /** Actions run in ascending order, those of one order side by side. */
  order: number;
  /** The action's answer is one or more quotes (spec 6.4). */
  rates: boolean;
  /** Counted in `expectedResponseCount` (spec 6.3). */
  responds: boolean;
  /** Where the action calls somebody outside: the longest that one attempt waits for the answer. */
  callSeconds?: number;
  /** Whether it runs is known only when its turn comes: its condition reads what earlier actions answered. */
  decidedLate?: true;
  /** The trigger result waits for it, within bounds, besides ratings with `forceSync`. */
  awaited?: true;
  /** Of a wait: under which id it is answered through `POST /inbound`. */
  inboundRequestId?: string;
  /** What runs where it fails. */
  onFailure?: PlannedAction[];
}

/** The workflow's argument: ids and a small plan. The envelope itself stays in the database. */
export interface FiredEvent {
  triggerRequestId: string;
  type: EventType;
  /** `GET_QUOTES` with `forceSync`: the trigger result waits for the rating actions (spec 6.4). */
  waitForRating: boolean;
  defaultActions: PlannedDefaultAction[];
  actions: PlannedAction[];
  /** Webhook endpoints that are told when the run is over. */
  notify?: string[];
  /** Which repeat of failed actions this is; the first run has none. */
  retry?: number;
}

/** What is needed to start an event's run: by its request, by the sweep, or by the run that fired it. */
export interface RunPlan {
  fired: FiredEvent;
  organizationId: string;
  organizationName: string;
  productKey: string;
  productTitle: string;
  /** Whom the event is about, where that is known. */
  clientId?: string;
  /** Which policy the event is about, where that is known. */
  policyId?: string;
}

/** Every action of a plan, with those that run only where another one fails. */
export function allActions(actions: readonly PlannedAction[]): PlannedAction[] {
  return actions.flatMap((action) => [action, ...allActions(action.onFailure ?? [])]);
}
