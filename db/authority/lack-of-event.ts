import type { Knex } from 'knex';
import { type Lack, lackOf } from '../../domain/authority/lack.js';
import { eventCatalog } from '../../domain/events/catalog.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { sellerActOf } from '../../domain/events/seller-act.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { isInsured, type NamedRow } from '../events/named-records.js';
import { lackOfRates } from './lack-of-rates.js';
import { type AuthoritySources, licensedAuthority } from './licensed-authority.js';
import { type InsuredRecord, insuredRecords } from './records-of-insurer.js';

export interface EventToAuthorize {
  /** Sees the records. */
  organizationId: string;
  /** Whose authority counts; by default the same. */
  actingId?: string | undefined;
  envelope: EventEnvelope;
  /** The records that it names, if they have been read. */
  records?: readonly NamedRow[];
  now: BusinessTime;
}

/**
 * What an organization lacks to fire an event about quotes and policies of other insurers; undefined if nothing. An
 * event that names none is about the product, so about its owner.
 */
export async function lackOfEvent(
  db: Knex,
  sources: AuthoritySources,
  { organizationId, actingId = organizationId, envelope, records: named = [], now }: EventToAuthorize,
): Promise<Lack | undefined> {
  if (areIssuedBy(actingId, named)) return undefined;
  for (const record of await recordsOrProduct(db, sources, { organizationId, envelope })) {
    const sold = { organizationId: actingId, productId: record.productId, issuerId: record.issuerId, now };
    const authority = await licensedAuthority(sources, sold);
    if (authority === undefined) continue;
    const { authority: activity, issuersField } = eventCatalog[envelope.type];
    if (activity === undefined) return issuersOnly(`only the insurer fires ${envelope.type}`);
    const field = issuersField?.(envelope.payload);
    if (field !== undefined)
      return { ...issuersOnly(`only the insurer may use ${field} in ${envelope.type}`), field };
    const { type } = envelope;
    const lack =
      lackOf(authority, sellerActOf(envelope, activity, record), now.today) ??
      (record.quote && (await lackOfRates(sources.catalog, record.quote, { type, now })));
    if (lack !== undefined) return lack;
  }
  return undefined;
}

/**
 * Whether an event names quotes and policies of the organization's own paper only. A payment is of the insurers of its
 * quotes.
 */
function areIssuedBy(organizationId: string, named: readonly NamedRow[]): boolean {
  const insured = named.filter(isInsured);
  const isOwn = ({ kind, issuerId }: NamedRow) => kind !== 'PAYMENT' && issuerId === organizationId;
  return insured.length > 0 && insured.every(isOwn);
}

/** Whether an organization is the insurer of all that an event is about, so that it may do everything there. */
export async function isInsurerOf(
  db: Knex,
  sources: AuthoritySources,
  { organizationId, actingId = organizationId, envelope, records: named = [] }: Omit<EventToAuthorize, 'now'>,
): Promise<boolean> {
  if (areIssuedBy(actingId, named)) return true;
  const records = await recordsOrProduct(db, sources, { organizationId, envelope });
  return records.every(({ issuerId }) => issuerId === actingId);
}

async function recordsOrProduct(
  db: Knex,
  sources: AuthoritySources,
  event: Pick<EventToAuthorize, 'organizationId' | 'envelope'>,
): Promise<InsuredRecord[]> {
  const records = await insuredRecords(db, sources.catalog, event);
  return records.length > 0 ? records : recordOfProduct(sources, event.envelope);
}

const issuersOnly = (reason: string): Lack => ({ authority: 'INSURER', reason });

async function recordOfProduct(
  { catalog }: AuthoritySources,
  { lineId }: EventEnvelope,
): Promise<InsuredRecord[]> {
  const product = await catalog.product(lineId);
  return product === null ? [] : [{ productId: product.id, issuerId: product.ownerOrganizationId }];
}
