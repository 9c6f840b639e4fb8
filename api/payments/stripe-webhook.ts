import Stripe from 'stripe';
import type { Database } from '../../db/database.js';
import { acceptFollowUp } from '../../db/events/follow-up.js';
import { Event } from '../../db/models/event.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { derivedId } from '../../domain/derived-id.js';
import { BadRequest } from '../errors/app-error.js';
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

/** Hears from Stripe that payments were made. What it says is not taken for it: the event that it fires asks Stripe. */
export class StripeWebhook {
  readonly #dependencies: StripeWebhookDependencies;

  constructor(dependencies: StripeWebhookDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Fires `PAYMENT_RECEIVED` for a payment of ours that succeeded, once for each of Stripe's events. 400 where the
   * signature is missing, wrong or old. Whatever else Stripe tells of is passed over.
   */
  async receive(body: Buffer, signature: string | undefined): Promise<{ received: true; fired?: string }> {
    const told = this.#verified(body, signature);
    if (told.type !== 'payment_intent.succeeded') return { received: true };
    const session = await PaymentSession.query(this.#dependencies.db).findOne({
      provider: 'STRIPE',
      provider_reference: told.data.object.id,
    });
    if (session === undefined) return { received: true };
    const fired = derivedId('STRIPE', told.id, session.id);
    await this.#fire(session, fired);
    return { received: true, fired };
  }

  #verified(body: Buffer, signature: string | undefined): Stripe.Event {
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
