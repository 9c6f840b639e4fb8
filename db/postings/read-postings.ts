import type { Knex } from 'knex';
import { addDays, earlierOf, laterOf } from '../../domain/ground/calendar.js';
import { Cents } from '../../domain/money/cents.js';
import { monthEndsBetween } from '../../domain/postings/months.js';
import type { DailySum, SumToPost } from '../../domain/postings/transactions.js';
import type { Database } from '../database.js';
import { readOrganization } from '../identity/organizations.js';
import type { PostingClose } from '../models/posting-close.js';
import { inSnapshot } from '../reports/in-snapshot.js';
import { type Books, closedUntil, closesOf } from './books.js';
import { earnedBy, earnedOfMonths } from './earned-sums.js';
import { readOpenSums } from './open-sums.js';

export interface PostingsToRead extends Books {
  from: string;
  to: string;
  /** Months that are not over yet have earned nothing yet. */
  today: string;
}

export interface ReadPostings {
  /** The last closed day; null if no month is closed. */
  closedThrough: string | null;
  sums: SumToPost[];
}

/** The sums of the days from one to another: those that closed months keep, and those of open days from the journals. */
export async function readPostings(
  db: Database,
  asked: PostingsToRead,
  signal?: AbortSignal,
): Promise<ReadPostings> {
  return inSnapshot(db, signal, async (trx) => {
    const closes = await closesOf(trx, asked);
    const closed = closedUntil(closes);
    const kept = await keptSums(trx, closes, asked);
    const from = closed === undefined ? asked.from : laterOf(asked.from, closed.open);
    if (from > asked.to) return { closedThrough: closed?.day ?? null, sums: kept };
    const { chartOfAccounts: chart } = await readOrganization(trx, asked.organizationId);
    const open = [
      ...(await readOpenSums(trx, asked, { from, to: asked.to, closed })),
      ...(await openEarned(trx, { ...asked, from }, closes)),
    ];
    return {
      closedThrough: closed?.day ?? null,
      sums: [...kept, ...open.map((sum) => ({ sum, chart }))],
    };
  });
}

/** The premium that closed months have earned, by currency. */
export async function keptEarned(db: Knex, closes: readonly PostingClose[]): Promise<Map<string, Cents>> {
  const rows: { currency: string; amount: string }[] = await db('posting_sums')
    .select('currency')
    .sum({ amount: 'amount' })
    .whereIn('close_id', idsOf(closes))
    .where('kind', 'EARNED')
    .groupBy('currency');
  return new Map(rows.map(({ currency, amount }) => [currency, Cents.of(amount)]));
}

async function openEarned(
  trx: Knex,
  { from, to, today, ...books }: PostingsToRead,
  closes: readonly PostingClose[],
): Promise<DailySum[]> {
  const ends = monthEndsBetween(from, earlierOf(to, today));
  const [first] = ends;
  if (first === undefined) return [];
  const before = addDays(`${first.slice(0, 7)}-01`, -1);
  const isKept = closedUntil(closes)?.day === before;
  const earned = await earnedBy(trx, books, { days: isKept ? ends : [before, ...ends] });
  const base = isKept ? await keptEarned(trx, closes) : (earned.get(before) ?? new Map<string, Cents>());
  return earnedOfMonths(ends, earned, base);
}

async function keptSums(
  trx: Knex,
  closes: readonly PostingClose[],
  { from, to }: { from: string; to: string },
): Promise<SumToPost[]> {
  const charts = new Map(closes.map(({ id, chartOfAccounts }) => [id, chartOfAccounts]));
  const rows: (DailySum & { closeId: string })[] = await trx('posting_sums')
    .select('day', 'kind', 'currency', 'amount', 'authority')
    .select({ chargeType: 'charge_type', closeId: 'close_id' })
    .whereIn('close_id', idsOf(closes))
    .whereBetween('day', [from, to])
    .orderBy('id');
  return rows.map(({ closeId, ...sum }) => ({ sum, chart: charts.get(closeId) ?? {} }));
}

const idsOf = (closes: readonly PostingClose[]): string[] => closes.map(({ id }) => id);
