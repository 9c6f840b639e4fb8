import type { Knex } from 'knex';
import { Decimal } from '../../domain/expression/index.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { exactText } from '../../domain/money/amount-text.js';
import { recordFeeOfStatement } from '../ledger/record-entry.js';
import type { Policy } from '../models/policy.js';
import { Statement } from '../models/statement.js';
import { recordPolicyEvent } from '../policy-changes/record-change.js';
import { settleAccount } from './settle-account.js';
import { addStatements } from './statements.js';

/** Writes off the open amount of a statement by a credit, and records it with the policy's events. */
export async function writeOffShortfall(
  trx: Knex,
  policy: Policy,
  statementId: string,
  now: BusinessTime,
): Promise<void> {
  const short = await Statement.query(trx).findById(statementId).throwIfNotFound();
  const open = exactText(Decimal.of(short.amount).minus(short.paidAmount));
  const amount = exactText(Decimal.of(open).negated());
  const today = now.today;
  const parts = { premium: '0.00', taxesAndFees: '0.00', writtenOff: amount };
  const data = { billingDate: today, ...parts, label: 'Shortfall written off', statementId };
  const [credit] = await addStatements(
    trx,
    policy,
    [{ kind: 'WRITE_OFF', dueDate: today, amount, state: 'DUE', data }],
    now,
  );
  if (credit !== undefined) await recordFeeOfStatement(trx, credit, { now });
  await settleAccount(trx, policy, now);
  await recordPolicyEvent(trx, policy.id, {
    id: derivedId(credit?.id ?? statementId, 'policyEvent'),
    type: 'SHORTFALL_WRITTEN_OFF',
    label: 'Shortfall written off',
    description: `${open} of ${short.amount}`,
    data: { statementId, amount: Number(open) },
    effectiveDate: today,
    now,
  });
}
