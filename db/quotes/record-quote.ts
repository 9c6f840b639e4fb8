import type { Knex } from 'knex';
import type { Model } from 'objection';
import { canonicalJson, textHash } from '../../domain/ground/canonical-json.js';
import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import type { RunResult } from '../../domain/runs/run-result.js';
import type { Database } from '../database.js';
import { type ClosedRow, closing, resultOfClosed } from '../events/close-event.js';
import { type EndedAction, endingAction } from '../events/record-action.js';
import type { Quote } from '../models/quote.js';
import { rowText } from '../row-text.js';

export type NewQuote = Omit<Quote, keyof Model>;

/** A quote with the steps of its rating. */
export interface QuoteToRecord {
  quote: NewQuote;
  worksheet: WorksheetLine[];
}

/** The last action of an event, which is closed with this trigger result. */
export interface LastAction extends EndedAction {
  triggerResult: object;
}

/**
 * Writes a quote, its worksheet, the quotes of a package's components, the end of the action that made it,
 * and the end of the event if that was the last action. One statement, so one round trip and all or nothing;
 * a retried action finds its quote and changes nothing. Returns the trigger result if this closed the event.
 */
export async function recordQuote(
  db: Database,
  quote: NewQuote,
  worksheet: WorksheetLine[],
  { triggerResult, ...action }: EndedAction & Partial<LastAction>,
  components: readonly QuoteToRecord[] = [],
): Promise<RunResult | undefined> {
  const records = [{ quote, worksheet }, ...components];
  const written = [...quotesAndWorksheets(records), rowText(action)];
  const { triggerRequestId } = quote;
  const statement = triggerResult
    ? db.raw<{ rows: ClosedRow[] }>(recordLast, [
        ...written,
        JSON.stringify(triggerResult),
        action.endedAt,
        triggerRequestId,
      ])
    : db.raw<{ rows: ClosedRow[] }>(record, [...written, triggerRequestId]);
  return resultOfClosed(
    await statement.options({ name: triggerResult ? 'quote_record_last' : 'quote_record' }),
  );
}

/** Writes quotes with their worksheets in the caller's transaction; existing ones stay unchanged. */
export async function insertQuotes(trx: Knex, records: readonly QuoteToRecord[]): Promise<void> {
  await trx.raw(`with ${newQuotes} select count(*) from new_quotes`, quotesAndWorksheets(records));
}

const newQuotes = `new_quotes as (
    insert into quotes select * from jsonb_populate_recordset(null::quotes, cast(? as jsonb))
    on conflict (request_id) do nothing
    returning request_id
  ), new_worksheets as (
    insert into quote_worksheets (request_id, worksheet, sha256)
    select request_id, worksheet, sha256 from new_quotes
    join jsonb_populate_recordset(null::quote_worksheets, cast(? as jsonb)) using (request_id)
  )`;

const recording = `with ${newQuotes}, ended_action as (${endingAction})`;

const record = `${recording}
  update events set state = 'RUNNING' where trigger_request_id = ? and state = 'ACCEPTED'`;

const recordLast = `${recording} ${closing}`;

function quotesAndWorksheets(records: readonly QuoteToRecord[]): string[] {
  return [
    `[${records.map((record) => rowText(record.quote)).join()}]`,
    `[${records.map(worksheetText).join()}]`,
  ];
}

function worksheetText({ quote: { requestId }, worksheet }: QuoteToRecord): string {
  // Its canonical text is hashed, and stored as it is.
  const text = canonicalJson(worksheet);
  return `{"request_id":"${requestId}","sha256":"${textHash(text)}","worksheet":${text}}`;
}
