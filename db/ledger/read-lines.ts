import type { Knex } from 'knex';
import type { DayOf } from '../../domain/ground/business-time.js';
import type { PremiumLayer } from '../../domain/policy/proration.js';
import { LedgerLine } from '../models/ledger-line.js';

/** An amount of the journal, with the period over which it is earned. */
export interface EarnedLine extends PremiumLayer {
  entryId: string;
  termNumber: number;
}

/**
 * Which amounts to read: of a term, of an entry, known at a time, recorded or in effect by a day, or recorded by a
 * change.
 */
export interface LinesToRead {
  termNumber?: number;
  entryId?: string;
  knownAt?: Date;
  shownOn?: { day: string; dayOf: DayOf };
  recordedBy?: { triggerRequestId: string | null; recordedAt: Date };
}

/** The amounts in a policy's journal, in the order of recording. */
export async function readLines(db: Knex, policyId: string, asked: LinesToRead = {}): Promise<EarnedLine[]> {
  const { termNumber, entryId, knownAt, shownOn, recordedBy } = asked;
  const lines = await LedgerLine.query(db)
    .where('policy_id', policyId)
    .whereNot('premium_change', 0)
    .modify((of) => {
      if (termNumber !== undefined) of.where('term_number', termNumber);
      if (entryId !== undefined) of.where('entry_id', entryId);
      if (knownAt !== undefined) of.where('created_at', '<=', knownAt);
      if (recordedBy !== undefined) {
        const { triggerRequestId: trigger_request_id, recordedAt: created_at } = recordedBy;
        of.where({ kind: 'RECORDED', trigger_request_id, created_at });
      }
    })
    .orderBy('seq');
  const isShown = ({ effectiveDate, createdAt }: LedgerLine) =>
    shownOn === undefined || effectiveDate <= shownOn.day || shownOn.dayOf(createdAt) <= shownOn.day;
  return lines
    .filter(isShown)
    .flatMap(({ entryId, termNumber, premiumChange: amount, earnedFrom: from, earnedUntil: until }) =>
      from === null || until === null ? [] : [{ entryId, termNumber, from, until, amount }],
    );
}
