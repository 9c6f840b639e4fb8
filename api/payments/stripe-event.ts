import { z } from 'zod';
import { uuid } from '../../domain/ground/primitives.js';

const id = z.string().min(1);

/** Our refunds carry their id; others carry any metadata. */
const mark = z.object({ refundId: uuid }).nullish().catch(undefined);
/** So do our charges. */
const chargeMark = z.object({ chargeId: uuid }).nullish().catch(undefined);

const dispute = z.object({
  id,
  payment_intent: z.string().nullish(),
  /** In minor units. */
  amount: z.number().int().positive(),
  status: z.string().nullish(),
  reason: z.string().nullish(),
});
export type StripeDispute = z.output<typeof dispute>;

/** The relevant fields of the relevant Stripe events. */
export const stripeEvent = z.discriminatedUnion('type', [
  z.object({
    id,
    type: z.literal(['payment_intent.succeeded', 'payment_intent.payment_failed']),
    data: z.object({ object: z.object({ id, metadata: chargeMark }) }),
  }),
  z.object({
    id,
    type: z.literal([
      'setup_intent.succeeded',
      'payment_method.automatically_updated',
      'payment_method.updated',
      'payment_method.detached',
    ]),
    data: z.object({ object: z.object({ id }) }),
  }),
  z.object({
    id,
    type: z.literal(['refund.failed', 'refund.updated', 'charge.refund.updated']),
    data: z.object({ object: z.object({ id, status: z.string().nullish(), metadata: mark }) }),
  }),
  z.object({
    id,
    type: z.literal([
      'charge.dispute.created',
      'charge.dispute.closed',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.funds_reinstated',
    ]),
    data: z.object({ object: dispute }),
  }),
]);
export type StripeEvent = z.output<typeof stripeEvent>;

/** Any Stripe event. */
export const anyStripeEvent = z.object({ id, type: z.string() });

/** The types of the relevant Stripe events. */
export const stripeEventTypes: ReadonlySet<string> = new Set(
  stripeEvent.options.flatMap(({ shape }) => [...shape.type.values]),
);
