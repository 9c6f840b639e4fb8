import Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from '../../db/database.js';
import { acceptFollowUp } from '../../db/events/follow-up.js';
import { Event } from '../../db/models/event.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { derivedId } from '../../domain/derived-id.js';
import { BadRequest } from '../errors/app-error.js';
import { fieldErrorsOf } from '../errors/zod-errors.js';
import type { EventRuns } from '../events/event-runs.js';

export interface StripeWebhookDependencies {
  db: Database;
  catalog: ProductCatalog;
  runs: Pick<EventRuns, 'startSoon'>;
  /** What Stripe signs with: `whsec_…`. */
  secret: string;
}

/** How old a signature may be: one that was copied cannot be sent again later. */
const toleranceSeconds = 300;

/** As much of an event of Stripe's as is used. */
const stripeEvent = z.object({ id: z.string().min(1), type: z.string() });
const paymentSucceeded = stripeEvent.extend({
  type: z.literal('payment_intent.succeeded'),
  data: z.object({ object: z.object({ id: z.string().min(1) }) }),
});

/** Hears from Stripe that payments were made. What it says is not taken for it: the event that it fires asks Stripe. */
export class StripeWebhook {
  readonly #dependencies: StripeWebhookDependencies;

  constructor(dependencies: StripeWebhookDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Fires `PAYMENT_RECEIVED` for a payment of ours that succeeded, once for each of Stripe's events. 400 where the
   * signature is missing, wrong or old, or what is signed is no event. Whatever else Stripe tells of is passed over.
   */
  async receive(body: Buffer, signature: string | undefined): Promise<{ received: true; fired?: string }> {
    const told = this.#verified(body, signature);
    if (told === undefined) return { received: true };
    const session = await PaymentSession.query(this.#dependencies.db).findOne({
      provider: 'STRIPE',
      provider_reference: told.data.object.id,
    });
    if (session === undefined) return { received: true };
    const fired = derivedId('STRIPE', told.id, session.id);
    await this.#fire(session, fired);
    return { received: true, fired };
  }

  /** The event where it tells of a payment that succeeded; undefined where it tells of something else. */
  #verified(body: Buffer, signature: string | undefined): z.output<typeof paymentSucceeded> | undefined {
    const signed = this.#signed(body, signature);
    const event = stripeEvent.safeParse(signed);
    if (event.success && event.data.type !== 'payment_intent.succeeded') return undefined;
    const payment = paymentSucceeded.safeParse(signed);
    if (payment.success) return payment.data;
    throw new BadRequest(fieldErrorsOf(payment.error, 'body'));
  }

  #signed(body: Buffer, signature: string | undefined): unknown {
    try {
      const { secret } = this.#dependencies;
      return Stripe.webhooks.constructEvent(body, signature ?? '', secret, toleranceSeconds);
    } catch {
      throw new BadRequest([
        { field: 'Stripe-Signature', detail: 'must be a recent signature of the body', in: 'header' },
      ]);
    }
  }

  async #fire(session: PaymentSession, id: string): Promise<void> {
    const { db, catalog, runs } = this.#dependencies;
    const { organizationId, productId, productVersionId, asConfiguredAt } = await Event.query(db)
      .findById(session.id)
      .select('organization_id', 'product_id', 'product_version_id', 'as_configured_at')
      .throwIfNotFound();
    const context = { organizationId, productId, productVersionId, asConfiguredAt };
    const plan = await db.transaction((trx) =>
      acceptFollowUp(trx, catalog, context, {
        ...{ id, type: 'PAYMENT_RECEIVED' as const },
        payload: { paymentTriggerRequestId: session.id },
      }),
    );
    await runs.startSoon(plan);
  }
}
