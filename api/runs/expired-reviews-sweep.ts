import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { closeExpiredReviews } from '../../db/quotes/expired-reviews.js';
import type { RepeatedWork } from '../ground/repeated-work.js';
import { overdueWork } from './overdue-work.js';

/** Closes the tasks of reviews of expired quotes, again and again: nothing happens to a quote when it expires. */
export function expiredReviewsSweep({
  db,
  log,
  now,
}: {
  db: Database;
  log: Logger;
  now: () => Date;
}): RepeatedWork {
  return overdueWork({
    what: 'reviews of quotes',
    everyMs: 60_000,
    log,
    wake: () => closeExpiredReviews(db, now()),
  });
}
