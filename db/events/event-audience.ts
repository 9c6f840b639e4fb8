import type { EventType } from '../../domain/events/catalog.js';
import type { ProductCatalog } from '../products/catalog.js';
import { isInsured, type NamedRow } from './named-records.js';

/** Who learns of an event, besides its own organization's readers. */
export interface EventAudience {
  sharedOrganizationId: string | null;
  /** Webhook endpoints of both organizations. */
  notify: readonly string[];
}

export interface EventToTell {
  organizationId: string;
  type: EventType;
  /** The policy that it is about: others of the same number do not count. */
  policyId?: string | undefined;
}

/**
 * The organization that an event is shared with, by the records that it names or is about, and the subscribed endpoints,
 * which are selected in memory.
 */
export async function audienceOf(
  catalog: Pick<ProductCatalog, 'webhooksFor'>,
  { organizationId, type, policyId }: EventToTell,
  records: readonly NamedRow[],
): Promise<EventAudience> {
  const about = records.filter(
    ({ kind, id }) => kind !== 'POLICY' || policyId === undefined || id === policyId,
  );
  const sharedOrganizationId = otherOrganizationOf(organizationId, about);
  const told = [organizationId, ...(sharedOrganizationId === null ? [] : [sharedOrganizationId])];
  const notify = await Promise.all(told.map((id) => catalog.webhooksFor(id, type)));
  return { sharedOrganizationId, notify: notify.flat() };
}

/**
 * The other organization of policies and quotes. Null if they are of the event's organization alone, or not all of the
 * same other one: a seller's insurers learn nothing of each other.
 */
function otherOrganizationOf(organizationId: string, records: readonly NamedRow[]): string | null {
  const others = new Set(
    records
      .filter(isInsured)
      .map(({ sellerId, issuerId }) => [sellerId, issuerId].find((id) => id !== organizationId) ?? null),
  );
  const [other = null] = others;
  return others.size === 1 ? other : null;
}
