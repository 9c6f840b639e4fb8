import { type PaymentProviders, paymentProviders } from '../../activities/ground/payment-provider.js';
import { offlineProvider } from '../../activities/payments/offline-provider.js';
import type { PaymentSettings } from '../settings/payment-settings.js';

/**
 * New payments go to the provider that is set; earlier ones are asked about where they were made. Stripe's library is
 * loaded where Stripe is set up only.
 */
export async function providersOf({ provider, stripe }: PaymentSettings): Promise<PaymentProviders> {
  if (stripe === undefined) return paymentProviders(offlineProvider, []);
  const { stripeProvider } = await import('../../activities/payments/stripe-provider.js');
  const byStripe = stripeProvider(stripe);
  return provider === 'STRIPE'
    ? paymentProviders(byStripe, [offlineProvider])
    : paymentProviders(offlineProvider, [byStripe]);
}
