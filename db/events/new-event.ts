import { contentHash } from '../../domain/canonical-json.js';
import { clientOfEvent } from '../../domain/events/client-of-event.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import type { RunPlan } from '../../domain/events/fired-event.js';
import { planEvent } from '../../domain/events/plan-event.js';
import type { JsonObject } from '../../domain/json.js';
import type { ConfiguredAction } from '../../domain/product/configured-action.js';
import type { CatalogVersion, ProductHeader } from '../products/catalog.js';
import type { NewEvent } from './accept-event.js';

export interface EventContext {
  /** Whose event it is: its records are this organization's. */
  organization: { id: string; name: string };
  product: ProductHeader;
  version: CatalogVersion;
  asConfiguredAt: Date;
  triggerRequestId: string;
  envelope: EventEnvelope;
}

/** The row of an event that is about to be accepted, with the plan of its run. */
export function newEvent(context: EventContext): NewEvent {
  const { organization, product, version, triggerRequestId, asConfiguredAt } = context;
  const envelope = { ...context.envelope, triggerRequestId };
  return {
    triggerRequestId,
    organizationId: organization.id,
    type: envelope.type,
    productId: product.id,
    productVersionId: version.versionId,
    clientId: envelope.payload.clientId ?? null,
    batchId: envelope.batchId ?? null,
    envelope,
    envelopeSha256: contentHash(envelope),
    plan: runPlan(context) as unknown as JsonObject,
    asConfiguredAt,
  };
}

/** The actions that a product version configures for an event type. */
export function configuredActions(
  { definition }: CatalogVersion,
  type: EventEnvelope['type'],
): readonly ConfiguredAction[] {
  return definition.configurations.flatMap((configuration) => configuration.events[type] ?? []);
}

/** What starts an event's run, read back from its row. */
export const planOfEvent = (event: Pick<NewEvent, 'plan'>): RunPlan => event.plan as unknown as RunPlan;

function runPlan({ organization, product, version, triggerRequestId, envelope }: EventContext): RunPlan {
  const clientId = clientOfEvent(triggerRequestId, envelope);
  const intake = envelope.type === 'GET_QUOTES' ? envelope.payload.intake : {};
  return {
    fired: planEvent(triggerRequestId, envelope, {
      actions: configuredActions(version, envelope.type),
      ownerOrganizationId: product.ownerOrganizationId,
      applies: (action) => version.compiled.actionApplies(action.id, intake),
    }),
    organizationId: organization.id,
    organizationName: organization.name,
    productKey: product.key,
    productTitle: product.name,
    ...(clientId !== undefined && { clientId }),
  };
}
