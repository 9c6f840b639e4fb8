import type { Knex } from 'knex';
import type { Model } from 'objection';
import { canonicalJson, textHash } from '../../domain/ground/canonical-json.js';
import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import type { RunResult } from '../../domain/runs/run-result.js';
import {
  type KnownClientToRecord,
  knownClient,
  knownClientBindings,
  ofKnownClient,
} from '../clients/record-known-client.js';
import {
  type NewClientToRecord,
  newClient,
  newClientBindings,
  ofNewClient,
} from '../clients/record-new-client.js';
import type { Database } from '../database.js';
import { type ClosedRow, closing, closingWith, resultOfClosed } from '../events/close-event.js';
import { type EndedAction, endingAction } from '../events/record-action.js';
import { facts } from '../facts.js';
import type { Quote } from '../models/quote.js';
import { rowText } from '../row-text.js';
import { readRows } from '../text-statement.js';

/** A quote as it is made; nobody reviews it yet. */
export type NewQuote = Omit<Quote, keyof Model | 'assignedTo' | 'assignedAt' | 'reviewer'>;

/** A quote with the steps of its rating. */
export interface QuoteToRecord {
  quote: NewQuote;
  worksheet: WorksheetLine[];
}

/** The last action of an event, which is closed with this trigger result. */
export interface LastAction extends EndedAction {
  triggerResult: object;
}

/** The client that is saved with a quote. */
export type ClientToRecord = NewClientToRecord | KnownClientToRecord;

/**
 * Writes a quote, its worksheet, the quotes of a package's components, the end of the action that made it, and the
 * end of the event if that was the last action; and the client that the quote is for, if it is saved with it. One
 * statement, so one round trip and all or nothing; a retried action finds its quote and changes nothing. Returns the
 * trigger result if this closed the event.
 */
export async function recordQuote(
  db: Database,
  quote: NewQuote,
  worksheet: WorksheetLine[],
  { triggerResult, ...action }: EndedAction & Partial<LastAction>,
  components: readonly QuoteToRecord[] = [],
  client?: ClientToRecord,
): Promise<RunResult | undefined> {
  const records = [{ quote, worksheet }, ...components];
  const [which, clientBindings] = partOf(client);
  const rows = await readRows<ClosedRow>(db, triggerResult ? which.last : which.notLast, [
    ...clientBindings,
    ...quotesAndWorksheets(records),
    rowText(action),
    ...(triggerResult ? [JSON.stringify(triggerResult), action.endedAt] : []),
    quote.triggerRequestId,
  ]);
  tellMade(db, quote);
  return resultOfClosed(db, rows);
}

/** Writes quotes with their worksheets in the caller's transaction; existing ones stay unchanged. */
export async function insertQuotes(trx: Knex, records: readonly QuoteToRecord[]): Promise<void> {
  await trx.raw(`with ${newQuotes} select count(*) from new_quotes`, quotesAndWorksheets(records));
  for (const { quote } of records) if (quote.packageRequestId === null) tellMade(trx, quote);
}

function tellMade(db: Knex, { outcome, lineName }: NewQuote): void {
  facts.quoteMade.tellAfterCommit(db, () => ({ outcome, line: lineName }));
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

const recording = `${newQuotes}, ended_action as (${endingAction})`;

const running = (and = '') =>
  `update events set ${and}state = 'RUNNING' where trigger_request_id = ? and state = 'ACCEPTED'`;

const statements = {
  alone: {
    notLast: { name: 'quote_record', sql: `with ${recording} ${running()}` },
    last: { name: 'quote_record_last', sql: `with ${recording} ${closing}` },
  },
  newClient: withClient('new', newClient, ofNewClient),
  knownClient: withClient('known', knownClient, ofKnownClient),
};

function withClient(kind: string, saving: string, ofClient: string) {
  return {
    notLast: {
      name: `quote_record_${kind}_client`,
      sql: `with ${saving}, ${recording} ${running(ofClient)}`,
    },
    last: {
      name: `quote_record_${kind}_client_last`,
      sql: `with ${saving}, ${recording} ${closingWith(ofClient)}`,
    },
  };
}

/** The statements that save the client as well, and its bindings. */
function partOf(client: ClientToRecord | undefined) {
  if (client === undefined) return [statements.alone, []] as const;
  return 'known' in client
    ? ([statements.knownClient, knownClientBindings(client)] as const)
    : ([statements.newClient, newClientBindings(client)] as const);
}

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
