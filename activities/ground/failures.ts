import { ApplicationFailure } from '@temporalio/common';
import { refusalType } from '../../domain/events/refusal.js';

/** SQLSTATE classes of transient errors: connection, resources, operator intervention, system, rollback. */
const transientClasses = new Set(['08', '53', '57', '58', '40', '55']);

/**
 * Runs an activity's work. Changes that the database refuses because of the data are not retried; a lost
 * connection, a restart or a deadlock is.
 */
export async function asActivity<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isRefusedByDatabase(error)) {
      throw ApplicationFailure.create({
        type: 'DATABASE_REFUSED',
        message: `the database refused the change (SQLSTATE ${cause(error)})`,
        nonRetryable: true,
      });
    }
    throw error;
  }
}

/** Whether the database refused a change because of the data. */
export function isRefusedByDatabase(error: unknown): boolean {
  const code = cause(error);
  return code !== undefined && isDataError(code);
}

/**
 * A refusal by the business: the event is closed with the reason, and no more of it runs. `field` is the path
 * in the envelope that causes it, such as `payload.quoteIds.0`.
 */
export function refused(detail: string, field?: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: refusalType,
    message: detail,
    nonRetryable: true,
    details: [{ field }],
  });
}

/** A record that the plan was made from is missing: a retry cannot help. */
export function missing(what: string, id: string): ApplicationFailure {
  return ApplicationFailure.nonRetryable(`${what} ${id} does not exist`, 'MISSING_RECORD');
}

/** This worker is stopping: the external system has not failed, and the next worker calls it again. */
export function workerStopping(): ApplicationFailure {
  return ApplicationFailure.create({ type: 'WORKER_STOPPING', message: 'the worker stopped' });
}

function isDataError(code: string): boolean {
  // No SQLSTATE begins with an E, which excludes system errors of five letters such as EPIPE.
  return /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code) && !transientClasses.has(code.slice(0, 2));
}

function cause(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, nativeError } = error as { code?: unknown; nativeError?: unknown };
  return typeof code === 'string' ? code : cause(nativeError);
}
