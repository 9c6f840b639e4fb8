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
  order: number;
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

/** What the update answers; the API completes it to the trigger result of spec 2.8. */
export interface DispatchResult {
  executedActionCount: number;
  expectedResponseCount: number;
  metadata: { [key: string]: string | number | boolean };
  /** Quotes made so far, only where the event waits for rating. */
  quoteIds: string[];
}

export interface QuoteResults {
  quoteIds: string[];
  /** Rating actions that have not answered yet. */
  pendingActionIds: string[];
}

export interface ActionStatus {
  actionId: string;
  type: string;
  name: string;
  state: 'PLANNED' | 'RUNNING' | 'SUCCEEDED' | 'FAILED';
  error?: string;
}

export interface RunStatus {
  triggerRequestId: string;
  type: string;
  state: 'RUNNING' | 'COMPLETED';
  actions: ActionStatus[];
}

/** Message names; the workflow and its callers share them here. */
export const triggerResultUpdate = 'triggerResult';
export const runStatusQuery = 'runStatus';
export const quoteResultsQuery = 'quoteResults';
