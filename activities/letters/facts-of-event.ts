import type { Knex } from 'knex';
import { metadataOf } from '../../db/events/action-result.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Statement } from '../../db/models/statement.js';
import { Decimal } from '../../domain/expression/index.js';
import { isObject, type JsonObject } from '../../domain/ground/json.js';
import { amountIn } from '../../domain/money/amount-text.js';

/** What an event lets a mail say; `mailShape` has the values. */
export interface EventFacts {
  facts: JsonObject;
  statementId?: string;
  /** Why there is nothing to send: an invoice of nothing, a receipt of what was paid back. */
  nothingToTell?: true;
}

/** The statement, the payment or the notice that an event is about, as far as it is about one. */
export async function factsOfEvent(
  db: Knex,
  { triggerRequestId, envelope }: AcceptedEvent,
  currency: string,
): Promise<EventFacts> {
  const payload = envelope.payload as JsonObject;
  if (typeof payload.statementId === 'string') return factsOfStatement(db, payload.statementId, currency);
  if (envelope.type === 'PAYMENT_RECEIVED') {
    const received = (await metadataOf(db, triggerRequestId)).PAYMENT_RECEIVED;
    const amount = isObject(received) && typeof received.amount === 'number' ? received.amount : 0;
    const facts = { amount: amountIn(currency, Decimal.of(amount)) };
    return payload.isRefund === true || amount <= 0 ? { facts, nothingToTell: true } : { facts };
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
