import type { Knex } from 'knex';
import { raw } from 'objection';
import { sumOfAmounts } from '../../domain/money/cents.js';
import type { PremiumLayer } from '../../domain/policy/proration.js';
import { authorOf, type MadeBy } from '../identity/author.js';
import { LedgerEntry } from '../models/ledger-entry.js';
import { LedgerLine } from '../models/ledger-line.js';
import { Policy } from '../models/policy.js';

/** By whom, by which event and when something is written into the ledger. */
export type Recording = MadeBy & { now: Date };

/** An entry that a policy's ledger gets; its id is derived, so that a retry finds it again. */
export type NewEntry = Pick<LedgerEntry, 'id' | 'effectiveDate'> &
  Partial<
    Pick<
      LedgerEntry,
      | 'termNumber'
      | 'quoteId'
      | 'eventAnswers'
      | 'appliedToStatement'
      | 'statementId'
      | 'doc'
      | 'additionalDocs'
    >
  >;

/**
 * Records an entry, its lines in the journal, and the change of the policy's premium, so that the three never
 * differ. The lines are its amounts, charges or (negative) returns, with their periods; together they are its
 * premium. The entry is one of the policy's current term unless it says otherwise. The policy must be locked by the
 * transaction (`lockPolicy`).
 */
export async function recordLedgerEntry(
  trx: Knex,
  policy: Policy,
  {
    lines,
    now,
    triggerRequestId,
    createdBy,
    ...entry
  }: NewEntry & Recording & { lines: readonly PremiumLayer[] },
): Promise<LedgerEntry> {
  const by = { triggerRequestId, createdBy, now };
  const recorded = await LedgerEntry.query(trx)
    .insert({
      termNumber: policy.termNumber,
      quoteId: null,
      statementId: null,
      ...entry,
      premium: sumOfAmounts(lines.map(({ amount }) => amount)),
      parentPolicyId: policy.id,
      policyNumber: policy.policyNumber,
      organizationId: policy.issuingOrganizationId,
      productId: policy.productId,
      createdAt: now,
      createdBy: authorOf(by),
    })
    .returning('*');
  await recordLedgerLines(trx, recorded, { kind: 'RECORDED', ...by }, lines);
  if (recorded.appliedToStatement) await recordLedgerLines(trx, recorded, { kind: 'APPLIED', ...by });
  return recorded;
}

/** Marks an entry as included in a statement, once: `false` if it was before, or was deleted. */
export async function applyLedgerEntry(
  trx: Knex,
  { entryId, statementId, ...by }: { entryId: string; statementId: string } & Recording,
): Promise<boolean> {
  const [applied] = await LedgerEntry.query(trx)
    .patch({ appliedToStatement: true, statementId })
    .where({ id: entryId, applied_to_statement: false })
    .whereNull('deleted_at')
    .returning('*');
  if (applied === undefined) return false;
  await recordLedgerLines(trx, applied, { kind: 'APPLIED', ...by });
  return true;
}

/**
 * Adds a line to the journal for each amount, or one without an amount; and their total to the policy's premium if
 * the entry belongs to the current term.
 */
export async function recordLedgerLines(
  trx: Knex,
  entry: Pick<LedgerEntry, 'id' | 'parentPolicyId' | 'effectiveDate' | 'termNumber' | 'statementId'>,
  { kind, data = {}, now, ...by }: Pick<LedgerLine, 'kind'> & Partial<Pick<LedgerLine, 'data'>> & Recording,
  lines: readonly PremiumLayer[] = [],
): Promise<void> {
  const { id: entryId, parentPolicyId: policyId, effectiveDate, termNumber, statementId } = entry;
  const amounts = lines.length === 0 ? [undefined] : lines;
  await LedgerLine.query(trx).insert(
    amounts.map((line) => ({
      entryId,
      policyId,
      kind,
      termNumber,
      effectiveDate,
      premiumChange: line?.amount ?? '0',
      earnedFrom: line?.from ?? null,
      earnedUntil: line?.until ?? null,
      data: kind === 'APPLIED' ? { ...data, statementId } : data,
      triggerRequestId: by.triggerRequestId ?? null,
      createdAt: now,
      createdBy: authorOf(by),
    })),
  );
  const total = sumOfAmounts(lines.map(({ amount }) => amount));
  if (Number(total) === 0) return;
  await Policy.query(trx)
    .patch({ premium: raw('premium + ?', [total]) })
    .where({ id: policyId, term_number: termNumber });
}
