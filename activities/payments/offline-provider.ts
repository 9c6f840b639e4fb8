import { derivedId } from '../../domain/ground/derived-id.js';
import type { PaymentProvider } from '../ground/payment-provider.js';

/** Payment by invoice: no provider is called. `PAYMENT_RECEIVED` records the payments. */
export const offlineProvider: PaymentProvider = {
  name: 'OFFLINE',
  invoices: true,
  open: async ({ sessionId }) => ({ reference: invoiceNumber(sessionId), clientSecret: null }),
  standingOf: async ({ state, paidAmount, providerReference, id }) => {
    switch (state) {
      case 'OPEN':
      case 'EXPIRED':
        return { state };
      case 'PAID':
        return { state, amount: paidAmount ?? '0', reference: providerReference ?? invoiceNumber(id) };
    }
  },
};

/** Long enough to tell a billion invoices apart, and short enough for a bank transfer. */
function invoiceNumber(sessionId: string): string {
  return `INV-${derivedId(sessionId, 'invoice').replaceAll('-', '').slice(0, 20).toUpperCase()}`;
}
