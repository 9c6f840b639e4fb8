import { randomBytes } from 'node:crypto';
import type { Database } from '../database.js';
import { OutboundSecret } from '../models/outbound-secret.js';

/**
 * The secret that signs an organization's outbound requests (`whsec_...`), made on first use. It is stored in
 * plain text: the same key signs and verifies. Concurrent first uses get the same one.
 */
export async function outboundSecretOf(db: Database, organizationId: string): Promise<string> {
  const known = await find(db, organizationId);
  if (known !== undefined) return known;
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  await OutboundSecret.query(db).insert({ organizationId, secret }).onConflict('organization_id').ignore();
  return (await find(db, organizationId)) ?? secret;
}

async function find(db: Database, organizationId: string): Promise<string | undefined> {
  return (await OutboundSecret.query(db).findById(organizationId).select('secret'))?.secret;
}
