import type { Knex } from 'knex';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { Organization } from '../models/organization.js';
import type { ProductCatalog } from '../products/catalog.js';
import { acceptEvent } from './accept-event.js';
import { newEvent } from './new-event.js';
import type { AcceptedEvent } from './read-event.js';

/** An event's type with its payload. */
export type EventContent = EventEnvelope extends infer Envelope
  ? Envelope extends { type: infer Type; payload: infer Payload }
    ? { type: Type; payload: Payload }
    : never
  : never;

/** An event that the service fires itself. Its id is derived, so that firing it again changes nothing. */
export type FollowUp = EventContent & { id: string };

/** Whose event it is, by which configuration it runs, and what fired it. */
export interface FollowUpContext {
  organizationId: string;
  productId: string;
  productVersionId: string;
  asConfiguredAt: Date;
  sourceType?: 'INTERNAL_CALL' | 'SCHEDULED_AUTOMATION';
  parent?: { triggerRequestId: string; depth: number; chain: readonly string[] };
  batchId?: string | undefined;
  /** The policy that it is about, where its payload does not name it. */
  policyId?: string | undefined;
}

/** The context of what an action of an event fires: its organization, its configuration, and itself above. */
export function contextUnder(
  event: AcceptedEvent,
  actionId: string,
): FollowUpContext & Required<Pick<FollowUpContext, 'parent'>> {
  const { triggerRequestId, organizationId, productId, productVersionId, asConfiguredAt } = event;
  return {
    ...{ organizationId, productId, productVersionId, asConfiguredAt },
    batchId: event.batchId ?? undefined,
    parent: { triggerRequestId, depth: event.depth, chain: [...event.chain, actionId] },
  };
}

/**
 * Accepts an event that the service fires itself. Call it in the transaction of what it tells about, and start the
 * plan that it answers afterwards; a start that gets lost is made up for by the sweep.
 */
export async function acceptFollowUp(
  trx: Knex,
  catalog: ProductCatalog,
  context: FollowUpContext,
  { id, type, payload }: FollowUp,
): Promise<RunPlan> {
  const [organization, version] = await Promise.all([
    Organization.query(trx).findById(context.organizationId).throwIfNotFound(),
    catalog.version(context.productVersionId),
  ]);
  const product = await catalog.product(context.productId);
  if (product === null || version === null) throw new Error(`event ${id} has no product version`);
  const envelope = {
    type,
    payload,
    lineId: context.productId,
    productVersionId: context.productVersionId,
    forceSync: false,
    batchMode: false,
    source: { sourceType: context.sourceType ?? 'INTERNAL_CALL', organizationId: organization.id },
    ...(context.batchId !== undefined && { batchId: context.batchId }),
  } as EventEnvelope;
  const event = newEvent({
    organization,
    product,
    version,
    asConfiguredAt: context.asConfiguredAt,
    triggerRequestId: id,
    envelope,
    parent: context.parent,
    byService: true,
    policyId: context.policyId,
    notify: await catalog.webhooksFor(organization.id, type),
  });
  await acceptEvent(trx, event);
  return event.plan;
}
