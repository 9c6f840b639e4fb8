import type { Knex } from 'knex';
import type { Model } from 'objection';
import { canonicalJson, textHash } from '../../domain/ground/canonical-json.js';
import type { RatingResult } from '../../domain/rating/run/result.js';
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
import { type ClosedRow, closingWith, resultOfClosed } from '../events/close-event.js';
import { type EndedAction, endingAction } from '../events/record-action.js';
import { facts } from '../facts.js';
import type { Quote } from '../models/quote.js';
import { deflated } from '../models/worksheet-text.js';
import { rowText } from '../row-text.js';
import { readRows, type TextStatement } from '../text-statement.js';
import { type StoredQuote, singleQuoteText } from './read-quotes.js';

/** A quote as it is made; nobody reviews it yet. */
export type NewQuote = Omit<Quote, keyof Model | 'assignedTo' | 'assignedAt' | 'reviewer'>;

/** A quote with the steps of its rating. */
export interface QuoteToRecord {
  quote: NewQuote;
  worksheet: readonly WorksheetLine[];
}

/** A quote, or one of a package's component, with its rating. */
export function recordOf({
  quote,
  rating,
}: {
  quote: NewQuote;
  rating: Pick<RatingResult, 'worksheet'>;
}): QuoteToRecord {
  return { quote, worksheet: rating.worksheet };
}

/** The last action of an event, which is closed with this trigger result. */
export interface LastAction extends EndedAction {
  triggerResult: object;
}

/** What the statement of an event's last action tells of it. */
export interface RecordedLast {
  /** The trigger result; undefined if the event was closed already. */
  triggerResult: RunResult | undefined;
  /** As its quoting organization reads it, if it was asked for and is new. */
  quote: StoredQuote | undefined;
}

/** How a quote is recorded, besides its rating. */
export interface RecordOptions {
  components?: readonly QuoteToRecord[];
  client?: ClientToRecord | undefined;
  /** Somebody waits for the quote, which saves reading it. Not for a package, whose components are not there yet. */
  read?: boolean;
}

/** The client that is saved with a quote. */
export type ClientToRecord = NewClientToRecord | KnownClientToRecord;

/**
 * Writes a quote, its worksheet, the quotes of a package's components, the end of the action that made it, and the
 * end of the event if that was the last action; and the client that the quote is for, if it is saved with it. One
 * statement, so one round trip and all or nothing; a retried action finds its quote and changes nothing.
 */
export async function recordQuote(
  db: Database,
  quote: NewQuote,
  worksheet: readonly WorksheetLine[],
  { triggerResult, ...action }: EndedAction & Partial<LastAction>,
  { components = [], client, read = false }: RecordOptions = {},
): Promise<RecordedLast> {
  const records = [{ quote, worksheet }, ...components];
  const [which, clientBindings] = partOf(client);
  const last = read && components.length === 0 ? which.lastAndRead : which.last;
  const rows = await readRows<ClosedRow & Partial<ReadRow>>(db, triggerResult ? last : which.notLast, [
    ...clientBindings,
    ...quotesAndWorksheets(records),
    rowText(action),
    ...(triggerResult ? [JSON.stringify(triggerResult), action.endedAt] : []),
    quote.triggerRequestId,
  ]);
  tellMade(db, quote);
  return { triggerResult: resultOfClosed(db, rows), quote: storedQuote(quote, rows[0]?.quoteText) };
}

/** The row of an event that is closed with its new quote. */
interface ReadRow {
  quoteText: string | null;
}

function storedQuote(
  { outcome, bindable, quotingOrganizationId }: NewQuote,
  text: string | null | undefined,
): StoredQuote | undefined {
  if (typeof text !== 'string') return undefined;
  return { text, outcome, bindable, quotingOrganizationId, askedBy: null, askedAt: null };
}

/** Writes quotes with their worksheets in the caller's transaction; existing ones stay unchanged. */
export async function insertQuotes(trx: Knex, records: readonly QuoteToRecord[]): Promise<void> {
  await readRows(trx, insertAlone, quotesAndWorksheets(records));
  for (const { quote } of records) if (quote.packageRequestId === null) tellMade(trx, quote);
}

function tellMade(db: Knex, { outcome, lineName }: NewQuote): void {
  facts.quoteMade.tellAfterCommit(db, () => ({ outcome, line: lineName }));
}

const quotesAndSheets = (returned: string) => `new_quotes as (
    insert into quotes select * from jsonb_populate_recordset(null::quotes, cast(? as jsonb))
    on conflict (request_id) do nothing
    returning ${returned}
  ), new_worksheets as (
    insert into quote_worksheets (request_id, deflated, sha256)
    select request_id, deflated, sha256 from new_quotes
    join unnest(cast(? as uuid[]), cast(? as bytea[]), cast(? as text[])) as sheet (request_id, deflated, sha256)
      using (request_id)
  )`;

const newQuotes = quotesAndSheets('request_id');

const insertAlone: TextStatement = {
  name: 'quotes_insert',
  sql: `with ${newQuotes} select count(*) from new_quotes`,
};

const endedAction = `ended_action as (${endingAction})`;
const recording = `${newQuotes}, ${endedAction}`;
const recordingAndReading = `${quotesAndSheets(`request_id, ${singleQuoteText} as text`)}, ${endedAction}`;

const running = (and = '') =>
  `update events set ${and}state = 'RUNNING' where trigger_request_id = ? and state = 'ACCEPTED'`;

const statements = {
  alone: withClient('', '', ''),
  newClient: withClient('_new_client', `${newClient}, `, ofNewClient),
  knownClient: withClient('_known_client', `${knownClient}, `, ofKnownClient),
};

function withClient(kind: string, saving: string, ofClient: string) {
  const closing = closingWith(ofClient);
  return {
    notLast: { name: `quote_record${kind}`, sql: `with ${saving}${recording} ${running(ofClient)}` },
    last: { name: `quote_record${kind}_last`, sql: `with ${saving}${recording} ${closing}` },
    lastAndRead: {
      name: `quote_record${kind}_last_read`,
      sql: `with ${saving}${recordingAndReading} ${closing}, (select text from new_quotes) as "quoteText"`,
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

function quotesAndWorksheets(records: readonly QuoteToRecord[]): (string | (string | Buffer)[])[] {
  const sheets = records.map(({ worksheet }) => canonicalJson(worksheet));
  return [
    `[${records.map((record) => rowText(record.quote)).join()}]`,
    records.map(({ quote }) => quote.requestId),
    sheets.map(deflated),
    sheets.map(textHash),
  ];
}
