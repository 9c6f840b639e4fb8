import type { Knex } from 'knex';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { type NamedKind, namedPolicyNumber, namedRecords } from '../../domain/events/records-of-event.js';
import { seenBy } from '../models/visibility.js';
import type { ProductCatalog } from '../products/catalog.js';

/** Who learns of an event, besides its own organization's readers. */
export interface EventAudience {
  sharedOrganizationId: string | null;
  /** Webhook endpoints of both organizations. */
  notify: readonly string[];
}

export interface EventToTell {
  organizationId: string;
  envelope: EventEnvelope;
  /** The policy that it is about, unless its payload names it. */
  policyId?: string | undefined;
}

/** The organization that an event is shared with, and the subscribed endpoints, which are selected in memory. */
export async function audienceOf(
  db: Knex,
  catalog: Pick<ProductCatalog, 'webhooksFor'>,
  event: EventToTell,
): Promise<EventAudience> {
  const sharedOrganizationId = await otherOrganizationOf(db, event);
  const told = [event.organizationId, ...(sharedOrganizationId === null ? [] : [sharedOrganizationId])];
  const { type } = event.envelope;
  const notify = await Promise.all(told.map((id) => catalog.webhooksFor(id, type)));
  return { sharedOrganizationId, notify: notify.flat() };
}

/**
 * The other organization of the policy and the quotes that an event is about. Null if they are of the event's
 * organization alone, or not all of the same other one: a seller's insurers learn nothing of each other.
 */
async function otherOrganizationOf(db: Knex, event: EventToTell): Promise<string | null> {
  const { organizationId, envelope, policyId } = event;
  const named = (kind: NamedKind) => namedRecords(envelope, kind).map(({ id }) => id);
  const policies = named('POLICY');
  if (policies.length === 0 && policyId !== undefined) policies.push(policyId);
  const number = policies.length === 0 ? namedPolicyNumber(envelope)?.id : undefined;
  const ids = [policies, named('QUOTE'), named('STATEMENT'), named('PAYMENT')];
  if (number === undefined && ids.every((each) => each.length === 0)) return null;
  const bindings = [...ids, number ?? null, organizationId];
  const { rows } = await db
    .raw<{ rows: { sides: string[] }[] }>(sidesOfRecords, bindings as never)
    .options({ name: 'event_sides' });
  const others = new Set(rows.map(({ sides }) => sides.find((id) => id !== organizationId) ?? null));
  const [other = null] = others;
  return others.size === 1 ? other : null;
}

const sidesOfPolicy = 'array[policy.seller_organization_id, policy.issuing_organization_id] as sides';

const sidesOfRecords = `select ${sidesOfPolicy} from policies policy where policy.id = any (?::uuid[])
  union all select array[client_organization_id, quoting_organization_id] from quotes
    where request_id = any (?::uuid[])
  union all select ${sidesOfPolicy} from statements statement join policies policy on policy.id = statement.policy_id
    where statement.id = any (?::uuid[])
  union all select array[organization_id, coalesce(issuing_organization_id, organization_id)] from payment_sessions
    where id = any (?::uuid[])
  union all select ${sidesOfPolicy} from policies policy
    where policy.policy_number = ?::text and ${seenBy('policies', 'policy')}`;
