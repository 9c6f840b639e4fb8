import type { ActionType } from '../../domain/product/configured-action.js';

/** The workflow type; its id is `event-{triggerRequestId}`. */
export const eventRunType = 'eventRun';
export const eventRunId = (triggerRequestId: string): string => `event-${triggerRequestId}`;

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
}

/** The workflow's argument: ids and a small plan. The envelope itself stays in the database. */
export interface FiredEvent {
  triggerRequestId: string;
  type: string;
  /** `GET_QUOTES` with `forceSync`: the trigger result waits for the rating actions (spec 6.4). */
  waitForRating: boolean;
  defaultActions: PlannedDefaultAction[];
  actions: PlannedAction[];
}

/** What default actions put into the trigger result's metadata, for example `{client: <uuid>}`. */
export type EventMetadata = { [key: string]: string | number | boolean };

/** What the update answers; the API completes it to the trigger result of spec 2.8. */
export interface DispatchResult {
  executedActionCount: number;
  expectedResponseCount: number;
  metadata: EventMetadata;
}

export interface QuoteResults {
  quoteIds: string[];
  /** Rating actions that have not answered yet. */
  pendingActionIds: string[];
}

export type ActionState = 'PLANNED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED';

export interface ActionStatus {
  actionId: string;
  type: string;
  name: string;
  state: ActionState;
  error?: string;
}

export interface RunStatus {
  triggerRequestId: string;
  type: string;
  state: 'RUNNING' | 'COMPLETED';
  actions: ActionStatus[];
}

/** Message names, shared by the workflow and its callers. */
export const triggerResultUpdate = 'triggerResult';
export const runStatusQuery = 'runStatus';
export const quoteResultsQuery = 'quoteResults';

/** Longest that a synchronous quote is waited for before the rest follows asynchronously. */
export const forceSyncLimitMs = 25_000;
