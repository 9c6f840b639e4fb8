import type { Knex } from 'knex';
import { spreadOver } from '../../domain/billing/spread.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { type PricedChange, totalOfChange } from '../../domain/policy/policy-change.js';
import { type SettledAccount, settleAccount } from '../billing/settle-account.js';
import { applyLedgerEntry } from '../ledger/record-entry.js';
import type { LedgerEntry } from '../models/ledger-entry.js';
import type { Policy } from '../models/policy.js';
import { Statement } from '../models/statement.js';

/**
 * Adds a change to the installments of the current term that are due from its first day on and not billed yet, and
 * settles the account. Undefined if it cannot be spread and is to be billed at once. Its entry is marked as included
 * in the first of them.
 */
export async function spreadChange(
  trx: Knex,
  policy: Policy,
  change: PricedChange,
  {
    entry,
    label,
    digits,
    triggerRequestId,
    now,
  }: { entry: LedgerEntry; label: string; digits: number; triggerRequestId: string; now: BusinessTime },
): Promise<SettledAccount | undefined> {
  const { effectiveDate } = change;
  const toCome = await Statement.query(trx)
    .where({ policy_id: policy.id, term_number: policy.termNumber, kind: 'INSTALMENT', state: 'SCHEDULED' })
    .where('due_date', '>=', effectiveDate)
    .orderBy('number');
  const spread = spreadOver(
    totalOfChange(change),
    toCome.map(({ id, amount, paidAmount, data }) => ({
      id,
      amount,
      paidAmount,
      premium: String(data.premium),
      taxesAndFees: String(data.taxesAndFees),
    })),
    digits,
  );
  const [first] = toCome;
  if (spread === null || first === undefined) return undefined;
  for (const [index, { id, amount, ...parts }] of spread.entries()) {
    const before = toCome[index]?.data ?? {};
    const changes: JsonObject[] = Array.isArray(before.changes) ? (before.changes as JsonObject[]) : [];
    const data = {
      ...before,
      premium: parts.premium,
      taxesAndFees: parts.taxesAndFees,
      changes: [...changes, { effectiveDate, label, triggerRequestId }],
    };
    await Statement.query(trx).findById(id).patch({ amount, data });
  }
  await applyLedgerEntry(trx, { entryId: entry.id, statementId: first.id, triggerRequestId, now });
  return settleAccount(trx, policy, now);
}
