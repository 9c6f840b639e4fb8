import type { Knex } from 'knex';
import type { RatingResult } from '../../domain/rating/run/result.js';
import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import type { TaskOfRating } from '../../domain/tasks/product-task.js';
import { facts } from '../facts.js';
import type { ColumnsOf } from '../models/base.js';
import { prepared } from '../models/base.js';
import { Quote } from '../models/quote.js';
import { QuoteWorksheet } from '../models/quote-worksheet.js';
import { type PackedSheet, packedSheet } from '../models/worksheet-text.js';
import { openTasksOfQuote } from '../tasks/tasks-of-quote.js';

/** A quote as it is made; nobody reviews it yet. */
export type NewQuote = Omit<ColumnsOf<Quote>, 'assignedTo' | 'assignedAt' | 'version' | 'updatedAt'>;

/** A quote with the steps of its rating. */
export interface QuoteToRecord {
  quote: NewQuote;
  worksheet: readonly WorksheetLine[] | PackedSheet;
  /** What its underwriting rules ask for. */
  tasks?: readonly TaskOfRating[] | undefined;
}

/** A quote, or one of a package's component, with its rating. */
export function recordOf({
  quote,
  rating,
}: {
  quote: NewQuote;
  rating: Pick<RatingResult, 'worksheet' | 'tasks'> & { packed?: PackedSheet };
}): QuoteToRecord {
  return { quote, worksheet: rating.packed ?? rating.worksheet, tasks: rating.tasks };
}

/** Writes quotes with their worksheets in the caller's transaction; existing ones stay unchanged. */
export async function insertQuotes(trx: Knex, records: readonly QuoteToRecord[]): Promise<void> {
  await Quote.query(trx)
    .insert(records.map(({ quote }) => quote))
    .onConflict('request_id')
    .ignore();
  await QuoteWorksheet.query(trx)
    .insert(
      records.map(({ quote: { requestId }, worksheet }) => {
        const { deflated, sha256 } = 'sha256' in worksheet ? worksheet : packedSheet(worksheet);
        return { requestId, deflated: Buffer.from(deflated), sha256 };
      }),
    )
    .onConflict('request_id')
    .ignore()
    .modify(prepared, `insert ${records.length} worksheets`);
  for (const { quote, tasks = [] } of records) {
    const { packageRequestId, outcome, lineName } = quote;
    // Those of components are with their package.
    if (packageRequestId !== null) continue;
    await openTasksOfQuote(trx, quote, tasks);
    facts.quoteMade.tellAfterCommit(trx, () => ({ outcome, line: lineName }));
  }
}
