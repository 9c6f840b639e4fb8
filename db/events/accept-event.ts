import type { Knex } from 'knex';
import type { Event } from '../models/event.js';

export type NewEvent = Pick<
  Event,
  | 'triggerRequestId'
  | 'organizationId'
  | 'type'
  | 'productId'
  | 'productVersionId'
  | 'clientId'
  | 'batchId'
  | 'envelope'
  | 'envelopeSha256'
  | 'plan'
  | 'asConfiguredAt'
> &
  Partial<
    Pick<
      Event,
      | 'policyId'
      | 'parentTriggerRequestId'
      | 'depth'
      | 'chain'
      | 'byService'
      | 'firedBy'
      | 'sharedOrganizationId'
    >
  >;

const accept = `insert into events (trigger_request_id, organization_id, type, product_id, product_version_id, client_id,
    batch_id, envelope, envelope_sha256, plan, as_configured_at, policy_id, parent_trigger_request_id, depth, chain,
    by_service, fired_by, shared_organization_id)
  values (?, ?, ?, ?, ?, ?, ?, cast(? as jsonb), ?, cast(? as jsonb), ?, ?, ?, ?, cast(? as jsonb), ?,
    cast(? as jsonb), ?)
  on conflict (trigger_request_id) do nothing`;

/** Writes an accepted event's row. False if the `triggerRequestId` is taken: another request was first. */
export async function acceptEvent(db: Knex, event: NewEvent): Promise<boolean> {
  const { triggerRequestId, organizationId, type, productId, productVersionId, clientId, batchId } = event;
  const { rowCount } = await db
    .raw<{ rowCount: number }>(accept, [
      ...[triggerRequestId, organizationId, type, productId, productVersionId, clientId, batchId],
      ...[
        JSON.stringify(event.envelope),
        event.envelopeSha256,
        JSON.stringify(event.plan),
        event.asConfiguredAt,
      ],
      ...[event.policyId ?? null, event.parentTriggerRequestId ?? null],
      ...[event.depth ?? 0, JSON.stringify(event.chain ?? []), event.byService ?? false],
      event.firedBy ? JSON.stringify(event.firedBy) : null,
      event.sharedOrganizationId ?? null,
    ])
    .options({ name: 'event_accept' });
  return rowCount > 0;
}
