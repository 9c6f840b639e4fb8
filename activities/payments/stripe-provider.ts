import Stripe from 'stripe';
import { amountOfStripe, stripeUnitsOf, whyNotByStripe } from '../../domain/billing/stripe-units.js';
import { refused } from '../ground/failures.js';
import type { PaymentProvider, RefundAnswer, RefundToMake } from '../ground/payment-provider.js';
import { stripeCharges } from './stripe-charges.js';
import { asked, isAboutKey, mayPass, saidBy } from './stripe-errors.js';

export interface StripeSettings {
  secretKey: string;
  /** Replaces Stripe's address in tests: `http://127.0.0.1:12111`. */
  apiBase?: string | undefined;
}

/** Default actions have 10 s: enough for a call and one retry after a lost connection. */
const timeoutMs = 4_000;

/** Stripe's client for all that the service asks of it. */
export function stripeClient({ secretKey, apiBase }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'ioi' },
    ...(apiBase !== undefined && addressOf(apiBase)),
  });
}

/** Payment by card and Stripe's other methods, through Payment Intents. */
export function stripeProvider(settings: StripeSettings): PaymentProvider {
  const stripe = stripeClient(settings);
  return {
    ...stripeCharges(stripe),
    name: 'STRIPE',
    invoices: false,
    open: ({ idempotencyKey, sessionId, organizationId, amount, currency, description }) =>
      asked(async () => {
        const problem = whyNotByStripe(amount, currency);
        if (problem !== undefined) throw refused(problem);
        const intent = await stripe.paymentIntents.create(
          {
            amount: stripeUnitsOf(amount, currency),
            currency: currency.toLowerCase(),
            description,
            automatic_payment_methods: { enabled: true },
            metadata: { paymentTriggerRequestId: sessionId, organizationId },
          },
          { idempotencyKey },
        );
        return { reference: intent.id, clientSecret: intent.client_secret };
      }),
    standingOf: ({ providerReference, currency }, idempotencyKey) =>
      asked(async () => {
        if (providerReference === null) return { state: 'OPEN' };
        const intent = await stripe.paymentIntents.retrieve(providerReference, {}, { idempotencyKey });
        if (intent.status === 'succeeded') {
          return {
            state: 'PAID',
            amount: amountOfStripe(intent.amount_received, currency),
            reference: intent.id,
          };
        }
        return { state: intent.status === 'canceled' ? 'EXPIRED' : 'OPEN' };
      }),
    refund: async (refund) => {
      const problem = whyNotByStripe(refund.amount, refund.currency);
      if (problem !== undefined) return { made: false, reason: problem };
      const found = refund.wasAsked ? await asked(() => refundOf(stripe, refund)) : undefined;
      return found ? answerTo(found) : orRefused(async () => answerTo(await refundAnew(stripe, refund)));
    },
    refunded: (refund) =>
      asked(async () => {
        const found = await refundOf(stripe, refund);
        return found && answerTo(found);
      }),
  };
}

function refundAnew(
  stripe: Stripe,
  { idempotencyKey, refundId, policyId, triggerRequestId, paymentReference, amount, currency }: RefundToMake,
): Promise<Stripe.Refund> {
  return stripe.refunds.create(
    {
      payment_intent: paymentReference,
      amount: stripeUnitsOf(amount, currency),
      metadata: { refundId, policyId, triggerRequestId },
    },
    { idempotencyKey },
  );
}

/** Stripe forgets idempotency keys after a day, but never its records. */
async function refundOf(
  stripe: Stripe,
  { paymentReference, refundId, idempotencyKey }: RefundToMake,
): Promise<Stripe.Refund | undefined> {
  const refunds = stripe.refunds.list(
    { payment_intent: paymentReference, limit: 100 },
    { idempotencyKey: `${idempotencyKey}:asked` },
  );
  for await (const refund of refunds) if (refund.metadata?.refundId === refundId) return refund;
  return undefined;
}

function answerTo({ id, status, failure_reason: reason }: Stripe.Refund): RefundAnswer {
  if (status !== 'failed' && status !== 'canceled') {
    return { made: true, reference: id, status: (status ?? 'succeeded').toUpperCase() };
  }
  const said = [reason ?? status, id].join(', ');
  return { made: false, reason: `Stripe refused the refund (${said})` };
}

/** A refusal because of the payment is an answer; an error of the key or the connection is not. */
async function orRefused(call: () => Promise<RefundAnswer>): Promise<RefundAnswer> {
  return asked(async () => {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || mayPass(error) || isAboutKey(error)) throw error;
      return { made: false, reason: saidBy(error) };
    }
  });
}

function addressOf(apiBase: string): Pick<Stripe.StripeConfig, 'protocol' | 'host' | 'port'> {
  const { protocol, hostname, port } = new URL(apiBase);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return { protocol: scheme, host: hostname, port: port === '' ? (scheme === 'http' ? 80 : 443) : port };
}
