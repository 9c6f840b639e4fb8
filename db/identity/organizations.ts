import { randomUUID } from 'node:crypto';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Organization } from '../models/organization.js';

export interface NewOrganization {
  name: string;
}

export async function createOrganization(
  db: Database,
  { name }: NewOrganization,
  who: Who = {},
): Promise<Organization> {
  return db.transaction(async (trx) => {
    const created = await Organization.query(trx).insertAndFetch({ id: randomUUID(), name });
    const { id } = created;
    await recordAudit(trx, { ...who, action: 'ORGANIZATION_CREATED', organizationId: id, targetId: id });
    return created;
  });
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
