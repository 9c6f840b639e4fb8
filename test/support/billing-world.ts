import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { PaymentProviders } from '../../activities/ground/payment-provider.js';
import { Unavailable } from '../../api/errors/app-error.js';
import type { Caller } from '../../api/http/caller.js';
import { Policy } from '../../db/models/policy.js';
import type { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';
import type { EventType } from '../../domain/events/catalog.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { aClient } from './client-factory.js';
import { intakeOf } from './event-factory.js';
import { anEventWorld, type EventWorld } from './event-world.js';
import { aQuoteRow, type QuoteForPolicy } from './policy-factory.js';
import { anyDate, shopIds, shopProduct } from './shop-product.js';

export interface ShopSettings {
  unpaidIssue?: boolean;
  billing?: z.input<typeof policySettings>['billing'];
}

/** The shop, sold with every payment plan, and numbered `SHOP-{yyyy}-{seq:4}`. */
export const shopOnPlans = ({ unpaidIssue = true, billing }: ShopSettings = {}) => ({
  ...shopProduct(),
  policy: policySettings.parse({
    binding: { ...anyDate, unpaidIssue },
    ...(billing && { billing }),
    numbering: { pattern: 'SHOP-{yyyy}-{seq:4}' },
    paymentPlans: [
      { plan: 'FULL_PAYMENT', dueDays: 10 },
      { plan: 'MONTHLY', downPayment: 0.25, instalments: 4, instalmentFee: 5 },
      { plan: 'BI_ANNUALLY' },
      { plan: 'FINANCE' },
    ],
  }),
});

/** What a trigger result's `metadata` says about policies. */
export interface PolicyInMetadata {
  id: string;
  policyNumber: string;
  quoteId: string;
  status: string;
  policyState: string;
  premium: number;
  balance: number;
  statements: { id: string; number: number; dueDate: string; amount: number; state: string }[];
}

export interface BillingWorld extends EventWorld {
  /** A bindable quote of the agency's client, over 1,200.00 and 60.00 of taxes from 2027-01-01 on. */
  aQuote(changes?: Partial<QuoteForPolicy>): Promise<Quote>;
  /** Fires an event of the shop by the agency and answers its metadata. */
  fire(type: EventType, payload: object, by?: Caller, more?: object): Promise<JsonObject>;
  /** Issues a quote's policy. */
  bind(quote: Quote, plan?: string, more?: object): Promise<PolicyInMetadata>;
  policy(id: string): Promise<Policy>;
  statements(policyId: string): Promise<Statement[]>;
}

/** Everything that binding and paying need, with a worker; payment by invoice unless providers are given. */
export async function aBillingWorld({
  worker = true,
  unpaidIssue,
  billing,
  ...options
}: ShopSettings & {
  now?: () => Date;
  payments?: PaymentProviders;
  worker?: boolean;
} = {}): Promise<BillingWorld> {
  const world = await anEventWorld(
    shopOnPlans({ ...(unpaidIssue !== undefined && { unpaidIssue }), billing }),
    options,
  );
  const stopWorker = worker ? await world.startWorker() : async () => undefined;
  const { db, agency, carrier, versionId } = world;
  const fire: BillingWorld['fire'] = async (type, payload, by = agency, more = {}) => {
    const triggerRequestId = randomUUID();
    const envelope = eventEnvelope.parse({
      ...{ type, lineId: shopIds.line, payload, triggerRequestId },
      ...more,
    });
    return (await answeredInTime(() => world.events.fire(by, envelope))).metadata as JsonObject;
  };
  return {
    ...world,
    fire,
    async aQuote(changes = {}) {
      const answers = intakeOf({ 'client.name': 'Corner Shop', 'client.city': 'Springfield' });
      const clientId = changes.clientId ?? (await aClient(db, agency.organizationId, answers)).id;
      return aQuoteRow(db, {
        sellerId: agency.organizationId,
        issuerId: carrier.organizationId,
        productId: shopIds.line,
        productVersionId: versionId,
        effectiveDate: '2027-01-01',
        answers,
        taxesAndFees: [{ type: 'PREMIUM_TAX', amount: 60 }],
        ...changes,
        clientId,
      });
    },
    async bind({ requestId, clientId }, plan = 'FULL_PAYMENT', more = {}) {
      const metadata = await fire('POLICY_CREATE', {
        clientId,
        quoteIds: [requestId],
        paymentPlans: { [requestId]: plan },
        ...more,
      });
      const { policies } = metadata.POLICY_CREATE as unknown as { policies: PolicyInMetadata[] };
      return policies[0]!;
    },
    policy: async (id) => Policy.query(db).findById(id).throwIfNotFound(),
    statements: async (policyId) =>
      Statement.query(db).where('policy_id', policyId).orderBy(['term_number', 'number']),
    close: async () => {
      await stopWorker();
      await world.close();
    },
  };
}

/** Where the worker is too busy to answer in time, the event is asked about again, as callers do. */
async function answeredInTime<T>(fire: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fire();
    } catch (error) {
      if (!(error instanceof Unavailable) || attempt === 20) throw error;
    }
  }
}
