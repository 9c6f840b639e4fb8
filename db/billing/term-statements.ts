import type { Knex } from 'knex';
import { type Instalment, instalmentsOf, type TermCharges } from '../../domain/billing/instalments.js';
import type { PlanTerms } from '../../domain/billing/plan-terms.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { Policy } from '../models/policy.js';
import type { Statement } from '../models/statement.js';
import { addStatements, type StatementToBill } from './statements.js';

/**
 * Adds the statements of a term by its payment plan: the first is billed now, later ones on their days. Call
 * `settleAccount` once payments made in advance are assigned.
 */
export async function addTermStatements(
  trx: Knex,
  policy: Pick<Policy, 'id' | 'termNumber'>,
  { plan, charges, now }: { plan: PlanTerms; charges: TermCharges; now: BusinessTime },
): Promise<Statement[]> {
  const today = now.today;
  const statements = instalmentsOf(plan, charges, today).map((instalment) =>
    statementOf(instalment, plan, today),
  );
  return addStatements(trx, policy, statements, now);
}

function statementOf(
  { number, amount, billingDate, dueDate, ...parts }: Instalment,
  { plan }: PlanTerms,
  today: string,
): StatementToBill {
  const { premium, taxesAndFees, instalmentFee } = parts;
  return {
    kind: 'INSTALMENT',
    dueDate,
    amount,
    state: number === 1 || billingDate <= today ? 'DUE' : 'SCHEDULED',
    data: { paymentPlan: plan, billingDate, premium, taxesAndFees, instalmentFee },
  };
}
