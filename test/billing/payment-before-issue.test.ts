import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentProviders } from '../../activities/ground/payment-provider.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import { stripeProvider } from '../../activities/payments/stripe-provider.js';
import { Policy } from '../../db/models/policy.js';
import type { Quote } from '../../db/models/quote.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { aBillingWorld, type BillingWorld } from '../support/billing-world.js';
import { aStripeServer, type StripeServer } from '../support/stripe-server.js';

const unpaid = /^360.00 USD must be paid before the quote is bound; 0.00 has been paid/;
const forbidden = /The product issues no unpaid policy: leave out paymentRequired$/;

describe.each(['OFFLINE', 'STRIPE'] as const)('with %s, POLICY_CREATE', (provider) => {
  let server: StripeServer;
  const worlds = new Map<boolean, BillingWorld>();
  beforeAll(async () => {
    server = await aStripeServer();
    const stripe = stripeProvider({ secretKey: 'sk_test_1', apiBase: server.url });
    const payments =
      provider === 'STRIPE' ? paymentProviders(stripe, [offlineProvider]) : paymentProviders(offlineProvider);
    for (const unpaidIssue of [true, false]) {
      worlds.set(unpaidIssue, await aBillingWorld({ payments, unpaidIssue }));
    }
  });
  afterAll(async () => {
    for (const world of worlds.values()) await world.close();
    await server?.close();
  });

  /** Pays the first installment in a session. */
  async function pay(world: BillingWorld, { requestId, clientId }: Quote): Promise<void> {
    const selectedPaymentPlans = { [requestId]: 'MONTHLY' };
    const setup = { clientId, quoteIds: [requestId], selectedPaymentPlans };
    const { PAYMENT_SETUP: opened } = await world.fire('PAYMENT_SETUP', setup);
    const { paymentTriggerRequestId, paymentIdentifier } = opened as JsonObject;
    const intent = server.intents.get(String(paymentIdentifier));
    if (intent) Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    await world.fire('PAYMENT_RECEIVED', { paymentTriggerRequestId });
  }
  const policyOf = (world: BillingWorld, { requestId }: Quote) =>
    Policy.query(world.db).findOne({ quote_id: requestId });

  it.each([
    [true, true, unpaid],
    [true, false, 'issued'],
    [true, undefined, provider === 'OFFLINE' ? 'issued' : unpaid],
    [false, true, unpaid],
    [false, false, forbidden],
    [false, undefined, unpaid],
  ] as const)(
    'with unpaidIssue %s and paymentRequired %s, nothing paid: %s',
    async (unpaidIssue, paymentRequired, outcome) => {
      const world = worlds.get(unpaidIssue)!;
      const more = paymentRequired === undefined ? {} : { paymentRequired };
      const quote = await world.aQuote();
      if (outcome === 'issued') {
        expect(await world.bind(quote, 'MONTHLY', more)).toMatchObject({ status: 'NOT_PAID' });
        return;
      }
      await expect(world.bind(quote, 'MONTHLY', more)).rejects.toThrow(outcome);
      expect(await policyOf(world, quote)).toBeUndefined();
      await pay(world, quote);
      expect(await world.bind(quote, 'MONTHLY', more)).toMatchObject({
        ...{ status: 'PAID', policyState: 'ACTIVE' },
      });
    },
  );

  it('needs no payment where a finance company pays, whatever the product says', async () => {
    const world = worlds.get(false)!;
    expect(await world.bind(await world.aQuote(), 'FINANCE')).toMatchObject({
      policyState: 'PENDING_FINANCE_CONFIRMATION',
    });
  });
});
