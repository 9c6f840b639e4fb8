import type { Knex } from 'knex';
import type { QueryBuilder } from 'objection';
import { derivedId } from '../../domain/ground/derived-id.js';
import { Payment } from '../models/payment.js';
import { PaymentSession } from '../models/payment-session.js';

/** The sessions that an organization opened to pay for a quote. */
export function sessionsOf(
  db: Knex,
  quoteId: string,
  organizationIds: readonly string[],
): QueryBuilder<PaymentSession> {
  return PaymentSession.query(db)
    .where('kind', 'SETUP')
    .whereRaw('quote_ids @> ?::jsonb', [JSON.stringify([quoteId])])
    .whereIn('organization_id', [...organizationIds])
    .orderBy('id');
}

/**
 * The id of a session's payment for one of its quotes, or for its policy; the same payment under the same
 * reference has the same id.
 */
export const paymentIdOf = (sessionId: string, forId: string, reference: string): string =>
  derivedId(sessionId, 'payment', forId, reference);

/** The payments in sessions for a quote that is not issued yet. */
export async function paymentsAhead(
  db: Knex,
  quoteId: string,
  sessions: readonly PaymentSession[],
): Promise<Payment[]> {
  if (sessions.length === 0) return [];
  const payments = await Payment.query(db)
    .whereIn(
      'session_id',
      sessions.map(({ id }) => id),
    )
    .whereNull('policy_id')
    .orderBy(['received_at', 'id']);
  return payments.filter(
    ({ id, sessionId, reference }) => sessionId !== null && id === paymentIdOf(sessionId, quoteId, reference),
  );
}
