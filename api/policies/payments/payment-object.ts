import type { ModelObject } from 'objection';
import type { Payment } from '../../../db/models/payment.js';
import { paymentKindOf } from '../../../domain/billing/payment-kind.js';
import type { BusinessTime } from '../../../domain/ground/business-time.js';
import { type EveryField, nothingLeft } from '../../../domain/ground/every-field.js';
import { Cents, sumOfAmounts } from '../../../domain/money/cents.js';
import type { PolicyPayment } from './schemas.js';

/** A payment of a policy, with the statements that it was applied to. */
export function paymentObject(
  payment: ModelObject<Payment>,
  now: Pick<BusinessTime, 'dayOf'>,
): EveryField<PolicyPayment> {
  const { id, amount, reverses, reversesRefund, paidOn, receivedAt, statements = [], ...others } = payment;
  const { method, provider, reference, payer, description, triggerRequestId, createdBy, ...notShown } =
    others;
  const { version, updatedAt, policyId, organizationId, sessionId, ...rest } = notShown;
  nothingLeft(rest);
  const applied = Cents.of(sumOfAmounts(statements.map((statement) => statement.applied)));
  return {
    id,
    kind: paymentKindOf(payment),
    amount: Number(amount),
    paymentDate: paidOn ?? now.dayOf(receivedAt),
    receivedTimestamp: receivedAt.toISOString(),
    paymentMethod: method,
    paymentProcessor: provider,
    reference,
    payer,
    description,
    reversedPaymentId: reverses ?? reversesRefund,
    statements: statements.map((statement) => ({
      statementId: statement.id,
      termNumber: statement.termNumber,
      number: statement.number,
      dueDate: statement.dueDate,
      amount: Number(statement.applied),
    })),
    unappliedAmount: Number(Cents.of(amount).minus(applied).toText()),
    triggerRequestId,
    createdBy,
    version,
    updatedTimestamp: (updatedAt ?? receivedAt).toISOString(),
  };
}
