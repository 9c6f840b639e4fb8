import type { Knex } from 'knex';
import { endOfDayIn } from '../../domain/ground/business-time.js';
import { lastOfMonth } from '../../domain/postings/months.js';
import { lastOfAll } from '../figures/cut-of-journals.js';
import type { PostingClose } from '../models/posting-close.js';
import { type Books, closedUntil, closesOf } from '../postings/books.js';

/** What a month has of the ledger's journal: what it had by the end of the month, and no closed month before has. */
export interface BordereauMonth {
  /** Null: the month is open. */
  closeId: string | null;
  endsAt: Date;
  lastSeq: string;
  /** Null: no month before is closed. */
  before: { endsAt: Date; ledgerSeq: string } | null;
}

/** A month of an insurer's books. `partOf`: the first closed month has everything before it, too. */
export async function bordereauMonth(
  trx: Knex,
  books: Books,
  period: string,
): Promise<BordereauMonth | { partOf: string }> {
  const closes = await closesOf(trx, books);
  const index = closes.findIndex((close) => close.period === period);
  const close = closes[index];
  if (close !== undefined) {
    const { id: closeId, endsAt, ledgerSeq: lastSeq } = close;
    return { closeId, endsAt, lastSeq, before: endOf(closes[index - 1]) };
  }
  const [first] = closes;
  if (first !== undefined && period < first.period) return { partOf: first.period };
  return {
    closeId: null,
    endsAt: endOfDayIn(books.timeZone, lastOfMonth(period)),
    lastSeq: lastOfAll,
    before: closedUntil(closes) ?? null,
  };
}

const endOf = (close: PostingClose | undefined): BordereauMonth['before'] =>
  close === undefined ? null : { endsAt: close.endsAt, ledgerSeq: close.ledgerSeq };
