import type { Database } from '../../db/database.js';
import { foldFigures } from '../../db/figures/fold-figures.js';
import { RepeatedWork } from '../ground/repeated-work.js';
import type { Logger } from '../telemetry/logger.js';

const everyMs = 300_000;
/** After the start of a process, whose migration may have left much. */
const firstMs = 30_000;

/**
 * Adds what was recorded to the sums of the figures, again and again. Of several processes one works. The signal ends it
 * between two steps.
 */
export function figuresSweep({
  db,
  log,
  signal,
}: {
  db: Database;
  log: Logger;
  signal: AbortSignal;
}): RepeatedWork {
  const whenFailed = 'could not add to the sums of the figures; trying again in five minutes';
  return new RepeatedWork({ everyMs, firstMs, log, whenFailed }, () => foldFigures(db, { signal }));
}
