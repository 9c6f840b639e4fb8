import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import type { Transaction } from 'objection';
import { unavailableStates } from '../../db/unavailable-states.js';
import { NoTurn } from '../../documents/threads/fair-share.js';
import { PoolStopped } from '../../documents/threads/thread-pool.js';
import { type RefusalCode, refusalType } from '../../domain/events/refusal.js';

/** SQLSTATE classes of transient errors: connection, resources, operator intervention, system, rollback. */
const transientClasses = new Set(['08', '53', '57', '58', '40', '55']);

/** A statement that takes too long, usually because of what it is to do. */
const statementTimeout = '57014';

/** The attempts of work that fails, and not because another system is away: some two minutes. */
const mostAttempts = 12;

/** Errors of JavaScript that the same data causes again. */
const defects = [TypeError, RangeError, ReferenceError, SyntaxError];

/**
 * Runs an activity's work. What the data causes is not retried: a change that the database refuses, a defect. While
 * another system is away, the work is retried until it is back; after other failures, a dozen times.
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
    if (error instanceof ApplicationFailure || isOutage(error) || isBusy(error)) throw error;
    if (isDefect(error)) throw ended('DEFECT', error);
    if (Context.current().info.attempt >= mostAttempts) throw ended('FAILED_AGAIN', error);
    throw error;
  }
}

/** The network's errors and the pool's of Knex are not a defect of the work. */
function isOutage(error: unknown): boolean {
  const code = cause(error);
  if (code !== undefined) return code !== statementTimeout && !/^(25P|40|55)/.test(code);
  if (!(error instanceof Error)) return false;
  return /connect|timeout|timed out|socket|terminated|closed|aborted|fetch failed/i.test(error.message);
}

/** The work waited too long for a thread, or the service is stopping: it is done later. */
export function isBusy(error: unknown): error is Error {
  return error instanceof NoTurn || error instanceof PoolStopped;
}

function isDefect(error: unknown): boolean {
  return defects.some((type) => error instanceof type);
}

function ended(type: string, error: unknown): ApplicationFailure {
  const message = error instanceof Error ? error.message : String(error);
  return ApplicationFailure.create({ type, message, nonRetryable: true });
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
export function refused(
  detail: string,
  field?: string,
  code?: RefusalCode,
  holdId?: string,
): ApplicationFailure {
  return ApplicationFailure.create({
    type: refusalType,
    message: detail,
    nonRetryable: true,
    details: [{ field, code, holdId }],
  });
}

/**
 * A refusal that leaves a record: after the event's transaction was rolled back, it is written in one of its own. It may be
 * written again.
 */
export class RefusalOnRecord extends Error {
  constructor(
    readonly refusal: ApplicationFailure,
    readonly record: (trx: Transaction) => Promise<void>,
  ) {
    super(refusal.message);
  }
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
  const isTransient = transientClasses.has(code.slice(0, 2)) || unavailableStates.has(code);
  return /^[0-9A-DF-Z][0-9A-Z]{4}$/.test(code) && !isTransient;
}

function cause(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, nativeError } = error as { code?: unknown; nativeError?: unknown };
  return typeof code === 'string' ? code : cause(nativeError);
}
