import type { Knex } from 'knex';
import { addMonths } from '../../domain/ground/calendar.js';
import { lastOfMonth } from '../../domain/postings/months.js';
import { PostingClose } from '../models/posting-close.js';
import type { TimeOfReport } from '../time-zones.js';

/** Whose postings: an organization's, of its policies without a test clock or of those under one. */
export interface Books extends TimeOfReport {
  /** An IANA name. */
  timeZone: string;
}

/** What is posted in closed months: what the journals had up to these numbers with a time before the end. */
export interface ClosedUntil {
  /** The last closed day. */
  day: string;
  /** The first day that is open. */
  open: string;
  endsAt: Date;
  ledgerSeq: string;
  accountSeq: string;
}

/** The closed months, the earliest first. */
export async function closesOf(db: Knex, { organizationId, clockId }: TimeOfReport): Promise<PostingClose[]> {
  return PostingClose.query(db)
    .where({ organization_id: organizationId, clock_id: clockId ?? null })
    .orderBy('period');
}

/** What the last closed month leaves open; undefined if none is closed. */
export function closedUntil(closes: readonly PostingClose[]): ClosedUntil | undefined {
  const last = closes.at(-1);
  if (last === undefined) return undefined;
  const { period, endsAt, ledgerSeq, accountSeq } = last;
  return { day: lastOfMonth(period), open: addMonths(period, 1), endsAt, ledgerSeq, accountSeq };
}
