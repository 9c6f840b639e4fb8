import { type PaymentProviders, paymentProviders } from '../../activities/ground/payment-provider.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import type { MethodProvider } from '../../domain/billing/saved-method.js';
import type { PaymentSettings } from '../settings/payment-settings.js';

/** Where payment methods are saved, for the API; undefined: nowhere. */
export async function methodProviderOf({
  provider,
  stripe,
}: PaymentSettings): Promise<MethodProvider | undefined> {
  if (provider !== 'STRIPE' || stripe === undefined) return undefined;
  const { stripeMethods } = await import('../../activities/payments/stripe-methods.js');
  return stripeMethods(stripe);
}

/**
 * New payments go to the configured provider; earlier ones stay with theirs. Stripe's library is loaded only
 * if Stripe is set up.
 */
export async function providersOf({ provider, stripe }: PaymentSettings): Promise<PaymentProviders> {
  if (stripe === undefined) return paymentProviders(offlineProvider, []);
  const { stripeProvider } = await import('../../activities/payments/stripe-provider.js');
  const byStripe = stripeProvider(stripe);
  return provider === 'STRIPE'
    ? paymentProviders(byStripe, [offlineProvider])
    : paymentProviders(offlineProvider, [byStripe]);
}
