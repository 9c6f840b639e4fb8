import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Author } from '../../domain/ground/author.js';
import { dayIn, endOfDayIn } from '../../domain/ground/business-time.js';
import { earlierOf } from '../../domain/ground/calendar.js';
import type { Cents } from '../../domain/money/cents.js';
import { firstOfMonth, lastOfMonth, monthEndsBetween } from '../../domain/postings/months.js';
import type { DailySum } from '../../domain/postings/transactions.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { type Cut, cutOfJournals } from '../figures/cut-of-journals.js';
import { foldFigures, holdProgress } from '../figures/fold-figures.js';
import { readOrganization } from '../identity/organizations.js';
import { PostingClose } from '../models/posting-close.js';
import { withPatience } from '../reports/in-snapshot.js';
import { type Books, type ClosedUntil, closedUntil, closesOf } from './books.js';
import { earnedBy, earnedOfMonths } from './earned-sums.js';
import { readOpenSums } from './open-sums.js';
import { keptEarned } from './read-postings.js';

export interface MonthToClose extends Books, Who {
  /** The first day of the month. */
  period: string;
  closedBy: Author;
  /** The business day, and the time. */
  today: string;
  now: Date;
}

/** Keeps something else of the month in the transaction of its close, and gives the sums that it adds to the postings. */
export type KeptWithClose = (trx: Knex, close: PostingClose, month: MonthToClose) => Promise<DailySum[]>;

/** Why a month was not closed. `next`: the month that can be closed, by its first day. */
export type NotClosed =
  | { refused: 'NOT_OVER' }
  | { refused: 'CLOSED' }
  /** A transaction that adds to the journals has not ended in time. */
  | { refused: 'BUSY' }
  | { refused: 'NOT_NEXT'; next: string };

/** Earlier days may be before any journal. */
const earliest = '0001-01-01';
const sumsPerStatement = 1_000;
/** For others who write. */
const waitMs = 30_000;

/**
 * Closes a month: keeps its sums, and up to where they go in the journals. What is recorded later belongs to the next
 * month. All of it, with what is also kept, is one transaction, and a month is closed once: of two closes at once, the second is refused.
 */
export async function closeMonth(
  db: Database,
  asked: MonthToClose,
  alsoKept: readonly KeptWithClose[] = [],
): Promise<PostingClose | NotClosed> {
  const { period, today } = asked;
  if (lastOfMonth(period) >= today) return { refused: 'NOT_OVER' };
  // The sums are made sooner, not otherwise: without them all is read from the journals.
  await foldFigures(db).catch(() => undefined);
  const now = await cutOfJournals(db, waitMs);
  if (now === undefined) return { refused: 'BUSY' };
  return db.transaction(async (trx) => {
    await withPatience(trx);
    // One close at a time, whatever their months: two first ones would both have everything before them.
    await trx('organizations').where('id', asked.organizationId).forNoKeyUpdate().first('id');
    // The sums do not move until the end: they may be further already.
    const recorded = laterCut(now, await holdProgress(trx));
    const closes = await closesOf(trx, asked);
    const closed = closedUntil(closes);
    if (closed !== undefined && period < closed.open) return { refused: 'CLOSED' };
    if (closed !== undefined && period > closed.open) return { refused: 'NOT_NEXT', next: closed.open };
    const cut = closed === undefined ? recorded : laterCut(recorded, closed);
    const close = await insertClose(trx, asked, cut);
    // Somebody else closed it meanwhile.
    if (close === undefined) return { refused: 'CLOSED' };
    const sums: DailySum[] = [
      ...(await readOpenSums(trx, asked, { from: earliest, to: lastOfMonth(period), closed, cut })),
      ...(await earnedUntil(trx, asked, { closes, closed, cut })),
    ];
    for (const keep of alsoKept) sums.push(...(await keep(trx, close, asked)));
    await keepSums(trx, close.id, sums);
    const { organizationId, clockId, by, origin } = asked;
    const details = { month: period.slice(0, 7), ...(clockId !== undefined && { clockId }) };
    const target = { organizationId, targetId: organizationId };
    await recordAudit(trx, { by, origin, action: 'MONTH_CLOSED', ...target, details });
    return close;
  });
}

/** The month before may have been closed since, or the sums may be further, with more of the journals. */
function laterCut(a: Cut, b: Cut): Cut {
  const later = (one: string, other: string) => (BigInt(one) > BigInt(other) ? one : other);
  return { ledgerSeq: later(a.ledgerSeq, b.ledgerSeq), accountSeq: later(a.accountSeq, b.accountSeq) };
}

/** Undefined if the month is closed already. Waits for a close of it that is under way. */
async function insertClose(
  trx: Knex,
  { organizationId, clockId, period, timeZone, closedBy, now: closedAt }: MonthToClose,
  cut: Cut,
): Promise<PostingClose | undefined> {
  const { chartOfAccounts } = await readOrganization(trx, organizationId);
  const endsAt = endOfDayIn(timeZone, lastOfMonth(period));
  const id = randomUUID();
  const [inserted]: unknown[] = await trx('posting_closes')
    .insert({
      id,
      organization_id: organizationId,
      clock_id: clockId ?? null,
      period,
      ends_at: endsAt,
      ledger_seq: cut.ledgerSeq,
      account_seq: cut.accountSeq,
      chart_of_accounts: chartOfAccounts,
      closed_at: closedAt,
      closed_by: closedBy,
    })
    .onConflict()
    .ignore()
    .returning('id');
  return inserted === undefined ? undefined : PostingClose.query(trx).findById(id);
}

/** The first close has all months before it, too. */
async function earnedUntil(
  trx: Knex,
  { period, ...books }: MonthToClose,
  { closes, closed, cut }: { closes: readonly PostingClose[]; closed: ClosedUntil | undefined; cut: Cut },
): Promise<DailySum[]> {
  const until = lastOfMonth(period);
  const from = closed?.open ?? (await firstDay(trx, books)) ?? period;
  const days = monthEndsBetween(firstOfMonth(earlierOf(from, period)), until);
  const earned = await earnedBy(trx, books, { days, lastSeq: cut.ledgerSeq });
  const before = closed === undefined ? new Map<string, Cents>() : await keptEarned(trx, closes);
  return earnedOfMonths(days, earned, before);
}

async function firstDay(
  trx: Knex,
  { organizationId, clockId, timeZone }: Books,
): Promise<string | undefined> {
  const first: { at?: Date | null } | undefined = await trx('ledger_journal')
    .join('policies', 'policies.id', 'ledger_journal.policy_id')
    .where({ issuing_organization_id: organizationId, clock_id: clockId ?? null })
    .min({ at: 'ledger_journal.created_at' })
    .first();
  return first?.at ? dayIn(timeZone, first.at) : undefined;
}

async function keepSums(trx: Knex, closeId: string, sums: readonly DailySum[]): Promise<void> {
  const rows = sums.map(({ day, kind, currency, chargeType, authority, amount }) => ({
    close_id: closeId,
    day,
    kind,
    currency,
    charge_type: chargeType,
    authority,
    amount,
  }));
  await trx.batchInsert('posting_sums', rows, sumsPerStatement);
}
