import type { Database } from '../database.js';
import { isClientOf } from './named-records.js';

/** Why answers of an event cannot be saved with its client; undefined if they can. */
export async function whyNotSaved(
  db: Database,
  organizationId: string,
  clientId: string | undefined,
): Promise<string | undefined> {
  if (clientId === undefined) return 'the answers cannot be saved: the event is about no client';
  if (await isClientOf(db, organizationId, clientId)) return undefined;
  return `the answers cannot be saved: ${clientId} is not a client of the event's organization`;
}
