import { closeCommissions } from '../../db/commissions/close-commissions.js';
import type { Database } from '../../db/database.js';
import type { PostingClose } from '../../db/models/posting-close.js';
import { closeMonth, type NotClosed } from '../../db/postings/close-month.js';
import { readPostings } from '../../db/postings/read-postings.js';
import { type PostingPeriod, type PostingsInWords, postingsOf } from '../../domain/postings/report.js';
import { Conflict, Unavailable } from '../errors/app-error.js';
import { type Caller, requireUnrestricted } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';
import { timeOfReport } from '../reports/time-of-report.js';
import type { ClosedMonth, Closing } from './schemas.js';

export interface PostingDependencies {
  db: Database;
  /** System time. */
  now: () => Date;
}

export interface AskedPostings {
  from: string;
  to: string;
  by: PostingPeriod;
  clockId?: string | undefined;
}

/** The postings of the policies that the caller's organization issued. */
export class Postings {
  constructor(private readonly uses: PostingDependencies) {}

  /** @param gone Aborted once the reader is gone. */
  async read(
    caller: Caller,
    { clockId, ...asked }: AskedPostings,
    gone: AbortSignal,
  ): Promise<PostingsInWords> {
    const { organizationId } = caller;
    const { timeZone, today } = await timeOfReport(this.uses, caller, clockId);
    const books = { organizationId, clockId, timeZone };
    return postingsOf(asked, await readPostings(this.uses.db, { ...books, ...asked, today }, gone));
  }

  async close(caller: Caller, { month, clockId }: Closing): Promise<ClosedMonth> {
    requireUnrestricted(caller, 'closes no months');
    const { organizationId } = caller;
    const now = await timeOfReport(this.uses, caller, clockId);
    const asked = {
      ...auditOf(caller),
      organizationId,
      clockId,
      timeZone: now.timeZone,
      period: `${month}-01`,
      closedBy: authorOf(caller),
      today: now.today,
      now,
    };
    const closed = await closeMonth(this.uses.db, asked, [closeCommissions]);
    if ('refused' in closed) throw refusal(closed, month);
    return closedMonth(closed);
  }
}

function closedMonth({ period, clockId, closedAt }: PostingClose): ClosedMonth {
  return { month: period.slice(0, 7), clockId, closedTimestamp: closedAt.toISOString() };
}

function refusal(refused: NotClosed, month: string): Conflict | Unavailable {
  if (refused.refused === 'BUSY')
    return new Unavailable('a change is still being recorded: nothing was closed, try again');
  const detail = whyNotClosed(refused, month);
  return new Conflict(detail, { errors: [{ field: 'month', detail }] });
}

function whyNotClosed(refused: Exclude<NotClosed, { refused: 'BUSY' }>, month: string): string {
  switch (refused.refused) {
    case 'NOT_OVER':
      return `${month} is not over`;
    case 'CLOSED':
      return `${month} is closed already`;
    case 'NOT_NEXT':
      return `the next month to close is ${refused.next.slice(0, 7)}`;
  }
}
