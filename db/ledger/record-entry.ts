import type { Knex } from 'knex';
import { raw } from 'objection';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { Cents, sumOfAmounts } from '../../domain/money/cents.js';
import type { ExposureLayer } from '../../domain/policy/exposure.js';
import { type ChargeLayer, type PremiumLayer, subjectOf } from '../../domain/policy/proration.js';
import { authorOf, type MadeBy } from '../identity/author.js';
import { LedgerEntry } from '../models/ledger-entry.js';
import { LedgerLine } from '../models/ledger-line.js';
import { Policy } from '../models/policy.js';
import type { Statement } from '../models/statement.js';

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
 * differ. The lines are its amounts, charges or (negative) returns, with their periods and what they are for; together
 * they are its premium. Its taxes and fees are lines, too, and no premium. The entry is one of the policy's current term unless it says otherwise. The policy must be locked by the
 * transaction (`lockPolicy`).
 */
export async function recordLedgerEntry(
  trx: Knex,
  policy: Policy,
  { lines, now, charges = [], triggerRequestId, createdBy, ...entry }: NewEntry & Recording & LinesToRecord,
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
  await recordLedgerLines(trx, recorded, { kind: 'RECORDED', ...by }, { lines, charges });
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

/** Amounts of premium; taxes and fees, which are not part of it; and exposure, which is no money. */
interface LinesToRecord {
  lines: readonly PremiumLayer[];
  charges?: readonly ChargeLayer[];
  exposure?: readonly ExposureLayer[];
}

/** A line's columns hold so many parameters that one statement cannot take more lines. */
const linesPerStatement = 1_000;

/**
 * Adds a line to the journal for each amount, or one without an amount; and the total of premium to the policy's if
 * the entry belongs to the current term.
 */
export async function recordLedgerLines(
  trx: Knex,
  entry: Pick<LedgerEntry, 'id' | 'parentPolicyId' | 'effectiveDate' | 'termNumber' | 'statementId'>,
  { kind, data = {}, now, ...by }: Pick<LedgerLine, 'kind'> & Partial<Pick<LedgerLine, 'data'>> & Recording,
  { lines, charges = [], exposure = [] }: LinesToRecord = { lines: [] },
): Promise<void> {
  const { id: entryId, parentPolicyId: policyId, effectiveDate, termNumber, statementId } = entry;
  const common = {
    entryId,
    policyId,
    kind,
    termNumber,
    effectiveDate,
    data: kind === 'APPLIED' ? { ...data, statementId } : data,
    triggerRequestId: by.triggerRequestId ?? null,
    createdAt: now,
    createdBy: authorOf(by),
  };
  const charged = charges.filter(({ amount }) => Number(amount) !== 0);
  const amounts = [
    ...lines.map(premiumColumns),
    ...charged.map(chargeColumns),
    ...exposure.map(exposureColumns),
  ];
  const rows = (amounts.length === 0 ? [{}] : amounts).map((amount) => ({ ...common, ...amount }));
  for (let first = 0; first < rows.length; first += linesPerStatement) {
    await LedgerLine.query(trx).insert(rows.slice(first, first + linesPerStatement));
  }
  const total = sumOfAmounts(lines.map(({ amount }) => amount));
  if (Number(total) === 0) return;
  await Policy.query(trx)
    .patch({ premium: raw('premium + ?', [total]) })
    .where({ id: policyId, term_number: termNumber });
}

function premiumColumns(layer: PremiumLayer): Partial<LedgerLine> {
  const { from: earnedFrom, until: earnedUntil, amount: premiumChange } = layer;
  return { earnedFrom, earnedUntil, premiumChange, ...subjectOf(layer) };
}

function chargeColumns({
  type: chargeType,
  authority,
  state,
  from,
  until,
  amount,
}: ChargeLayer): Partial<LedgerLine> {
  const charged = { chargeChange: amount, chargeType, authority: authority ?? null, state: state ?? null };
  return { earnedFrom: from, earnedUntil: until, ...charged };
}

function exposureColumns({ subject, from, until, amount, days }: ExposureLayer): Partial<LedgerLine> {
  return { earnedFrom: from, earnedUntil: until, exposureChange: amount, exposureDays: days, ...subject };
}

/** Adds the line of a fee of a statement, or of a write-off, which are in no entry; a voided one is taken back. */
export async function recordFeeOfStatement(
  trx: Knex,
  { id: statementId, policyId, termNumber, kind: chargeType, amount: chargeChange }: Statement,
  { now, kind = 'RECORDED' }: { now: BusinessTime; kind?: 'RECORDED' | 'DELETED' },
): Promise<void> {
  const { today: day } = now;
  await LedgerLine.query(trx).insert({
    entryId: null,
    statementId,
    policyId,
    kind,
    termNumber,
    effectiveDate: day,
    earnedFrom: day,
    earnedUntil: day,
    chargeType,
    chargeChange: kind === 'DELETED' ? Cents.of(chargeChange).negated().toText() : chargeChange,
    createdAt: now,
    createdBy: authorOf({}),
  });
}
