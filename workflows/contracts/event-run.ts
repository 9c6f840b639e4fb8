import type { Refusal } from '../../domain/events/refusal.js';
import type { ActionToRun } from '../../domain/runs/fired-event.js';

/** Metadata of the trigger result that the run knows itself, for example `{client: <uuid>}`. */
export type EventMetadata = { [key: string]: string | number | boolean | { [key: string]: string } };

/** The update's result; the API completes it to the trigger result of spec 2.8. */
export type DispatchResult = {
  executedActionCount: number;
  expectedResponseCount: number;
  metadata: EventMetadata;
  /** The business refused the event: nothing of it has run. */
  refusal?: Refusal;
};

export interface QuoteResults {
  quoteIds: string[];
  /** Rating actions that have not answered yet. */
  pendingActionIds: string[];
}

export type ActionState = 'PLANNED' | 'RUNNING' | 'WAITING' | 'SUCCEEDED' | 'FAILED' | 'SKIPPED';

export interface ActionStatus extends ActionToRun<string> {
  state: ActionState;
  error?: string;
  /** What an action in state `WAITING` waits for, and until when (ISO 8601). */
  waitsFor?: string;
  waitsUntil?: string;
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
export const inboundSignal = 'inbound';

/** A message through `POST /inbound` has arrived; it is kept in the database. */
export interface InboundSignal {
  /** The request id of the wait; of a carrier's quote its `requestId`. */
  requestId: string;
  messageId: string;
}

/** The longest wait for synchronous quotes; later ones follow asynchronously. */
export const forceSyncLimitMs = 25_000;
