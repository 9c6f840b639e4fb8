import { type Model, snakeCaseMappers } from 'objection';
import { contentHash } from '../../domain/canonical-json.js';
import type { WorksheetLine } from '../../domain/rating/result.js';
import type { Database } from '../database.js';
import type { EndedAction } from '../events/record-action.js';
import type { Quote } from '../models/quote.js';

export type NewQuote = Omit<Quote, keyof Model>;

/** A quote with every step that led to it. */
export interface QuoteToRecord {
  quote: NewQuote;
  worksheet: WorksheetLine[];
}

/**
 * Writes a quote, its worksheet, those of its components where it is a package's, and the end of the action
 * that made it. One statement, so one round trip and all or nothing; a retried action finds its quote and
 * changes nothing.
 */
export async function recordQuote(
  db: Database,
  quote: NewQuote,
  worksheet: WorksheetLine[],
  action: EndedAction,
  components: readonly QuoteToRecord[] = [],
): Promise<void> {
  const records = [{ quote, worksheet }, ...components];
  await db.raw(
    `with new_quotes as (
       insert into quotes select * from jsonb_populate_recordset(null::quotes, cast(? as jsonb))
       on conflict (request_id) do nothing
       returning request_id
     ), new_worksheets as (
       insert into quote_worksheets (request_id, worksheet, sha256)
       select request_id, worksheet, sha256 from new_quotes
       join jsonb_populate_recordset(null::quote_worksheets, cast(? as jsonb)) using (request_id)
     ), ended_action as (
       insert into action_runs select * from jsonb_populate_record(null::action_runs, cast(? as jsonb))
       on conflict (trigger_request_id, action_id) do update
       set state = excluded.state, attempts = excluded.attempts, last_error = excluded.last_error,
           request_id = excluded.request_id, ended_at = excluded.ended_at
       where action_runs.state <> 'SUCCEEDED'
     )
     update events set state = 'RUNNING' where trigger_request_id = ? and state = 'ACCEPTED'`,
    [
      `[${records.map((record) => rowText(record.quote)).join()}]`,
      `[${records.map(worksheetText).join()}]`,
      rowText(action),
      quote.triggerRequestId,
    ],
  );
}

const { format } = snakeCaseMappers();

function worksheetText({ quote: { requestId }, worksheet }: QuoteToRecord): string {
  return rowText({ requestId, worksheet, sha256: contentHash(worksheet) });
}

function rowText(record: object): string {
  return JSON.stringify(format({ ...record }));
}
