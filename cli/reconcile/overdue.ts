import { raw } from 'objection';
import { Policy } from '../../db/models/policy.js';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { WebhookEndpoint } from '../../db/models/webhook-endpoint.js';
import { isOverdue } from '../../db/policies/overdue-policies.js';
import { type Difference, pagesOf, type ReconcileDependencies } from './difference.js';

/** Work that is overdue, as every API process looks for it, too; here without their limits a minute. */
export async function* overdueWork(dependencies: ReconcileDependencies): AsyncGenerator<Difference> {
  yield* overduePolicies(dependencies);
  const { db, queues } = dependencies;
  const minuteAgo = raw(`now() - interval '1 minute'`);
  const overdue = WebhookDelivery.query()
    .join('webhook_queues as queue', 'queue.endpoint_id', 'webhook_deliveries.endpoint_id')
    .whereColumn('webhook_deliveries.endpoint_id', 'webhook_endpoints.id')
    .where('webhook_deliveries.state', 'PENDING')
    .where('next_attempt_at', '<', minuteAgo)
    .where((idle) => idle.whereNull('next_look_at').orWhere('next_look_at', '<', minuteAgo));
  const endpoints = await WebhookEndpoint.query(db)
    .whereExists(overdue)
    .select('id', 'organization_id', 'url');
  for (const { id, organizationId, url } of endpoints) {
    const mend = () => queues.wake({ endpointId: id, organizationId });
    yield { kind: 'DELIVERY_OVERDUE', id, about: url, mend };
  }
}

async function* overduePolicies({ db, terms }: ReconcileDependencies): AsyncGenerator<Difference> {
  const pages = pagesOf<Policy>(
    ({ id }) => id,
    (after, limit) =>
      Policy.query(db)
        .whereRaw(isOverdue)
        .where('id', '>', after)
        .select('id', 'policy_number', 'next_look_at')
        .orderBy('id')
        .limit(limit),
  );
  for await (const page of pages) {
    for (const { id, policyNumber, nextLookAt } of page) {
      const about = `${policyNumber}, due since ${nextLookAt.toISOString()}`;
      yield { kind: 'POLICY_OVERDUE', id, about, mend: () => terms.tell(id) };
    }
  }
}
