import type { PaymentProvider } from '../ground/payment-provider.js';

/**
 * Payment by invoice: nobody is called. What was paid is recorded by `PAYMENT_RECEIVED`, and that record is all there is
 * to be asked.
 */
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

/** As long as it has to be to tell a billion invoices apart, and short enough to be written on a transfer. */
function invoiceNumber(sessionId: string): string {
  return `INV-${sessionId.replaceAll('-', '').slice(0, 20).toUpperCase()}`;
}
