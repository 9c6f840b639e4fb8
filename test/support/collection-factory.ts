import { randomUUID } from 'node:crypto';
import type { Database } from '../../db/database.js';
import { Collection } from '../../db/models/collection.js';
import type { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';

/** The id of a declined charge of a policy's statement, by the event that quoted it. */
export async function aDeclinedCharge(db: Database, policy: Policy): Promise<string> {
  const { id: policyId, clientId, sellerOrganizationId: organizationId } = policy;
  const [id, methodId] = [randomUUID(), randomUUID()];
  const statement = await Statement.query(db).findOne('policy_id', policyId).throwIfNotFound();
  const { triggerRequestId } = await Quote.query(db).findById(policy.quoteId).throwIfNotFound();
  const at = new Date('2026-04-05T12:00:00Z');
  await db('saved_methods').insert({
    ...{ id: methodId, organization_id: organizationId, client_id: clientId, provider: 'stripe' },
    ...{ customer_reference: 'c', setup_reference: methodId, created_at: at, updated_at: at },
    created_by: { type: 'SYSTEM', name: 'service' },
  });
  await Collection.query(db).insert({
    ...{ id, policyId, statementId: statement.id, methodId, organizationId, triggerRequestId },
    ...{ agreement: 1, onDay: '2026-04-05', provider: 'stripe', amount: '100.00', currency: 'USD' },
    ...{ state: 'DECLINED', code: 'expired_card', createdAt: at },
  });
  return id;
}
