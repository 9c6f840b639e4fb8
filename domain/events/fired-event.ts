import type { ActionType } from '../product/configured-action.js';
import type { EventType } from './event-types.js';

/** Built-in actions, run before configured actions unless `batchMode` (spec 6.1). */
export type DefaultActionType = 'SAVE_CLIENT';

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
}

/** The workflow's argument: ids and a small plan. The envelope itself stays in the database. */
export interface FiredEvent {
  triggerRequestId: string;
  type: EventType;
  /** `GET_QUOTES` with `forceSync`: the trigger result waits for the rating actions (spec 6.4). */
  waitForRating: boolean;
  defaultActions: PlannedDefaultAction[];
  actions: PlannedAction[];
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
}
