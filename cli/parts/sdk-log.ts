import { ApplicationFailure } from '@temporalio/common';
import type { LogEntry } from '@temporalio/worker';
import type { Logger } from '../../api/telemetry/logger.js';
import { refusalType } from '../../domain/events/refusal.js';
import { eventOfWorkflowId } from '../../domain/runs/workflow-ids.js';

const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'debug', WARN: 'warn', ERROR: 'error' } as const;

/**
 * Forwards the SDK's messages to the service's log, with the ids of workflow, run, activity and event. Its errors get
 * the service's field name, with their message and without data. A refusal by the business is a normal result and
 * causes no warning.
 */
export function sdkLog(logger: Logger): (entry: LogEntry) => void {
  return ({ level, message, meta = {} }) => {
    const { error, ...rest } = meta as { error?: unknown };
    const isRefusal = error instanceof ApplicationFailure && error.type === refusalType;
    const said = error instanceof Error ? { ...rest, err: error } : meta;
    logger[isRefusal ? 'debug' : levels[level]]({ ...eventOf(rest), ...said }, message);
  };
}

/** The event of a run. */
function eventOf({ workflowId }: { workflowId?: unknown }): { triggerRequestId?: string } {
  const event = typeof workflowId === 'string' ? eventOfWorkflowId(workflowId) : undefined;
  return event === undefined ? {} : { triggerRequestId: event.key };
}
