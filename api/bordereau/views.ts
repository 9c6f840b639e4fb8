import type { BordereauTotal, ReadRow } from '../../db/bordereau/read-bordereau.js';
import type { BordereauTable } from '../../documents/bordereau/write-bordereau.js';
import { type BordereauColumn, cellOf } from '../../domain/bordereau/columns.js';
import type { EveryField } from '../../domain/ground/every-field.js';
import type { RowView, TotalView } from './schemas.js';

export function rowView(row: ReadRow, columns: readonly BordereauColumn[]): EveryField<RowView> {
  return {
    policyId: row.policyId,
    termNumber: row.termNumber,
    entryId: row.entryId,
    policyNumber: row.policyNumber,
    triggerRequestId: row.triggerRequestId,
    values: Object.fromEntries(columns.map((column) => [column.name, cellOf(column, row)])),
    state: row.state,
    decisions: row.decisions.map(({ decision, reason, decidedAt, decidedBy }) => ({
      decision,
      reason,
      decidedTimestamp: new Date(decidedAt).toISOString(),
      decidedBy,
    })),
  };
}

export function totalView({
  premium,
  taxesAndFees,
  commission,
  ...of
}: BordereauTotal): EveryField<TotalView> {
  return {
    ...of,
    premium: Number(premium),
    taxesAndFees: Number(taxesAndFees),
    commission: Number(commission),
  };
}

const linkNames = ['Policy Id', 'Term Number', 'Ledger Entry', 'Event', 'State', 'Reason'];

/** The rows with what identifies each and links it to its change. */
export function bordereauTable(
  month: string,
  { columns, rows }: { columns: readonly BordereauColumn[]; rows: readonly ReadRow[] },
): BordereauTable {
  return {
    month,
    columns,
    linkNames,
    rows: rows.map((row) => {
      const { policyId, termNumber, entryId, triggerRequestId, state, decisions } = row;
      const reason = decisions[0]?.reason ?? null;
      return { row, links: [policyId, termNumber, entryId, triggerRequestId, state, reason] };
    }),
  };
}
