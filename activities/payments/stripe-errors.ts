import { ApplicationFailure } from '@temporalio/common';
import Stripe from 'stripe';

export const isAboutKey = ({ statusCode }: Stripe.errors.StripeError): boolean =>
  statusCode === 401 || statusCode === 403;

/** Errors are worded here, as Stripe's messages may quote the key. Permanent errors are not retried. */
export async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    throw ApplicationFailure.create({
      type: 'PAYMENT_PROVIDER_FAILED',
      message: saidBy(error),
      nonRetryable: !mayPass(error),
    });
  }
}

export function saidBy({ type, code, statusCode, requestId }: Stripe.errors.StripeError): string {
  const said = [type, code, statusCode, requestId].filter((part) => part !== undefined).join(', ');
  return `Stripe refused the request (${said})`;
}

export function mayPass({ type, statusCode = 0 }: Stripe.errors.StripeError): boolean {
  return type === 'StripeConnectionError' || statusCode === 409 || statusCode === 429 || statusCode >= 500;
}
