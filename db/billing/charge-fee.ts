import type { Knex } from 'knex';
import type { StatementKind } from '../../domain/billing/account.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays, laterOf } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { FollowUp } from '../events/follow-up.js';
import { recordFeeOfStatement } from '../ledger/record-entry.js';
import type { Policy } from '../models/policy.js';
import { addStatements, statementCreated } from './statements.js';

export interface FeeToCharge {
  kind: Extract<StatementKind, 'NSF_FEE' | 'LATE_FEE'>;
  /** Decimal text; a fee of zero is not billed. */
  amount: string;
  label: string;
  /** Days until the due date. */
  dueDays: number;
  data?: JsonObject;
  now: BusinessTime;
}

/**
 * Bills a fee in a statement of its own. It is no premium: the ledger's journal has a line of it, and no entry. Call `settleAccount`
 * afterwards.
 */
export async function chargeFee(
  trx: Knex,
  policy: Policy,
  { kind, amount, label, dueDays, data = {}, now }: FeeToCharge,
): Promise<FollowUp[]> {
  if (Number(amount) === 0) return [];
  const billingDate = now.today;
  const statement = {
    kind,
    amount,
    state: 'DUE' as const,
    dueDate: laterOf(addDays(billingDate, dueDays), policy.effectiveDate),
    data: { billingDate, premium: '0.00', taxesAndFees: '0.00', fee: amount, label, ...data },
  };
  const billed = await addStatements(trx, policy, [statement], now);
  for (const each of billed) await recordFeeOfStatement(trx, each, { now });
  return billed.map(({ id }) => statementCreated(id));
}
