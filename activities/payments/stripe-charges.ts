import Stripe from 'stripe';
import { amountOfStripe, stripeUnitsOf, whyNotByStripe } from '../../domain/billing/stripe-units.js';
import type { ChargeAnswer, ChargeToMake, PaymentProvider } from '../ground/payment-provider.js';
import { asked, isAboutKey, mayPass } from './stripe-errors.js';

/** Stripe's clock may differ from the database's. */
const clockDifferenceSeconds = 3_600;

/** Charges of saved methods, through Payment Intents that are confirmed without the payer. */
export function stripeCharges(stripe: Stripe): Required<Pick<PaymentProvider, 'charge' | 'charged'>> {
  const charged = (charge: ChargeToMake) =>
    asked(async () => {
      const intent = await intentOf(stripe, charge);
      return intent && answerTo(intent, charge.currency);
    });
  return {
    charged,
    async charge(charge) {
      if (whyNotByStripe(charge.amount, charge.currency) !== undefined) {
        return { state: 'DECLINED', reference: null, code: 'amount_not_in_units' };
      }
      const known = charge.wasAsked ? await charged(charge) : undefined;
      return known ?? orDeclined(charge, () => chargeAnew(stripe, charge));
    },
  };
}

function chargeAnew(stripe: Stripe, charge: ChargeToMake): Promise<Stripe.PaymentIntent> {
  const { chargeId, policyId, organizationId, amount, currency, mandateReference } = charge;
  return stripe.paymentIntents.create(
    {
      amount: stripeUnitsOf(amount, currency),
      currency: currency.toLowerCase(),
      customer: charge.customerReference,
      payment_method: charge.methodReference,
      ...(mandateReference !== null && { mandate: mandateReference }),
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      off_session: true,
      confirm: true,
      description: charge.description,
      metadata: { chargeId, policyId, organizationId },
    },
    { idempotencyKey: chargeId },
  );
}

/**
 * By the customer's list, which is complete at once; Stripe's search is not. Stripe forgets idempotency keys after a day, but
 * never its records.
 */
async function intentOf(
  stripe: Stripe,
  { customerReference: customer, chargeId, since }: ChargeToMake,
): Promise<Stripe.PaymentIntent | undefined> {
  const gte = Math.floor(since.getTime() / 1000) - clockDifferenceSeconds;
  const intents = stripe.paymentIntents.list({ customer, created: { gte }, limit: 100 });
  for await (const intent of intents) if (intent.metadata.chargeId === chargeId) return intent;
  return undefined;
}

function answerTo(intent: Stripe.PaymentIntent, currency: string): ChargeAnswer {
  const { id: reference, status, amount_received: received, last_payment_error: error } = intent;
  if (status === 'succeeded')
    return { state: 'SUCCEEDED', reference, amount: amountOfStripe(received, currency) };
  if (status === 'processing') return { state: 'PROCESSING', reference };
  if (status === 'requires_action') return { state: 'DECLINED', reference, code: 'authentication_required' };
  return { state: 'DECLINED', reference, code: error?.decline_code ?? error?.code ?? status };
}

/** What Stripe says of the method is an answer; an error of the key or the connection is not. */
async function orDeclined(
  { currency }: ChargeToMake,
  call: () => Promise<Stripe.PaymentIntent>,
): Promise<ChargeAnswer> {
  return asked(async () => {
    try {
      return answerTo(await call(), currency);
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError) || mayPass(error) || isAboutKey(error)) throw error;
      const { code, decline_code: declined, payment_intent: intent, type } = error;
      return { state: 'DECLINED', reference: intent?.id ?? null, code: usefulCode(declined, code) ?? type };
    }
  });
}

/** Of the two codes the one that says more: `card_declined` has the bank's in `decline_code`. */
function usefulCode(declined: string | undefined, code: string | undefined): string | undefined {
  return code === 'card_declined' ? (declined ?? code) : (code ?? declined);
}
