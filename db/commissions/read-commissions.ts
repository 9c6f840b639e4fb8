import type { Knex } from 'knex';
import type { Database } from '../database.js';
import { CommissionAdjustment } from '../models/commission-adjustment.js';
import { CommissionStatement } from '../models/commission-statement.js';

/** A statement with the names of its two sides. */
export type NamedStatement = CommissionStatement & { organizationName: string; sellerName: string };

export interface StatementSearch {
  /** Its own: as insurer all of its sellers', as seller those of itself. */
  organizationId: string;
  sellerId?: string | undefined;
  /** The first day of the month. */
  period?: string | undefined;
  clockId?: string | undefined;
  page: number;
  size: number;
}

/** A page of the statements that an organization sees, the latest month first. */
export async function searchStatements(
  db: Database,
  { sellerId, period, clockId, page, size, organizationId }: StatementSearch,
): Promise<{ total: number; results: NamedStatement[] }> {
  return namedStatements(db, organizationId)
    .where('commission_statements.clock_id', clockId ?? null)
    .modify((of) => {
      if (sellerId !== undefined) of.where('commission_statements.seller_id', sellerId);
      if (period !== undefined) of.where('commission_statements.period', period);
    })
    .orderBy([
      { column: 'commission_statements.period', order: 'desc' },
      'seller.name',
      'commission_statements.id',
    ])
    .page(page, size)
    .castTo<{ total: number; results: NamedStatement[] }>();
}

/** A statement that an organization sees, as insurer or as seller. */
export async function readStatement(
  db: Database,
  organizationId: string,
  id: string,
): Promise<NamedStatement | undefined> {
  return namedStatements(db, organizationId)
    .where('commission_statements.id', id)
    .first()
    .castTo<NamedStatement | undefined>();
}

function namedStatements(db: Knex, organizationId: string) {
  return CommissionStatement.query(db)
    .join('organizations as insurer', 'insurer.id', 'commission_statements.organization_id')
    .join('organizations as seller', 'seller.id', 'commission_statements.seller_id')
    .modify('visibleTo', organizationId)
    .select('commission_statements.*', 'insurer.name as organizationName', 'seller.name as sellerName');
}

/** A line of a statement; decimal text. */
export interface StatementLine {
  policyId: string;
  policyNumber: string;
  termNumber: number;
  /** The change that it is for, by its ledger entry, and the event that recorded it. */
  entryId: string | null;
  triggerRequestId: string | null;
  effectiveDate: string | null;
  premium: string;
  commission: string;
}

/** Joins what recorded an entry, its event and time, as `recorded`. */
export const recordingOfEntry = (entryId: string): string => `
  left join lateral (
    select trigger_request_id, created_at from ledger_journal where entry_id = ${entryId} order by seq limit 1
  ) recorded on true`;

/** A page of the lines of a statement, in the order of policies. */
export async function linesOfStatement(
  db: Database,
  statementId: string,
  { page, size }: { page: number; size: number },
): Promise<{ total: number; lines: StatementLine[] }> {
  const of = () => db('commission_lines').where('commission_lines.statement_id', statementId);
  const [counted] = await of().count({ total: '*' });
  const lines: StatementLine[] = await of()
    .join('policies', 'policies.id', 'commission_lines.policy_id')
    .leftJoin('ledger_entries', 'ledger_entries.id', 'commission_lines.entry_id')
    .joinRaw(recordingOfEntry('commission_lines.entry_id'))
    .select({
      policyId: 'policy_id',
      policyNumber: 'policies.policy_number',
      termNumber: 'commission_lines.term_number',
      entryId: 'commission_lines.entry_id',
      triggerRequestId: 'recorded.trigger_request_id',
      effectiveDate: 'ledger_entries.effective_date',
      premium: 'commission_lines.premium',
      commission: 'commission',
    })
    .orderBy('commission_lines.id')
    .offset(page * size)
    .limit(size);
  return { total: Number(counted?.total ?? 0), lines };
}

/** A statement has so many adjustments at most. */
export const mostAdjustments = 1_000;

export async function adjustmentsOfStatement(
  db: Database,
  statementId: string,
): Promise<CommissionAdjustment[]> {
  return CommissionAdjustment.query(db)
    .where('statement_id', statementId)
    .orderBy(['created_at', 'id'])
    .limit(mostAdjustments);
}
