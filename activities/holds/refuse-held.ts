import type { Transaction } from 'objection';
import { Quote } from '../../db/models/quote.js';
import { type Stop, stopOfStored } from '../../domain/quote/stopped-quote.js';
import { RefusalOnRecord, refused } from '../ground/failures.js';

/** Records that something was stopped, in a transaction of its own; it may be called again. */
type RecordOfStop = (trx: Transaction, stop: Stop) => Promise<void>;

/**
 * Refuses an event that holds stop. What they refer or decline of a stored quote is recorded with it, although the event is
 * refused: it waits for an underwriter then, or cannot be bound any more.
 *
 * @param at the quote, if one is used, and its path in the envelope; else what else is recorded of the refusal.
 */
export function refuseHeld(
  stops: readonly Stop[],
  { quoteId, field, record }: { quoteId?: string; field?: string; record?: RecordOfStop | undefined } = {},
): void {
  const [first] = stops;
  if (first === undefined) return;
  const refusal = refused(first.message, field, 'HOLD', first.holdId);
  if (record !== undefined) throw new RefusalOnRecord(refusal, (trx) => record(trx, first));
  if (quoteId === undefined) throw refusal;
  throw new RefusalOnRecord(refusal, async (trx) => {
    const quote = await Quote.query(trx).findById(quoteId).forUpdate();
    const changes = quote && stopOfStored(quote, stops);
    if (changes !== undefined) await Quote.query(trx).findById(quoteId).patch(changes);
  });
}
