import { theService } from '../../domain/ground/author.js';
import type { Database } from '../database.js';

/** As many tasks are closed at once. */
const batchSize = 500;

/**
 * Completes the tasks of reviews whose quote has expired, by its test clock if it has one: nobody could bind it any more.
 * Renewals can be decided after the day until which their quote is valid.
 *
 * @returns the number of tasks.
 */
export async function closeExpiredReviews(db: Database, now: Date): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `update tasks set completed_at = expired.at, completed_by = :by, updated_at = expired.at, completion = 'the quote has expired'
     from (select task.id, coalesce(clock.business_time, :now) as at
       from tasks task join quotes quote on quote.request_id = task.quote_id
         left join clocks clock on clock.id = quote.clock_id
       where task.completed_at is null and task.waits_for ~ '^(decision|information-request|quote-offer|quote-condition)/'
         and quote.type <> 'RENEWAL' and quote.expires_at <= coalesce(clock.business_time, :now)
         and not exists (select from policy_quotes bound where bound.quote_id = quote.request_id)
       limit :batchSize for update of task skip locked) expired
     where tasks.id = expired.id`,
    { by: JSON.stringify(theService), now, batchSize },
  );
  return rowCount;
}
