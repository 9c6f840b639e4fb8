import { ApplicationFailure } from '@temporalio/common';
import type { PaymentSession } from '../../db/models/payment-session.js';

export type PaymentProviderName = 'OFFLINE' | 'STRIPE';

export interface PaymentToOpen {
  /** Of the event and action: asking again with it opens nothing new. */
  idempotencyKey: string;
  /** The payment session's id, which the provider's own records are marked with. */
  sessionId: string;
  organizationId: string;
  /** Decimal text, more than zero. */
  amount: string;
  currency: string;
  description: string;
}

export interface OpenedPayment {
  /** What the provider knows the payment by. */
  reference: string;
  /** What the payer's browser needs to pay; null where there is nothing to pay in a browser. */
  clientSecret: string | null;
}

/** Where a payment stands with its provider; amounts are decimal text. */
export type PaymentStanding =
  | { state: 'OPEN' }
  | { state: 'EXPIRED' }
  | { state: 'PAID'; amount: string; reference: string };

export interface RefundToMake {
  /** Of the event, the action and the payment: asking again with it pays nothing back a second time. */
  idempotencyKey: string;
  /** The refund's own id, which the provider's record of it is marked with. */
  refundId: string;
  policyId: string;
  triggerRequestId: string;
  /** What the provider knows the payment by that goes back. */
  paymentReference: string;
  /** Decimal text, more than zero. */
  amount: string;
  /** An earlier attempt may have asked, longer ago than the provider remembers keys. */
  wasAsked: boolean;
}

/** What a provider said to a refund: that it goes, or why it does not. */
export type RefundAnswer =
  | { made: true; reference: string; status: string }
  | { made: false; reason: string };

/** Whoever collects money. Calls may be repeated. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** Money is taken to be on its way without being asked for: a policy may be issued on an invoice. */
  readonly invoices: boolean;
  open(payment: PaymentToOpen): Promise<OpenedPayment>;
  /** Asks how a session's payment stands. */
  standingOf(session: PaymentSession, idempotencyKey: string): Promise<PaymentStanding>;
  /** Pays back a payment or a part of it. Left out where somebody does that by hand. */
  refund?(refund: RefundToMake): Promise<RefundAnswer>;
  /** What came of a refund that may have been asked for; undefined where it never was. Goes with `refund`. */
  refunded?(refund: RefundToMake): Promise<RefundAnswer | undefined>;
}

/** The provider that new payments go to, and those that earlier ones went to. */
export interface PaymentProviders {
  readonly current: PaymentProvider;
  /** Fails the action where the provider is not set up any more. */
  named(name: string): PaymentProvider;
}

export function paymentProviders(
  current: PaymentProvider,
  others: readonly PaymentProvider[] = [],
): PaymentProviders {
  const known = new Map([current, ...others].map((provider) => [provider.name as string, provider]));
  return {
    current,
    named(name) {
      const provider = known.get(name);
      if (provider !== undefined) return provider;
      throw ApplicationFailure.nonRetryable(
        `the payment provider ${name} is not set up in this installation`,
        'PAYMENT_PROVIDER_MISSING',
      );
    },
  };
}
