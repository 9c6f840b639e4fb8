import { z } from 'zod';
import type { PaymentProviderName } from '../../activities/ground/payment-provider.js';

const providers = ['OFFLINE', 'STRIPE'] as const satisfies readonly PaymentProviderName[];

/** The payment provider. */
export interface PaymentSettings {
  provider: PaymentProviderName;
  /** Undefined: Stripe is not set up. */
  stripe: { secretKey: string; apiBase: string | undefined } | undefined;
  /** The secret that signs Stripe's webhooks. Undefined: webhooks are not accepted. */
  stripeWebhookSecret: string | undefined;
}

/** The payment settings of the environment. */
export const paymentSettings = {
  PAYMENT_PROVIDER: z
    .enum(providers, `must be ${providers.join(' or ')}`)
    .default('OFFLINE')
    .meta({
      description:
        'the collector of [payments](../reference/payments.md): `OFFLINE` (by invoice) or `STRIPE`',
    }),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_\w+$/, 'must be a secret or restricted key of Stripe: sk_… or rk_…')
    .optional()
    .meta({
      secret: true,
      description:
        'for workers, and for the API to [save payment methods](../reference/collection.md); needed with `STRIPE` ([Stripe](../reference/payments.md#stripe))',
    }),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\w+$/, 'must be the signing secret of a Stripe webhook endpoint: whsec_…')
    .optional()
    .meta({ secret: true, description: "for the API: the secret that signs Stripe's webhooks" }),
  STRIPE_API_BASE: z
    .string()
    .refine(
      (value) => /^https?:\/\/[^/]+$/.test(value) && URL.canParse(value),
      'must be a URL without a path',
    )
    .optional()
    .meta({ unset: "Stripe's", description: 'another address, for tests' }),
};

type Given = z.output<z.ZodObject<typeof paymentSettings>>;

/** Checks settings that depend on each other. */
export function checkPaymentSettings(given: Given, context: z.RefinementCtx): void {
  if (given.PAYMENT_PROVIDER !== 'STRIPE' || given.STRIPE_SECRET_KEY !== undefined) return;
  const message = 'is needed if PAYMENT_PROVIDER is STRIPE';
  context.addIssue({ code: 'custom', path: ['STRIPE_SECRET_KEY'], message });
}

export function paymentSettingsOf(given: Given): PaymentSettings {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = given;
  return {
    provider: given.PAYMENT_PROVIDER,
    stripe: secretKey === undefined ? undefined : { secretKey, apiBase },
    stripeWebhookSecret: given.STRIPE_WEBHOOK_SECRET,
  };
}
