import { type EventType, eventCatalog } from '../events/catalog.js';
import type { JsonObject } from '../ground/json.js';
import { pastEvent } from './past-event.js';
import type { PolicyRecord } from './policy-record.js';
import type { Rows } from './rows.js';
import { eventIdInBook } from './surroundings.js';

/** What of an installation stands in exported rows. */
export interface BookInstallation {
  /** The names of its organizations by id. */
  organizations: ReadonlyMap<string, string>;
  /** The keys of its products by id. */
  products: ReadonlyMap<string, string>;
  /** The ids of its product versions. */
  versions: ReadonlySet<string>;
  /** The ids of organizations and product versions that have another one here. */
  ids: ReadonlyMap<string, string>;
  /** How a product version of the book is named, by its id there. */
  versionNames: ReadonlyMap<string, string>;
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** A value with the ids of this installation, wherever they stand: in columns, in JSON and in texts. What has none is the same. */
export function withIdsOf<Value>({ ids }: Pick<BookInstallation, 'ids'>, value: Value): Value {
  return ids.size === 0 ? value : (withIds(value, ids) as Value);
}

const lengthOfId = 36;

/** A record has thousands of values, and few ids that are others here. */
function withIds(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    if (value.length === lengthOfId) return ids.get(value) ?? value;
    return value.length > lengthOfId ? value.replace(uuids, (id) => ids.get(id) ?? id) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => withIds(item, ids));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let changed: Record<string, unknown> | undefined;
  for (const key in value) {
    const before = (value as Record<string, unknown>)[key];
    const after = withIds(before, ids);
    if (after === before) continue;
    changed ??= { ...value };
    changed[key] = after;
  }
  return changed ?? value;
}

/** Why a policy's rows have no place in this installation: each reason once. */
export function whyNotInstalled(record: PolicyRecord, installation: BookInstallation): string[] {
  const reasons = new Set<string>();
  for (const row of Object.values(record.rows).flat()) {
    for (const name in row) {
      const value = row[name];
      if (!name.endsWith('_id') || typeof value !== 'string') continue;
      const reason = whyNotHere(name, installation.ids.get(value) ?? value, installation);
      if (reason !== undefined) reasons.add(reason);
    }
  }
  return [...reasons];
}

function whyNotHere(name: string, id: string, installation: BookInstallation): string | undefined {
  const { organizations, products, versions, versionNames } = installation;
  const first = 'import the files in products/ first';
  if (name === 'product_id') return products.has(id) ? undefined : `there is no product ${id} here; ${first}`;
  if (name === 'product_version_id' || name === 'renewal_version_id') {
    if (versions.has(id)) return undefined;
    return `there is no product version ${versionNames.get(id) ?? id} here; ${first}`;
  }
  if (!name.endsWith('organization_id') || organizations.has(id)) return undefined;
  return `there is no organization ${id} here`;
}

/**
 * The rows of a policy as this installation keeps them. Its ids stay. An event stands for what was done elsewhere; the quotes
 * and refunds name it. The record must have no reason of {@link whyNotInstalled}.
 */
export function installedRows(record: PolicyRecord, installation: BookInstallation): Rows {
  const rows = withIdsOf(installation, record.rows);
  const [policy] = rows.policies ?? [];
  if (policy === undefined) throw new RangeError(`the record of policy ${record.policyNumber} has no policy`);
  const eventId = eventIdInBook(record.id);
  const named = (row: JsonObject): JsonObject => ({ ...row, trigger_request_id: eventId });
  const past = (event: { id: string; type: EventType; of: JsonObject; at: string; closedAt: string }) =>
    pastEvent({
      ...event,
      ...partiesOf(event.of, installation),
      productId: text(policy.product_id),
      productKey: installation.products.get(text(policy.product_id)) ?? record.product,
      productVersionId: text(policy.product_version_id),
      clientId: text(policy.client_id),
      policyId: record.id,
      policyNumber: record.policyNumber,
    });
  const issuedAt = text(policy.created_at);
  // A policy that came in a book before has one already.
  const earlier = (rows.events ?? []).filter(({ trigger_request_id: id }) => id !== eventId);
  const events = earlier.map((event) =>
    past({
      id: text(event.trigger_request_id),
      type: eventTypeOf(event.type),
      of: event,
      at: text(event.created_at),
      closedAt: text(event.closed_at),
    }),
  );
  const issue = { id: eventId, type: 'POLICY_CREATE', at: issuedAt, closedAt: issuedAt } as const;
  return {
    ...rows,
    events: [past({ ...issue, of: sidesOf(policy) }), ...events],
    quotes: (rows.quotes ?? []).map(named),
    ...(rows.payment_refunds !== undefined && { payment_refunds: rows.payment_refunds.map(named) }),
  };
}

/** A policy is issued by its seller, and its insurer sees it. */
function sidesOf({
  seller_organization_id: seller,
  issuing_organization_id: issuer,
}: JsonObject): JsonObject {
  return {
    organization_id: seller ?? null,
    shared_organization_id: issuer === seller ? null : (issuer ?? null),
  };
}

function partiesOf(row: JsonObject, { organizations }: BookInstallation) {
  const organizationId = text(row.organization_id);
  return {
    organizationId,
    organizationName: organizations.get(organizationId) ?? organizationId,
    sharedOrganizationId: typeof row.shared_organization_id === 'string' ? row.shared_organization_id : null,
  };
}

function eventTypeOf(type: unknown): EventType {
  if (typeof type !== 'string' || !Object.hasOwn(eventCatalog, type)) {
    throw new RangeError(`${type} is no type of event`);
  }
  return type as EventType;
}

const text = (value: unknown): string => String(value);
