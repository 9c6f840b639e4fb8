import type Stripe from 'stripe';
import type { MethodProvider, MethodReferences, MethodStanding } from '../../domain/billing/saved-method.js';
import { asked } from './stripe-errors.js';
import { type StripeSettings, stripeClient } from './stripe-provider.js';

const gone = { kind: null, brand: null, lastFour: null, expiry: null, mandateReference: null };

/** Saved payment methods by Stripe's Customers and Setup Intents. */
export function stripeMethods(settings: StripeSettings): MethodProvider {
  const stripe = stripeClient(settings);
  return {
    name: 'STRIPE',
    open: ({ methodId, clientId, organizationId, customerReference }) =>
      asked(async () => {
        const customer =
          customerReference ??
          (
            await stripe.customers.create(
              { metadata: { clientId, organizationId } },
              { idempotencyKey: `${methodId}:customer` },
            )
          ).id;
        const setup = await stripe.setupIntents.create(
          {
            customer,
            usage: 'off_session',
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            metadata: { methodId, clientId, organizationId },
          },
          { idempotencyKey: `${methodId}:setup` },
        );
        return {
          customerReference: customer,
          setupReference: setup.id,
          clientSecret: setup.client_secret,
        };
      }),
    standingOf: (references) => asked(() => standingOf(stripe, references)),
    detach: ({ methodReference }) =>
      asked(async () => {
        if (methodReference !== null && (await methodOf(stripe, methodReference))?.customer) {
          await stripe.paymentMethods.detach(methodReference);
        }
      }),
  };
}

async function standingOf(
  stripe: Stripe,
  { setupReference, methodReference }: MethodReferences,
): Promise<MethodStanding> {
  const setup = await stripe.setupIntents.retrieve(setupReference);
  const reference = methodReference ?? idOf(setup.payment_method);
  if (setup.status !== 'succeeded' || reference === null) {
    const state = setup.status === 'canceled' ? ('DETACHED' as const) : ('PENDING' as const);
    return { ...gone, state, methodReference: null };
  }
  const method = await methodOf(stripe, reference);
  if (method === undefined || method.customer === null) {
    return { ...gone, state: 'DETACHED', methodReference: reference };
  }
  return {
    ...describedMethod(method),
    state: 'ACTIVE',
    methodReference: reference,
    mandateReference: idOf(setup.mandate),
  };
}

async function methodOf(stripe: Stripe, id: string): Promise<Stripe.PaymentMethod | undefined> {
  try {
    return await stripe.paymentMethods.retrieve(id);
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode === 404) return undefined;
    throw error;
  }
}

/** What people tell methods apart by. */
function describedMethod({
  type: kind,
  card,
  us_bank_account: account,
  sepa_debit: debit,
}: Stripe.PaymentMethod) {
  const expiry = card ? `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}` : null;
  return {
    kind,
    brand: card?.brand ?? account?.bank_name ?? null,
    lastFour: card?.last4 ?? account?.last4 ?? debit?.last4 ?? null,
    expiry,
  };
}

const idOf = (named: string | { id: string } | null): string | null =>
  typeof named === 'string' ? named : (named?.id ?? null);
