import type { Knex } from 'knex';
import { metadataOf } from '../../db/events/action-result.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { Payment } from '../../db/models/payment.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Statement } from '../../db/models/statement.js';
import { isOfWonDispute } from '../../domain/billing/refund.js';
import { Decimal } from '../../domain/expression/index.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { isObject, type JsonObject } from '../../domain/ground/json.js';
import { amountIn } from '../../domain/money/amount-text.js';

/** What an event lets a mail say; `mailShape` has the values. */
export interface EventFacts {
  facts: JsonObject;
  statementId?: string;
  paymentId?: string;
  /** Why there is nothing to send: an invoice of nothing, a receipt of money that the policyholder did not pay. */
  nothingToTell?: true;
}

/** The statement, the payment or the notice that an event is about, as far as it is about one. */
export async function factsOfEvent(
  db: Knex,
  { triggerRequestId, envelope, byService }: AcceptedEvent,
  currency: string,
): Promise<EventFacts> {
  const payload = envelope.payload as JsonObject;
  if (typeof payload.statementId === 'string') return factsOfStatement(db, payload.statementId, currency);
  if (envelope.type === 'PAYMENT_RECEIVED') {
    const received = (await metadataOf(db, triggerRequestId)).PAYMENT_RECEIVED;
    const amount = isObject(received) && typeof received.amount === 'number' ? received.amount : 0;
    const payment = await paymentOf(db, payload);
    const cameBack =
      payment !== undefined &&
      (payment.reversesRefund !== null || (byService && isOfWonDispute(payment.reference)));
    return {
      facts: { amount: amountIn(currency, Decimal.of(amount)) },
      ...(payment && { paymentId: payment.id }),
      ...((payload.isRefund === true || amount <= 0 || cameBack) && { nothingToTell: true as const }),
    };
  }
  const { event } = payload;
  if (!isObject(event) || typeof event.eventId !== 'string') return { facts: {} };
  const told = await PolicyEvent.query(db).findById(event.eventId);
  const reason = told?.data.reason ?? told?.description;
  return {
    facts: {
      ...(told?.effectiveDate && { effectiveDate: told.effectiveDate }),
      ...(typeof reason === 'string' && { reason }),
      ...(typeof told?.data.amountDue === 'string' && { amount: told.data.amountDue }),
      ...(typeof told?.data.payBy === 'string' && { dueDate: told.data.payBy }),
    },
  };
}

/** By its reference, or the first of its session. */
function paymentOf(
  db: Knex,
  { policyId, reference, paymentTriggerRequestId: sessionId }: JsonObject,
): Promise<Payment | undefined> {
  const named =
    typeof sessionId === 'string'
      ? { session_id: sessionId }
      : { id: derivedId(String(policyId), 'payment', String(reference)) };
  return Payment.query(db).where(named).orderBy('id').first().execute();
}

/** A credit, or a statement that is paid already, is no invoice. */
async function factsOfStatement(db: Knex, statementId: string, currency: string): Promise<EventFacts> {
  const { amount, paidAmount, dueDate, state } = await Statement.query(db)
    .findById(statementId)
    .throwIfNotFound();
  const open = Decimal.of(amount).minus(paidAmount);
  const facts = { amount: amountIn(currency, open), dueDate };
  const isOwed = open.greaterThan(0) && state !== 'VOID';
  return { facts, statementId, ...(!isOwed && { nothingToTell: true as const }) };
}
