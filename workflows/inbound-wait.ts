import { condition, setCurrentDetails } from '@temporalio/workflow';
import type { ActionBoard } from './action-board.js';
import { describe } from './describe-run.js';

/** What an action waits for: under which id it comes in, in words, and for how long. */
export interface InboundWait {
  requestId: string;
  waitsFor: string;
  waitMs: number;
}

/**
 * Waits until what an action waits for has come in, or `waitMs` have passed; call {@link resumed} then. It is not
 * one async function with it: that would put a step between a message and what it leads to, and recorded
 * runs went on without.
 */
export function untilReceived(
  run: ActionBoard,
  actionId: string,
  { requestId, waitsFor, waitMs }: InboundWait,
): Promise<boolean> {
  run.waiting(actionId, { waitsFor, waitsUntil: new Date(Date.now() + waitMs).toISOString() });
  setCurrentDetails(describe(run));
  return condition(() => run.hasReceived(requestId), waitMs);
}

/** The action's wait is over: it is at work again. */
export function resumed(run: ActionBoard, actionId: string): void {
  run.started(actionId);
  setCurrentDetails(describe(run));
}
