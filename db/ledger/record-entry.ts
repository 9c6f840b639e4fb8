import type { Knex } from 'knex';
import { raw } from 'objection';
import type { JsonObject } from '../../domain/ground/json.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import type { PremiumLayer } from '../../domain/policy/proration.js';
import { authorOf } from '../identity/author.js';
import { type DocumentOfEntry, LedgerEntry } from '../models/ledger-entry.js';
import { LedgerLine, type LedgerLineKind } from '../models/ledger-line.js';
import { Policy } from '../models/policy.js';

/** An entry for a policy's ledger. */
export interface EntryToRecord {
  /** Derived, so that a retry finds it again. */
  id: string;
  /** Its amounts, charges or (negative) returns, with their periods; together they are its premium. */
  lines: readonly PremiumLayer[];
  effectiveDate: string;
  /** Default: the policy's current term. */
  termNumber?: number;
  quoteId?: string | null;
  eventAnswers?: JsonObject | null;
  appliedToStatement?: boolean;
  statementId?: string | null;
  doc?: DocumentOfEntry | null;
  additionalDocs?: DocumentOfEntry[];
  triggerRequestId?: string | null;
  createdBy?: JsonObject | null;
  now: Date;
}

/** A line of the journal; the caller writes the entry's row. */
export interface LineToRecord {
  kind: LedgerLineKind;
  /** The change of the policy's premium, with the period over which it is earned. None if it does not change. */
  line?: PremiumLayer;
  triggerRequestId?: string | null;
  data?: JsonObject;
  createdBy?: JsonObject | null;
  now: Date;
}

/**
 * Records an entry, its lines in the journal, and the change of the policy's premium, so that the three never
 * differ. The policy must be locked by the transaction (`lockPolicy`).
 */
export async function recordLedgerEntry(
  trx: Knex,
  policy: Policy,
  { triggerRequestId = null, now, lines, ...entry }: EntryToRecord,
): Promise<LedgerEntry> {
  const recorded = await LedgerEntry.query(trx)
    .insert({
      ...entry,
      premium: sumOfAmounts(lines.map(({ amount }) => amount)),
      quoteId: entry.quoteId ?? null,
      statementId: entry.statementId ?? null,
      termNumber: entry.termNumber ?? policy.termNumber,
      parentPolicyId: policy.id,
      policyNumber: policy.policyNumber,
      organizationId: policy.issuingOrganizationId,
      productId: policy.productId,
      createdAt: now,
      createdBy: authorOf({ ...entry, triggerRequestId }),
    })
    .returning('*');
  const by = { triggerRequestId, createdBy: entry.createdBy ?? null, now };
  await recordLedgerLines(trx, recorded, { kind: 'RECORDED', ...by }, lines);
  if (recorded.appliedToStatement) await recordLedgerLine(trx, recorded, { kind: 'APPLIED', ...by });
  return recorded;
}

/** Marks an entry as included in a statement, once: `false` if it was before, or was deleted. */
export async function applyLedgerEntry(
  trx: Knex,
  {
    entryId,
    statementId,
    ...line
  }: { entryId: string; statementId: string } & Omit<LineToRecord, 'kind' | 'line'>,
): Promise<boolean> {
  const [applied] = await LedgerEntry.query(trx)
    .patch({ appliedToStatement: true, statementId })
    .where({ id: entryId, applied_to_statement: false })
    .whereNull('deleted_at')
    .returning('*');
  if (applied === undefined) return false;
  await recordLedgerLine(trx, applied, { ...line, kind: 'APPLIED' });
  return true;
}

/** Adds a line for each amount, or one without an amount. */
export async function recordLedgerLines(
  trx: Knex,
  entry: EntryOfLine,
  toRecord: Omit<LineToRecord, 'line'>,
  lines: readonly PremiumLayer[],
): Promise<void> {
  if (lines.length === 0) await recordLedgerLine(trx, entry, toRecord);
  for (const line of lines) await recordLedgerLine(trx, entry, { ...toRecord, line });
}

type EntryOfLine = Pick<
  LedgerEntry,
  'id' | 'parentPolicyId' | 'effectiveDate' | 'termNumber' | 'statementId'
>;

/** Adds a line to the journal, and its change to the policy's premium if it belongs to the current term. */
export async function recordLedgerLine(
  trx: Knex,
  entry: EntryOfLine,
  { kind, line, triggerRequestId = null, data = {}, createdBy = null, now }: LineToRecord,
): Promise<void> {
  const premiumChange = line?.amount ?? '0';
  await LedgerLine.query(trx).insert({
    entryId: entry.id,
    policyId: entry.parentPolicyId,
    kind,
    termNumber: entry.termNumber,
    premiumChange,
    effectiveDate: entry.effectiveDate,
    earnedFrom: line?.from ?? null,
    earnedUntil: line?.until ?? null,
    data: kind === 'APPLIED' ? { ...data, statementId: entry.statementId } : data,
    triggerRequestId,
    createdAt: now,
    createdBy: authorOf({ createdBy, triggerRequestId }),
  });
  if (Number(premiumChange) === 0) return;
  await Policy.query(trx)
    .patch({ premium: raw('premium + ?', [premiumChange]) })
    .where({ id: entry.parentPolicyId, term_number: entry.termNumber });
}
