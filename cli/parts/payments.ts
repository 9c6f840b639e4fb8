import { type PaymentProviders, paymentProviders } from '../../activities/ground/payment-provider.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import type { PaymentSettings } from '../settings/payment-settings.js';

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
