import { numberChanges } from '../../db/changes/number-changes.js';
import type { Database } from '../../db/database.js';
import { RepeatedWork } from '../ground/repeated-work.js';
import type { Logger } from '../telemetry/logger.js';

const everyMs = 30_000;

/** Numbers changes also where nobody reads them, so that the first reader does not wait and old ones are removed. */
export function numberingSweep({
  db,
  log,
  signal,
}: {
  db: Database;
  log: Logger;
  signal: AbortSignal;
}): RepeatedWork {
  const whenFailed = 'could not number the changes; trying again in half a minute';
  return new RepeatedWork({ everyMs, log, whenFailed }, () => numberChanges(db, signal));
}
