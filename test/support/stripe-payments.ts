import { randomUUID } from 'node:crypto';
import { Payment } from '../../db/models/payment.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { BillingWorld } from './billing-world.js';
import type { StripeServer } from './stripe-server.js';

/** A policy of 1,260.00 of which parts were paid by Stripe, in cents, and their intents. */
export async function aPolicyPaidByStripe(world: BillingWorld, server: StripeServer, ...parts: number[]) {
  const quote = await world.aQuote();
  const { id } = await world.bind(quote, 'FULL_PAYMENT', { paymentRequired: false });
  const intents: string[] = [];
  for (const totalAmount of parts) {
    const triggerRequestId = randomUUID();
    const { PAYMENT_COLLECT_SETUP: opened } = await world.fire(
      'PAYMENT_COLLECT_SETUP',
      { policyId: id, clientId: quote.clientId, totalAmount },
      world.agency,
      { triggerRequestId },
    );
    const intent = String((opened as JsonObject).paymentIdentifier);
    Object.assign(server.intents.get(intent)!, { status: 'succeeded', amount_received: totalAmount });
    await world.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId: triggerRequestId });
    intents.push(intent);
  }
  return { id, intents };
}

/** Cancels it from its first day, which returns everything. */
export async function cancelFromTheFirstDay(world: BillingWorld, policyId: string): Promise<void> {
  await world.fire('POLICY_CANCEL', { policyId, effectiveDate: '2027-01-01' });
}

/** What went back of a policy's money, the most first. */
export const moneyBack = (world: BillingWorld, policyId: string) =>
  Payment.query(world.db).where('policy_id', policyId).where('amount', '<', 0).orderBy('amount');

/** Cents that Stripe paid back of an intent. */
export const stripeRefundsOf = (server: StripeServer, intent: string): number[] =>
  server.refunds.filter(({ payment_intent }) => payment_intent === intent).map(({ amount }) => amount);
