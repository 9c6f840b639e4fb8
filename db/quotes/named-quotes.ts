import type { Database } from '../database.js';

/** Whose quote it is. */
export interface NamedQuote {
  requestId: string;
  /** Null where it was made without a client. */
  clientId: string | null;
}

/** Those of the quotes that the organization's clients got or that it quoted itself, components included. */
export async function namedQuotes(
  db: Database,
  organizationId: string,
  requestIds: readonly string[],
): Promise<NamedQuote[]> {
  const { rows } = await db
    .raw<{ rows: NamedQuote[] }>(
      `select request_id as "requestId", client_id as "clientId" from quotes
       where request_id = any (?::uuid[]) and ? in (client_organization_id, quoting_organization_id)`,
      [[...requestIds], organizationId],
    )
    .options({ name: 'quotes_named' });
  return rows;
}
