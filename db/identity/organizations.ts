import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Organization } from '../models/organization.js';
import { announceChangeOfProducts } from '../products/product-changes.js';

export interface NewOrganization {
  name: string;
  /** An IANA name; default `UTC`. */
  timeZone?: string | undefined;
}

export async function createOrganization(
  db: Database,
  { name, timeZone = 'UTC' }: NewOrganization,
  who: Who = {},
): Promise<Organization> {
  return db.transaction(async (trx) => {
    const created = await Organization.query(trx).insertAndFetch({ id: randomUUID(), name, timeZone });
    const { id } = created;
    await recordAudit(trx, { ...who, action: 'ORGANIZATION_CREATED', organizationId: id, targetId: id });
    return created;
  });
}

/** Who changes an organization. */
export interface ChangingOrganization extends Who {
  /** Throws if they may not, in the transaction of the change. Absent for operators, who may do everything. */
  check?: ((trx: Knex) => Promise<void>) | undefined;
  /** Throws if the organization is not as the caller knows it. */
  checkCurrent?(current: Organization): void;
}

/**
 * Changes an organization's time zone, from now on and in every process: its products are announced as changed.
 * @param timeZone an IANA name.
 */
export async function changeTimeZone(
  db: Database,
  { organizationId, timeZone }: { organizationId: string; timeZone: string },
  { check, checkCurrent, ...who }: ChangingOrganization = {},
): Promise<Organization> {
  return db.transaction(async (trx) => {
    await check?.(trx);
    const organization = await Organization.query(trx)
      .findById(organizationId)
      .forNoKeyUpdate()
      .throwIfNotFound();
    checkCurrent?.(organization);
    const before = organization.timeZone;
    if (before === timeZone) return organization;
    const changed = await organization.$query(trx).patchAndFetch({ timeZone });
    await recordAudit(trx, {
      ...who,
      action: 'ORGANIZATION_CHANGED',
      organizationId,
      targetId: organizationId,
      details: { timeZone: { before, after: timeZone } },
    });
    await announceChangeOfProducts(trx, organizationId);
    return changed;
  });
}

export async function readOrganization(db: Knex, organizationId: string): Promise<Organization> {
  return Organization.query(db).findById(organizationId).throwIfNotFound();
}

/** Organizations with that id or exact name: names need not be unique. */
export async function findOrganizations(db: Database, idOrName: string): Promise<Organization[]> {
  return Organization.query(db)
    .whereRaw('id::text = lower(?) or name = ?', [idOrName, idOrName])
    .orderBy('created_at');
}

/** Every organization, oldest first. */
export async function listOrganizations(db: Database): Promise<Organization[]> {
  return Organization.query(db).orderBy(['created_at', 'id']);
}
