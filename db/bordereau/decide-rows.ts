import type { Knex } from 'knex';
import type { Author } from '../../domain/ground/author.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import { BordereauDecision } from '../models/bordereau-decision.js';
import { closeTasks } from '../tasks/close-tasks.js';
import { openTasks } from '../tasks/open-task.js';
import type { BordereauMonth } from './bordereau-month.js';
import { type BordereauToRead, bordereauEntries } from './bordereau-rows.js';

/** What identifies a row of a bordereau. */
export interface RowKey {
  policyId: string;
  termNumber: number;
  /** Null: commission of the term. */
  entryId: string | null;
}

export interface DecisionToRecord extends Who {
  /** Of the request, which may be a repeated one. */
  requestId: string;
  rows: readonly RowKey[];
  decision: BordereauDecision['decision'];
  reason: string | null;
  decidedAt: Date;
  decidedBy: Author;
}

/** Records what the insurer says of rows of a closed month. `unknown`: the place of a row that the bordereau does not have. */
export async function decideRows(
  trx: Knex,
  of: BordereauToRead,
  month: BordereauMonth & { closeId: string },
  asked: DecisionToRecord,
): Promise<{ decided: number } | { unknown: number }> {
  const { requestId, rows, by, origin, ...decided } = asked;
  const policyIds = [...new Set(rows.map(({ policyId }) => policyId))];
  const { sql, bindings } = await bordereauEntries(trx, { ...of, policyIds }, month);
  const { rows: known } = await trx.raw<{ rows: RowKey[] }>(
    `with ${sql} select policy_id as "policyId", term_number as "termNumber", entry_id as "entryId" from entries`,
    bindings,
  );
  const keys = new Set(known.map(keyOf));
  const unknown = rows.findIndex((row) => !keys.has(keyOf(row)));
  if (unknown >= 0) return { unknown };
  const { productId, sellerId, organizationId, period } = of;
  const { decision, reason } = decided;
  const recorded = await BordereauDecision.query(trx)
    .insert(
      rows.map(({ policyId, termNumber, entryId }) => ({
        id: derivedId('bordereau decision', requestId, keyOf({ policyId, termNumber, entryId })),
        closeId: month.closeId,
        productId,
        sellerId,
        policyId,
        termNumber,
        entryId,
        ...decided,
      })),
    )
    .onConflict('id')
    .ignore()
    .returning('id');
  // An earlier attempt recorded it.
  if (recorded.length === 0) return { decided: rows.length };
  await followRows(trx, of, asked);
  const details = { productId, month: period.slice(0, 7), decision, reason, rows: rows.length };
  await recordAudit(trx, {
    by,
    origin,
    action: 'BORDEREAU_DECIDED',
    organizationId,
    targetId: sellerId,
    details,
  });
  return { decided: rows.length };
}

/** A disputed row is a task of the seller, until the insurer accepts it. */
async function followRows(
  trx: Knex,
  { productId, sellerId, period }: BordereauToRead,
  { requestId, rows, decision, reason, decidedAt: now }: DecisionToRecord,
): Promise<void> {
  const month = period.slice(0, 7);
  const waits = rows.map((row) => ({ row, waitsFor: `bordereau/${productId}/${month}/${keyOf(row)}` }));
  if (decision === 'ACCEPTED') {
    const accepted = {
      waitsFor: waits.map(({ waitsFor }) => waitsFor),
      reason: 'the insurer accepted the row',
    };
    await closeTasks(trx, { ...accepted, now });
    return;
  }
  const disputed = waits.map(({ row, waitsFor }) => ({
    organizationId: sellerId,
    key: `${waitsFor}/${requestId}`,
    title: `A row of the bordereau of ${month} is disputed${reason === null ? '' : `: ${reason}`}`,
    about: { policyId: row.policyId },
    role: 'billing',
    waitsFor,
    now,
  }));
  await openTasks(trx, disputed);
}

/** The same for equal rows. */
export const keyOf = ({ policyId, termNumber, entryId }: RowKey): string =>
  `${policyId} ${termNumber} ${entryId ?? ''}`;
