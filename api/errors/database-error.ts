import { unavailableStates } from '../../db/unavailable-states.js';
import { type AppError, BadRequest, Conflict, Unavailable } from './app-error.js';

/**
 * The meaning of a database error for the caller, by its SQLSTATE; `undefined` if it has none or indicates a
 * defect here. Its text stays in the log: it may quote SQL or data.
 */
export function databaseErrorAsAppError(error: unknown): AppError | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  switch (code) {
    case '23505':
      return new Conflict('such a record exists already', { code: 'DUPLICATE', cause: error });
    case '23503':
      return new Conflict('refers to a record that does not exist, or is referred to', { cause: error });
    case '53100':
      return new Unavailable('the disk of the database is full: nothing can be stored until there is space', {
        code: 'DISK_FULL',
        cause: error,
      });
    case '40001':
    case '40P01':
      return new Unavailable('was changed by another request at the same time', {
        retryAfterSeconds: 1,
        cause: error,
      });
  }
  // Class 22, data exceptions: a valid value that PostgreSQL cannot store.
  if (/^22[0-9A-Z]{3}$/.test(code)) return new BadRequest('a value is outside the range that can be stored');
  const isUnavailable = unavailableStates.has(code) || connectionErrors.has(code);
  if (isUnavailable || /^(08|53|57)[0-9A-Z]{3}$/.test(code)) {
    return new Unavailable('the database is unavailable', { cause: error });
  }
  return undefined;
}

const connectionErrors = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EPIPE', 'ENOENT']);

/** The driver's errors without a code. */
const lostConnection =
  /^(Connection terminated|Query read timeout|timeout expired|Client has encountered a connection error)/;

/** Objection wraps the driver's error in `nativeError`; knex reports an exhausted pool by class name only. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'KnexTimeoutError') return '53300';
  if (lostConnection.test(error.message)) return '08006';
  const native = 'nativeError' in error ? error.nativeError : error;
  if (typeof native !== 'object' || native === null || !('code' in native)) return undefined;
  return typeof native.code === 'string' ? native.code : undefined;
}
