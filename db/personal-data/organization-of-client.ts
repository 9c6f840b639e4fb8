import type { Knex } from 'knex';
import { Client } from '../models/client.js';

/** The organization of a client, whether it was erased or not. Undefined if there is no such client. */
export async function organizationOfClient(db: Knex, clientId: string): Promise<string | undefined> {
  const client = await Client.query(db).findById(clientId).select('organization_id');
  return client?.organizationId;
}
