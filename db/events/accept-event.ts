import type { Knex } from 'knex';
import { canonicalJson, textHash } from '../../domain/ground/canonical-json.js';
import type { Event } from '../models/event.js';
import { type AcceptedEvent, acceptedColumns, type EventReader } from './read-event.js';

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
  on conflict (trigger_request_id) do nothing
  returning `;
const acceptAndRead = `${accept} ${acceptedColumns}`;
const acceptOnly = `${accept} trigger_request_id`;

/**
 * Writes an accepted event's row. False if the `triggerRequestId` is taken: another request was first. `reader` is the
 * one of this process's activities: it keeps the row, which must not be part of a transaction then.
 */
export async function acceptEvent(db: Knex, event: NewEvent, reader?: EventReader): Promise<boolean> {
  const { triggerRequestId, organizationId, type, productId, productVersionId, clientId, batchId } = event;
  const envelope = canonicalJson(event.envelope);
  const { rows } = await db
    .raw<{ rows: AcceptedEvent[] }>(reader ? acceptAndRead : acceptOnly, [
      ...[triggerRequestId, organizationId, type, productId, productVersionId, clientId, batchId],
      ...[envelope, textHash(envelope), JSON.stringify(event.plan), event.asConfiguredAt],
      ...[event.policyId ?? null, event.parentTriggerRequestId ?? null],
      ...[event.depth ?? 0, JSON.stringify(event.chain ?? []), event.byService ?? false],
      event.firedBy ? JSON.stringify(event.firedBy) : null,
      event.sharedOrganizationId ?? null,
    ])
    .options({ name: reader ? 'event_accept_and_read' : 'event_accept' });
  const [accepted] = rows;
  if (accepted === undefined) return false;
  reader?.keep(accepted);
  return true;
}
