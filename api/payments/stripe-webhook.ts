import Stripe from 'stripe';
import type { Database } from '../../db/database.js';
import { acceptFollowUp } from '../../db/events/follow-up.js';
import { Collection } from '../../db/models/collection.js';
import { Event } from '../../db/models/event.js';
import { PaymentRefund } from '../../db/models/payment-refund.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import { SavedMethod } from '../../db/models/saved-method.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { referenceOfFailed } from '../../domain/billing/refund.js';
import type { Author } from '../../domain/ground/author.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { PaymentMethods } from '../collection/payment-methods.js';
import { BadRequest, Unavailable } from '../errors/app-error.js';
import { fieldErrorsOf } from '../errors/zod-errors.js';
import type { EventRuns } from '../runs/event-runs.js';
import { noteDisputes } from './disputed-charges.js';
import { type EventAboutPayment, receiptsOf, reversalsOf } from './stripe-disputes.js';
import { anyStripeEvent, type StripeEvent, stripeEvent, stripeEventTypes } from './stripe-event.js';

export interface StripeWebhookDependencies {
  db: Database;
  catalog: ProductCatalog;
  runs: Pick<EventRuns, 'startSoon'>;
  /** The secret of Stripe's signature: `whsec_…`. */
  secret: string;
  /** Undefined: the API may not ask Stripe about saved methods. */
  methods?: Pick<PaymentMethods, 'refresh'> | undefined;
  /** By the database's clock. */
  now: () => Date;
}

/** The greatest age of a signature, against replayed requests. */
const toleranceSeconds = 300;

/** The author of what Stripe reports. */
const stripe: Author = { kind: 'SERVICE', name: 'Stripe' };

/**
 * Receives Stripe's events about payments. A successful payment is not taken on Stripe's word: the fired
 * event asks Stripe again.
 */
export class StripeWebhook {
  constructor(private readonly uses: StripeWebhookDependencies) {}

  /**
   * Fires `PAYMENT_RECEIVED` for a successful payment of ours, once per Stripe event, for a refund of ours that
   * failed after all, whose money returned, and for a dispute that was won; `PAYMENT_REVERSED` for a disputed
   * payment. 400 if the signature is missing, wrong or old, or the body is not an event; 503 if the payment, the
   * refund or the dispute is still being recorded. Other Stripe events are ignored.
   */
  async receive(body: Buffer, signature: string | undefined): Promise<{ received: true; fired?: string }> {
    const told = this.#verified(body, signature);
    const fired = told && (await this.#take(told));
    return fired === undefined ? { received: true } : { received: true, fired };
  }

  /** The verified Stripe event; undefined if it is not one of ours. */
  #verified(body: Buffer, signature: string | undefined): StripeEvent | undefined {
    const signed = this.#signed(body, signature);
    const event = anyStripeEvent.safeParse(signed);
    if (event.success && !stripeEventTypes.has(event.data.type)) return undefined;
    const told = stripeEvent.safeParse(signed);
    if (told.success) return told.data;
    throw new BadRequest(fieldErrorsOf((event.success ? told : event).error ?? told.error, 'body'));
  }

  #signed(body: Buffer, signature: string | undefined): unknown {
    try {
      const { secret, now } = this.uses;
      const receivedAt = now().getTime();
      const header = signature ?? '';
      return Stripe.webhooks.constructEvent(body, header, secret, toleranceSeconds, undefined, receivedAt);
    } catch {
      throw new BadRequest([
        { field: 'Stripe-Signature', detail: 'must be a recent signature of the body', in: 'header' },
      ]);
    }
  }

  async #take(told: StripeEvent): Promise<string | undefined> {
    switch (told.type) {
      case 'payment_intent.succeeded':
      case 'payment_intent.payment_failed': {
        const { id: intent, metadata } = told.data.object;
        const isPaid = told.type === 'payment_intent.succeeded';
        if (metadata) return this.#charged(told.id, metadata.chargeId, { isPaid });
        return isPaid ? this.#paid(told.id, intent) : undefined;
      }
      case 'setup_intent.succeeded':
      case 'payment_method.automatically_updated':
      case 'payment_method.updated':
      case 'payment_method.detached':
        return this.#refreshMethod(told.data.object.id);
      case 'refund.failed':
      case 'refund.updated':
      case 'charge.refund.updated': {
        const { id: refund, status, metadata } = told.data.object;
        if (status !== 'failed' && status !== 'canceled') return undefined;
        return this.#cameBack(refund, metadata?.refundId);
      }
      case 'charge.dispute.created':
      case 'charge.dispute.funds_withdrawn': {
        const dispute = told.data.object;
        // An inquiry takes no money. One that becomes a dispute withdraws funds.
        const isInquiry = told.type === 'charge.dispute.created' && dispute.status?.startsWith('warning');
        await noteDisputes(this.uses, dispute);
        return isInquiry ? undefined : this.#fireAll(await reversalsOf(this.uses.db, dispute));
      }
      case 'charge.dispute.closed': {
        const dispute = told.data.object;
        await noteDisputes(this.uses, dispute);
        return dispute.status === 'lost'
          ? this.#fireAll(await reversalsOf(this.uses.db, dispute))
          : undefined;
      }
      case 'charge.dispute.funds_reinstated':
        return this.#fireAll(await receiptsOf(this.uses.db, told.data.object));
    }
  }

  async #paid(eventId: string, intent: string): Promise<string | undefined> {
    const session = await PaymentSession.query(this.uses.db).findOne({
      provider: 'STRIPE',
      provider_reference: intent,
    });
    if (session === undefined) return undefined;
    const fired = derivedId('STRIPE', eventId, session.id);
    const payload = { paymentTriggerRequestId: session.id };
    return this.#fire({ earlierId: session.id, id: fired, content: { type: 'PAYMENT_RECEIVED', payload } });
  }

  /** Has an event ask what came of a charge of ours; also of one that was given up, whose money has come after all. */
  async #charged(
    eventId: string,
    chargeId: string,
    { isPaid }: { isPaid: boolean },
  ): Promise<string | undefined> {
    const { db } = this.uses;
    const charge = await Collection.query(db).findById(chargeId);
    if (charge === undefined) return undefined;
    const { policyId, triggerRequestId, state } = charge;
    const event = await Event.query(db).findById(triggerRequestId).select('closed_at');
    if (state === 'PENDING' && event?.closedAt === null) {
      throw new Unavailable('the charge is being recorded: send it again');
    }
    const isNews = isPaid ? state !== 'SUCCEEDED' : state === 'PROCESSING' || state === 'PENDING';
    if (!isNews) return undefined;
    const fired = derivedId('STRIPE', eventId, chargeId);
    const content = { type: 'PAYMENT_COLLECT' as const, payload: { policyId, chargeId } };
    return this.#fire({ earlierId: triggerRequestId, id: fired, content });
  }

  /** Asks Stripe about a saved method of ours that it has told of, by its set-up or by itself. */
  async #refreshMethod(reference: string): Promise<undefined> {
    const { db, methods } = this.uses;
    const method = await SavedMethod.query(db)
      .where('provider', 'STRIPE')
      .where((query) => query.where('setup_reference', reference).orWhere('method_reference', reference))
      .first();
    if (method !== undefined) await methods?.refresh(method);
  }

  /** The refunded amount is owed again. Stripe may report it in several events. */
  async #cameBack(reference: string, refundId?: string): Promise<string | undefined> {
    const refund = await PaymentRefund.query(this.uses.db).findOne({
      provider: 'STRIPE',
      provider_reference: reference,
    });
    if (refund === undefined) {
      if (refundId !== undefined) await this.#refuseWhileAsked(refundId);
      return undefined;
    }
    const { policyId, amount, triggerRequestId } = refund;
    const fired = derivedId('STRIPE', 'refund failed', refund.id);
    const payload = { policyId, amount: Number(amount), reference: referenceOfFailed(reference) };
    const content = { type: 'PAYMENT_RECEIVED' as const, payload };
    return this.#fire({ earlierId: triggerRequestId, id: fired, content });
  }

  /**
   * Refuses a refund that its event is about to record as made, by an older answer of Stripe: Stripe has to
   * send the event again.
   */
  async #refuseWhileAsked(refundId: string): Promise<void> {
    const { db } = this.uses;
    const refund = await PaymentRefund.query(db).findById(refundId).where('state', 'PENDING');
    if (refund === undefined) return;
    const event = await Event.query(db).findById(refund.triggerRequestId).select('closed_at');
    if (event?.closedAt === null) throw new Unavailable('the refund is being recorded: send it again');
  }

  /** The id of the first event, if any. */
  async #fireAll(events: readonly EventAboutPayment[]): Promise<string | undefined> {
    for (const event of events) await this.#fire(event);
    return events[0]?.id;
  }

  /** Fires with the configuration of an earlier event. */
  async #fire({ earlierId, id, content, about }: EventAboutPayment): Promise<string> {
    const { db, catalog, runs } = this.uses;
    const { organizationId, productId, productVersionId, asConfiguredAt } = await Event.query(db)
      .findById(earlierId)
      .select('organization_id', 'product_id', 'product_version_id', 'as_configured_at')
      .throwIfNotFound();
    const context = {
      organizationId,
      productId,
      productVersionId,
      asConfiguredAt,
      ...about,
      firedBy: stripe,
    };
    const plan = await db.transaction((trx) => acceptFollowUp(trx, catalog, context, { id, ...content }));
    await runs.startSoon(plan);
    return id;
  }
}
