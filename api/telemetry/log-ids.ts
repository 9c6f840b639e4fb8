import { AsyncLocalStorage } from 'node:async_hooks';

/** The ids by which a request is found in logs and traces. */
export interface LogIds {
  requestId?: string;
  triggerRequestId?: string;
  workflowId?: string;
  traceId?: string;
  spanId?: string;
}

const current = new AsyncLocalStorage<LogIds>();

/** Runs the rest of a request: every log line that is written meanwhile has its ids. */
export function withLogIds(ids: LogIds, rest: () => void): void {
  current.run(ids, rest);
}

/** Adds ids to those of the request under way, if there is one. */
export function addLogIds(more: LogIds): void {
  const ids = current.getStore();
  if (ids !== undefined) Object.assign(ids, more);
}

/** A copy of the ids of the request under way. */
export function logIds(): LogIds {
  return { ...current.getStore() };
}
