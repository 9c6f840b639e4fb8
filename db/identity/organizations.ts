import { randomUUID } from 'node:crypto';
import type { Database } from '../database.js';
import { Organization } from '../models/organization.js';

export interface NewOrganization {
  name: string;
  usesLocationCodes?: boolean;
}

export async function createOrganization(
  db: Database,
  { name, usesLocationCodes = false }: NewOrganization,
): Promise<Organization> {
  return Organization.query(db).insertAndFetch({ id: randomUUID(), name, usesLocationCodes });
}

export async function findOrganization(db: Database, id: string): Promise<Organization | undefined> {
  return Organization.query(db).findById(id);
}
