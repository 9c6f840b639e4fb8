import { type Model, snakeCaseMappers } from 'objection';
import { contentHash } from '../../domain/canonical-json.js';
import type { WorksheetLine } from '../../domain/rating/result.js';
import type { Database } from '../database.js';
import type { EndedAction } from '../events/record-action.js';
import type { Quote } from '../models/quote.js';

export type NewQuote = Omit<Quote, keyof Model>;

/**
 * Writes a quote, its worksheet and the end of the action that made it. One statement, so one round trip
 * and all or nothing; a retried action finds its quote and changes nothing.
 */
export async function recordQuote(
  db: Database,
  quote: NewQuote,
  worksheet: WorksheetLine[],
  action: EndedAction,
): Promise<void> {
  await db.raw(
    `with new_quote as (
       insert into quotes select * from jsonb_populate_record(null::quotes, cast(? as jsonb))
       on conflict (request_id) do nothing
       returning request_id
     ), new_worksheet as (
       insert into quote_worksheets (request_id, worksheet, sha256)
       select request_id, cast(? as jsonb), ? from new_quote
     ), ended_action as (
       insert into action_runs select * from jsonb_populate_record(null::action_runs, cast(? as jsonb))
       on conflict (trigger_request_id, action_id) do update
       set state = excluded.state, attempts = excluded.attempts, last_error = excluded.last_error,
           request_id = excluded.request_id, ended_at = excluded.ended_at
       where action_runs.state <> 'SUCCEEDED'
     )
     update events set state = 'RUNNING' where trigger_request_id = ? and state = 'ACCEPTED'`,
    [
      rowText(quote),
      JSON.stringify(worksheet),
      contentHash(worksheet),
      rowText(action),
      quote.triggerRequestId,
    ],
  );
}

const { format } = snakeCaseMappers();

function rowText(record: object): string {
  return JSON.stringify(format({ ...record }));
}
