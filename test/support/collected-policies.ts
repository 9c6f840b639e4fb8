import { randomUUID } from 'node:crypto';
import { stripeMethods } from '../../activities/payments/stripe-methods.js';
import { PaymentMethods } from '../../api/collection/payment-methods.js';
import { PolicyCollections } from '../../api/collection/policy-collections.js';
import { Policy } from '../../db/models/policy.js';
import { SavedMethod } from '../../db/models/saved-method.js';
import type { ChargingStripe } from './charging-stripe.js';
import type { EventWorld } from './event-world.js';

export const secretKey = 'sk_test_51Secret';

/** What saves methods and begins collections, as the API does. */
export function collectionDesk(
  { db, catalog, agency }: Pick<EventWorld, 'db' | 'catalog' | 'agency'>,
  stripe: ChargingStripe,
  now: () => Date,
) {
  const terms = { tellSoon: async () => undefined };
  const provider = stripeMethods({ secretKey, apiBase: stripe.url });
  const methods = new PaymentMethods({ db, catalog, terms, provider, now });
  const collections = new PolicyCollections({ db, catalog, terms, now, baseUrl: 'http://127.0.0.1:3000' });
  const save = async (clientId: string, card: Parameters<ChargingStripe['complete']>[1] = {}) => {
    const { id } = await methods.open(agency, clientId, randomUUID());
    const { setupReference } = await SavedMethod.query(db).findById(id).throwIfNotFound();
    const reference = stripe.complete(setupReference, card);
    await methods.verify(agency, clientId, id);
    return { id, reference };
  };
  return {
    methods,
    collections,
    save,
    /** Has a policy charged to a new card. */
    async collect(policyId: string, card: Parameters<ChargingStripe['complete']>[1] = {}) {
      const { clientId } = await Policy.query(db).findById(policyId).throwIfNotFound();
      const method = await save(clientId, card);
      const consent = { at: now().toISOString(), source: 'a test' };
      await collections.begin(agency, policyId, { paymentMethodId: method.id, consent });
      return { ...method, clientId };
    },
  };
}
