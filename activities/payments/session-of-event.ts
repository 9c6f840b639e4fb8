import type { Knex } from 'knex';
import { receiveInSession, type SessionReceipt } from '../../db/billing/receive-in-session.js';
import type { Receipt } from '../../db/billing/receive-payment.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import { refused } from '../ground/failures.js';
import type { PaymentStanding } from '../ground/payment-provider.js';

/** The payment session that an event names, if the event's organization opened it or is its insurer. */
export async function sessionOfEvent(
  { dependencies, event }: DefaultActionWork,
  id: string,
): Promise<PaymentSession> {
  const session = await PaymentSession.query(dependencies.db)
    .findById(id)
    .modify('visibleTo', event.organizationId);
  if (session !== undefined) return session;
  throw refused(`payment ${id} does not exist`, 'payload.paymentTriggerRequestId');
}

/** The status of a payment, from its provider unless it is known to be paid. */
export async function askAboutPayment(
  { dependencies, event, actionId }: DefaultActionWork,
  session: PaymentSession,
): Promise<PaymentStanding> {
  const { state, paidAmount, providerReference, id, provider } = session;
  if (state === 'PAID') return { state, amount: paidAmount ?? '0', reference: providerReference ?? id };
  const key = `${event.triggerRequestId}:${actionId}:${id}`;
  return dependencies.payments.named(provider).standingOf(session, key);
}

/**
 * Records a payment's status at the provider: a payment is applied once, a canceled one ends its session.
 */
export async function settleByProvider(
  trx: Knex,
  session: PaymentSession,
  standing: PaymentStanding,
  receipt: Receipt,
): Promise<SessionReceipt> {
  const unchanged = { session, applied: false, policies: [], fires: [] };
  if (session.state === 'PAID') return unchanged;
  switch (standing.state) {
    case 'OPEN':
      return unchanged;
    case 'PAID':
      return receiveInSession(trx, session.id, standing, receipt);
    case 'EXPIRED': {
      await PaymentSession.query(trx).findById(session.id).where('state', 'OPEN').patch({ state: 'EXPIRED' });
      return {
        ...unchanged,
        session: await PaymentSession.query(trx).findById(session.id).throwIfNotFound(),
      };
    }
  }
}
