import type { CommissionOfMonth } from '../../db/commissions/month-of-commissions.js';
import type { NamedStatement, StatementLine } from '../../db/commissions/read-commissions.js';
import type { CommissionAdjustment } from '../../db/models/commission-adjustment.js';
import type { EveryField } from '../../domain/ground/every-field.js';
import { Cents } from '../../domain/money/cents.js';
import type { AdjustmentView, LineView, StatementView } from './schemas.js';

/** What a seller earned and collected, and what is owed to it. */
export function amountsView({
  currency,
  commission,
  adjusted,
  collected,
}: Pick<CommissionOfMonth, 'currency' | 'commission' | 'adjusted' | 'collected'>) {
  const payable = Cents.of(commission).plus(Cents.of(adjusted)).minus(Cents.of(collected)).toText();
  return {
    currency,
    commission: Number(commission),
    adjusted: Number(adjusted),
    collected: Number(collected),
    payable: Number(payable),
  };
}

export function statementView(statement: NamedStatement): EveryField<StatementView> {
  return {
    id: statement.id,
    month: statement.period.slice(0, 7),
    insurerId: statement.organizationId,
    insurerName: statement.organizationName,
    sellerId: statement.sellerId,
    sellerName: statement.sellerName,
    clockId: statement.clockId,
    ...amountsView(statement),
    closedTimestamp: statement.closedAt.toISOString(),
  };
}

export function lineView({ premium, commission, ...line }: StatementLine): EveryField<LineView> {
  return { ...line, premium: Number(premium), commission: Number(commission) };
}

export function adjustmentView(adjustment: CommissionAdjustment): EveryField<AdjustmentView> {
  return {
    id: adjustment.id,
    sellerId: adjustment.sellerId,
    policyId: adjustment.policyId,
    clockId: adjustment.clockId,
    currency: adjustment.currency,
    amount: Number(adjustment.amount),
    reason: adjustment.reason,
    statementId: adjustment.statementId,
    createdTimestamp: adjustment.createdAt.toISOString(),
    createdBy: adjustment.createdBy,
  };
}
