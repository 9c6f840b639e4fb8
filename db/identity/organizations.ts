import { randomUUID } from 'node:crypto';
import type { Database } from '../database.js';
import { Organization } from '../models/organization.js';

export interface NewOrganization {
  name: string;
}

export async function createOrganization(db: Database, { name }: NewOrganization): Promise<Organization> {
  return Organization.query(db).insertAndFetch({ id: randomUUID(), name });
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
