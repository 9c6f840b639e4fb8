import { Router } from 'express';
import { z } from 'zod';
import { uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { rawBody } from '../http/raw-body.js';
import { validated } from '../http/validated.js';
import type { StripeWebhook } from './stripe-webhook.js';

const bodyLimit = 1024 * 1024;

export const stripeWebhook = endpoint({
  method: 'post',
  path: '/payment/stripe/webhook',
  operationId: 'receiveStripeEvent',
  summary: 'Receive an event of Stripe',
  description:
    'For Stripe only. The body is one of its events, with its signature in the header `Stripe-Signature`. A payment that ' +
    'succeeded fires `PAYMENT_RECEIVED`, once per event, and so does a failed refund, as its money returned. A ' +
    'disputed payment fires `PAYMENT_REVERSED`, and one that is won `PAYMENT_RECEIVED`. Other events are accepted ' +
    'and ignored.',
  tags: ['Payments'],
  unauthenticated: true,
  responses: {
    200: {
      description: 'Taken.',
      schema: z
        .object({ received: z.literal(true), fired: uuid.optional() })
        .meta({ id: 'StripeWebhookTaken' }),
    },
    400: {
      description: 'The signature is missing, wrong or older than five minutes, or the body is not an event.',
    },
    503: { description: 'The payment, refund or dispute is still being recorded: send the event again.' },
  },
});

/** The webhook of payment providers. */
export function paymentRoutes({ stripe }: { stripe: Pick<StripeWebhook, 'receive'> }): Router {
  const router = Router();
  router.post(
    stripeWebhook.path,
    validated(stripeWebhook, async (_input, req, res) => {
      const body = await rawBody(req, res, { limit: bodyLimit });
      return stripe.receive(body, req.headers['stripe-signature']?.toString());
    }),
  );
  return router;
}
