import { ApplicationFailure } from '@temporalio/common';
import type { PaymentSession } from '../../db/models/payment-session.js';

export type PaymentProviderName = 'OFFLINE' | 'STRIPE';

export interface PaymentToOpen {
  /** Derived from event and action: a repeated call opens no second payment. */
  idempotencyKey: string;
  /** The payment session's id, stored with the provider's record. */
  sessionId: string;
  organizationId: string;
  /** Decimal text, more than zero. */
  amount: string;
  currency: string;
  description: string;
}

export interface OpenedPayment {
  /** The provider's reference of the payment. */
  reference: string;
  /** The secret with which the payer's browser pays; null if the payment is not made in a browser. */
  clientSecret: string | null;
}

/** The status of a payment at its provider; amounts are decimal text. */
export type PaymentStanding =
  | { state: 'OPEN' }
  | { state: 'EXPIRED' }
  | { state: 'PAID'; amount: string; reference: string };

export interface RefundToMake {
  /** Derived from event, action and payment: a repeated call makes no second refund. */
  idempotencyKey: string;
  /** The refund's id, stored with the provider's record. */
  refundId: string;
  policyId: string;
  triggerRequestId: string;
  /** The provider's reference of the refunded payment. */
  paymentReference: string;
  /** Decimal text, more than zero. */
  amount: string;
  currency: string;
  /** An earlier attempt may have been made before the provider forgot its keys. */
  wasAsked: boolean;
}

/** The provider's answer to a refund: made, or why it was not. */
export type RefundAnswer =
  | { made: true; reference: string; status: string }
  | { made: false; reason: string };

/** A charge of a saved payment method, without the payer. */
export interface ChargeToMake {
  /** The charge's id, stored with the provider's record; the idempotency key is made from it. */
  chargeId: string;
  policyId: string;
  organizationId: string;
  customerReference: string;
  methodReference: string;
  /** The mandate of a direct debit, if there is one. */
  mandateReference: string | null;
  /** Decimal text, more than zero. */
  amount: string;
  currency: string;
  description: string;
  /** When it was first recorded: no record of it is older. */
  since: Date;
  /** An earlier attempt may have been made: it is looked up first. */
  wasAsked: boolean;
}

/** What came of a charge. `PROCESSING`: the bank answers within days. */
export type ChargeAnswer =
  | { state: 'SUCCEEDED'; reference: string; amount: string }
  | { state: 'PROCESSING'; reference: string }
  | { state: 'DECLINED'; reference: string | null; code: string };

/** A payment provider. Calls may be repeated. */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  /** Payments are made by invoice: a policy may be issued before the money arrives. */
  readonly invoices: boolean;
  open(payment: PaymentToOpen): Promise<OpenedPayment>;
  /** The status of a session's payment. */
  standingOf(session: PaymentSession, idempotencyKey: string): Promise<PaymentStanding>;
  /** Refunds a payment or a part of it. Absent if refunds are made by hand. */
  refund?(refund: RefundToMake): Promise<RefundAnswer>;
  /**
   * The result of a refund that may have been requested; undefined if it never was. Present with `refund`.
   */
  refunded?(refund: RefundToMake): Promise<RefundAnswer | undefined>;
  /** Charges a saved method. Absent if the provider saves none. */
  charge?(charge: ChargeToMake): Promise<ChargeAnswer>;
  /** The result of a charge that may have been requested; undefined if it never was. Present with `charge`. */
  charged?(charge: ChargeToMake): Promise<ChargeAnswer | undefined>;
}

/** The provider of new payments, and the providers of earlier ones. */
export interface PaymentProviders {
  readonly current: PaymentProvider;
  /** Fails the action if the provider is no longer set up. */
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
