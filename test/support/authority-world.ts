import { expect } from 'vitest';
import { AppError } from '../../api/errors/app-error.js';
import { Event } from '../../db/models/event.js';
import { Payment } from '../../db/models/payment.js';
import { Policy } from '../../db/models/policy.js';
import type { Quote } from '../../db/models/quote.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { authority } from '../../domain/authority/authority.js';
import type { EventType } from '../../domain/events/catalog.js';
import { addDays, utcDate } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { aBillingWorld, type BillingWorld } from './billing-world.js';
import { fullAuthority } from './full-authority.js';
import { shopIds } from './shop-product.js';

export const today = utcDate(new Date());

/** What an agency needs every day, and nothing that decides about the insurer's money. */
export const usual = { quote: true, bindPaid: true, endorse: true, renew: true, report: true };

export interface Fired {
  status: number;
  metadata: JsonObject;
  /** The authority that the answer says is missing. */
  lacks?: unknown;
  /** The first field that the answer names. */
  field?: string | undefined;
  detail?: string;
}

export interface AuthorityWorld extends Omit<BillingWorld, 'fire'> {
  /** Licenses the agency for exactly this, and waits until the catalog knows. */
  grant(granted: object): Promise<void>;
  /** Fires an event, by the agency unless given, and gives the answer. */
  fire(type: EventType, payload: object, by?: BillingWorld['agency'], more?: object): Promise<Fired>;
  /** A policy of the insurer that the agency sold; afterwards the agency may do everything. */
  sold(): Promise<{ id: string; clientId: string }>;
  /** Opens a payment for a quote and gives its id. */
  openPayment(quote: Quote): Promise<string>;
  rows(): Promise<{ events: number; policies: number; payments: number }>;
}

/** A `POLICY_CREATE` of a quote. */
export const binding = ({ clientId, requestId }: Quote, more: object = {}) => ({
  ...{ clientId, quoteIds: [requestId], paymentPlans: { [requestId]: 'FULL_PAYMENT' } },
  ...more,
});

/** An insurer and its licensed agency, whose license changes. */
export async function anAuthorityWorld(options: { worker?: boolean } = {}): Promise<AuthorityWorld> {
  const world = await aBillingWorld(options);
  const { db, catalog, agency } = world;
  const grant: AuthorityWorld['grant'] = async (granted) => {
    const license = authority.parse(granted);
    const { organizationId } = agency;
    await licenseProduct(db, { productId: shopIds.line, organizationId, authority: license });
    const known = async () => (await catalog.licenseOf(shopIds.line, organizationId))?.authority;
    await expect.poll(known).toEqual(license);
  };
  const fire: AuthorityWorld['fire'] = async (type, payload, by = agency, more = {}) => {
    try {
      return { status: 200, metadata: await world.fire(type, payload, by, more) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { status, extensions, errors = [], message: detail } = error;
      return { status, metadata: {}, lacks: extensions.authority, field: errors[0]?.field, detail };
    }
  };
  return {
    ...world,
    grant,
    fire,
    async sold() {
      await grant(fullAuthority);
      const quote = await world.aQuote({ effectiveDate: addDays(today, 30) });
      const { id } = await world.bind(quote);
      return { id, clientId: String(quote.clientId) };
    },
    async openPayment({ clientId, requestId }) {
      const { PAYMENT_SETUP } = await world.fire('PAYMENT_SETUP', { clientId, quoteIds: [requestId] });
      return (PAYMENT_SETUP as { paymentTriggerRequestId: string }).paymentTriggerRequestId;
    },
    rows: async () => ({
      events: await Event.query(db).resultSize(),
      policies: await Policy.query(db).resultSize(),
      payments: await Payment.query(db).resultSize(),
    }),
  };
}
