import type { Transaction } from 'objection';
import { type EndedAction, markRunning, recordAction } from '../../db/events/record-action.js';
import { lockAction } from '../../db/events/waiting-action.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { ActionToRun } from '../../domain/runs/fired-event.js';
import { attemptOf } from '../ground/attempt.js';
import type { SettledStep } from './configured-work.js';

/** How a configured action ended. */
export type StepEnd =
  | { state: 'SUCCEEDED'; metadata?: JsonObject; fired?: string[] }
  | { state: 'FAILED'; failure: string }
  | { state: 'SKIPPED' };

/**
 * Records how a configured action ended, unless its end is recorded already; the first record holds. `effect`
 * is applied on success, once, in the same transaction.
 */
export async function endAction(
  trx: Transaction,
  triggerRequestId: string,
  { actionId, type, name }: ActionToRun,
  { end, now, effect }: { end: StepEnd; now: Date; effect?: () => Promise<void> },
): Promise<SettledStep> {
  const before = await lockAction(trx, triggerRequestId, actionId);
  if (before?.endedAt) return { failure: before.state === 'FAILED' ? (before.lastError ?? '') : null };
  const attempt = attemptOf(now);
  const ended: EndedAction = {
    actionId,
    type,
    name,
    triggerRequestId,
    kind: 'CONFIGURED',
    state: end.state,
    attempts: before === undefined ? attempt.attempts : Math.max(before.attempts, attempt.attempts),
    lastError: end.state === 'FAILED' ? end.failure : null,
    requestId: before?.requestId ?? null,
    result: resultOf(end),
    startedAt: before?.startedAt ?? attempt.startedAt,
    endedAt: now,
  };
  if (!(await recordAction(trx, ended))) return { failure: null };
  await markRunning(trx, triggerRequestId);
  await effect?.();
  return { failure: ended.lastError };
}

function resultOf(end: StepEnd): JsonObject | null {
  if (end.state !== 'SUCCEEDED') return null;
  return {
    ...(end.metadata !== undefined && { metadata: end.metadata }),
    ...(end.fired !== undefined && { fired: end.fired }),
  };
}
