import type { Knex } from 'knex';
import type { DayOf } from '../../domain/ground/business-time.js';
import type { ExposureLayer } from '../../domain/policy/exposure.js';
import type { LineSubject } from '../../domain/policy/premium-part.js';
import { type ChargeLayer, layerOf, type PremiumLayer } from '../../domain/policy/proration.js';
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
    .flatMap(({ entryId, termNumber, premiumChange, earnedFrom: from, earnedUntil: until, ...line }) => {
      if (entryId === null || from === null || until === null) return [];
      return [{ entryId, termNumber, ...layerOf({ from, until }, premiumChange, subjectOfLine(line)) }];
    });
}

/** So many lines of entries are read at once, at most. */
export const mostLinesOfEntries = 10_000;

/** The amounts of entries, by the entry's id and in the order of recording; undefined if there are too many to read at once. */
export async function readLinesOfEntries(
  db: Knex,
  entryIds: readonly string[],
): Promise<Map<string, LedgerLine[]> | undefined> {
  const lines = await LedgerLine.query(db)
    .whereRaw('entry_id = any(?)', [[...entryIds]])
    .whereRaw('(premium_change <> 0 or charge_change <> 0 or exposure_change is not null)')
    .orderBy('seq')
    .limit(mostLinesOfEntries + 1);
  if (lines.length > mostLinesOfEntries) return undefined;
  const ofEntries = new Map<string, LedgerLine[]>();
  for (const line of lines) {
    const ofEntry = ofEntries.get(line.entryId ?? '');
    if (ofEntry) ofEntry.push(line);
    else ofEntries.set(line.entryId ?? '', [line]);
  }
  return ofEntries;
}

/** The taxes and fees in the journal for the entries of a term, in the order of recording. */
export async function readChargeLines(
  db: Knex,
  policyId: string,
  { termNumber }: { termNumber: number },
): Promise<(ChargeLayer & { entryId: string })[]> {
  const lines = await LedgerLine.query(db)
    .where({ policy_id: policyId, term_number: termNumber })
    .whereNot('charge_change', 0)
    .whereNotNull('entry_id')
    .orderBy('seq');
  return lines.map(({ entryId, chargeType, authority, state, chargeChange, earnedFrom, earnedUntil }) => ({
    entryId: entryId ?? '',
    type: chargeType ?? '',
    authority: authority ?? undefined,
    state: state ?? undefined,
    from: earnedFrom ?? '',
    until: earnedUntil ?? '',
    amount: chargeChange,
  }));
}

/** The exposure in the journal of a term, in the order of recording. */
export async function readExposure(
  db: Knex,
  policyId: string,
  { termNumber }: { termNumber: number },
): Promise<ExposureLayer[]> {
  const lines = await LedgerLine.query(db)
    .where({ policy_id: policyId, term_number: termNumber })
    .whereNotNull('exposure_change')
    .orderBy('seq');
  return lines.map(({ exposureChange, exposureDays, earnedFrom, earnedUntil, ...line }) => ({
    subject: subjectOfLine(line),
    from: earnedFrom ?? '',
    until: earnedUntil ?? '',
    amount: exposureChange ?? '0',
    days: exposureDays ?? 1,
  }));
}

function subjectOfLine({ coverage, unit, unitClass, state, basis }: LineSubject): LineSubject {
  return { coverage, unit, unitClass, state, basis };
}
