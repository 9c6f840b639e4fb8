import type { Database } from '../../db/database.js';
import { Client } from '../../db/models/client.js';
import { namedQuotes } from '../../db/quotes/named-quotes.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { type NamedRecord, namedRecords } from '../../domain/events/records-of-event.js';
import { BadRequest, type FieldError, NotFound } from '../errors/app-error.js';

/**
 * Refuses an event whose payload names records that the organization cannot see (404), or records of another
 * client than the payload's (400). One query for each kind of record, however many are named.
 */
export async function checkRecords(
  db: Database,
  organizationId: string,
  envelope: EventEnvelope,
): Promise<void> {
  const [client] = namedRecords(envelope, 'CLIENT');
  const named = namedRecords(envelope, 'QUOTE');
  const [clientFound, quotes] = await Promise.all([
    client && isClientOf(db, organizationId, client.id),
    named.length === 0
      ? []
      : namedQuotes(
          db,
          organizationId,
          named.map(({ id }) => id),
        ),
  ]);

  const clients = new Map(quotes.map(({ requestId, clientId }) => [requestId, clientId]));
  const unseen = named.find(({ id }) => !clients.has(id));
  if (unseen !== undefined) throw new NotFound('quote', unseen.id);
  if (client === undefined) return;
  // Whoever may see a quote may name its client, which it shows.
  if (!clientFound && ![...clients.values()].includes(client.id)) throw new NotFound('client', client.id);
  const ofOthers = named.filter(({ id }) => clients.get(id) !== client.id);
  if (ofOthers.length > 0) throw new BadRequest(ofOthers.map(isOfAnotherClient('quote')));
}

async function isClientOf(db: Database, organizationId: string, clientId: string): Promise<boolean> {
  const client = await Client.query(db)
    .findById(clientId)
    .where('organization_id', organizationId)
    .select('id');
  return client !== undefined;
}

const isOfAnotherClient =
  (what: string) =>
  ({ path }: NamedRecord): FieldError => ({
    field: path.join('.'),
    path: [...path],
    detail: `is a ${what} of another client`,
  });
