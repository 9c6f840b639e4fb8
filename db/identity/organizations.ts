import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import type { JsonObject } from '../../domain/ground/json.js';
import type { ChartOfAccounts } from '../../domain/postings/chart-of-accounts.js';
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

/** What changes of an organization; the rest stays. */
export interface OrganizationChange {
  organizationId: string;
  /** An IANA name. */
  timeZone?: string | undefined;
  chartOfAccounts?: ChartOfAccounts | undefined;
  /** An address; null: none. */
  mailReplyTo?: string | null | undefined;
}

/**
 * Changes an organization's settings, from now on and in every process: with its time zone its products are announced as
 * changed.
 */
export async function changeOrganization(
  db: Database,
  { organizationId, timeZone, chartOfAccounts, mailReplyTo }: OrganizationChange,
  { check, checkCurrent, ...who }: ChangingOrganization = {},
): Promise<Organization> {
  return db.transaction(async (trx) => {
    await check?.(trx);
    const organization = await Organization.query(trx)
      .findById(organizationId)
      .forNoKeyUpdate()
      .throwIfNotFound();
    checkCurrent?.(organization);
    const before = {
      timeZone: organization.timeZone,
      chartOfAccounts: organization.chartOfAccounts,
      mailReplyTo: organization.mailReplyTo,
    };
    const after = {
      timeZone: timeZone ?? before.timeZone,
      chartOfAccounts: chartOfAccounts ?? before.chartOfAccounts,
      mailReplyTo: mailReplyTo === undefined ? before.mailReplyTo : mailReplyTo,
    };
    const names = ['timeZone', 'chartOfAccounts', 'mailReplyTo'] as const;
    const different = names.filter((name) => !isDeepStrictEqual(after[name], before[name]));
    if (different.length === 0) return organization;
    const changed = await organization.$query(trx).patchAndFetch(after);
    const details: JsonObject = Object.fromEntries(
      different.map((name) => [name, { before: before[name], after: after[name] }]),
    );
    const target = { organizationId, targetId: organizationId };
    await recordAudit(trx, { ...who, action: 'ORGANIZATION_CHANGED', ...target, details });
    if (different.includes('timeZone')) await announceChangeOfProducts(trx, organizationId);
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
