import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { movedCharges } from '../../domain/policy/charges.js';
import { netted, reversed } from '../../domain/policy/proration.js';
import { movedPeriod } from '../../domain/policy/timeline.js';
import { LedgerEntry } from '../models/ledger-entry.js';
import type { Policy } from '../models/policy.js';
import { readChargeLines, readLines } from './read-lines.js';
import { recordLedgerLines } from './record-entry.js';

/**
 * Moves the ledger entries of a policy's current term to the term's corrected dates. The journal gets lines that
 * take each amount back over its old period and charge it over the new one; its premium stays unchanged.
 */
export async function moveEntries(
  trx: Knex,
  policy: Policy,
  to: { effectiveDate: string; expirationDate: string },
  { createdBy, now }: { createdBy: JsonObject; now: BusinessTime },
): Promise<void> {
  const move = movedPeriod(policy, to);
  const { id: policyId, termNumber } = policy;
  const all = await readLines(trx, policyId, { termNumber });
  const allCharges = await readChargeLines(trx, policyId, { termNumber });
  const entries = await LedgerEntry.query(trx)
    .where({ parent_policy_id: policyId, term_number: termNumber })
    .whereNull('deleted_at')
    .orderBy(['created_at', 'id']);
  for (const entry of entries) {
    const before = { effectiveDate: entry.effectiveDate };
    const { from: effectiveDate } = move({ from: entry.effectiveDate, until: entry.effectiveDate });
    const own = netted(all.filter(({ entryId }) => entryId === entry.id));
    const lines = netted([...reversed(own), ...own.map(move)]);
    const ofEntry = allCharges.filter(({ entryId }) => entryId === entry.id);
    const charges = movedCharges(ofEntry, move);
    const isMoved = lines.length > 0 || charges.length > 0;
    if (effectiveDate === before.effectiveDate && !isMoved) continue;
    await LedgerEntry.query(trx).findById(entry.id).patch({ effectiveDate });
    const moved = { kind: 'MOVED' as const, data: { before }, createdBy, now };
    await recordLedgerLines(trx, { ...entry, effectiveDate } as LedgerEntry, moved, {
      lines,
      charges,
    });
  }
}
