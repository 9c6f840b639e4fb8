import type { Database } from '../../db/database.js';
import {
  isClientOf,
  type NamedPolicy,
  type NamedRow,
  namedPolicies,
  namedQuotes,
  namedSessions,
  namedStatements,
  numberedPolicies,
} from '../../db/events/named-records.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { type NamedRecord, namedPolicyNumber, namedRecords } from '../../domain/events/records-of-event.js';
import { BadRequest, type FieldError, NotFound } from '../errors/app-error.js';

export interface RecordsDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'productVisibleTo'>;
}

/** What a payload names of one kind, with those that the organization sees. */
interface Seen<Row extends NamedRow = NamedRow> {
  what: string;
  named: NamedRecord[];
  rows: Row[];
}

/**
 * Refuses an event whose payload names records that the organization cannot see (404), or that do not belong
 * together (400, spec 6.7). One query for each kind of record, however many are named.
 */
export async function checkRecords(
  { db, catalog }: RecordsDependencies,
  organizationId: string,
  envelope: EventEnvelope,
): Promise<void> {
  const named = recordsIn(envelope);
  const [client] = named.clients;
  const [clientFound, policies, quotes, statements, sessions] = await Promise.all([
    client !== undefined && isClientOf(db, organizationId, client.id),
    policiesIn(db, organizationId, envelope),
    seen('quote', named.quotes, (ids) => namedQuotes(db, organizationId, ids)),
    seen('statement', named.statements, ([id]) => namedStatements(db, organizationId, id)),
    seen('payment', named.payments, ([id]) => namedSessions(db, organizationId, id)),
  ]);
  const found = [policies, quotes, statements, sessions];
  // Whoever sees a quote or a policy may name its client, which it shows.
  const isShown = found.some(({ rows }) => rows.some(({ clientId }) => clientId === client?.id));
  if (client !== undefined && !clientFound && !isShown) throw new NotFound('client', client.id);
  for (const each of found) refuseUnseen(each);
  for (const { id } of named.products) {
    if ((await catalog.productVisibleTo(organizationId, id)) === null) throw new NotFound('product', id);
  }
  const errors = [
    ...otherNumber(envelope, policies.rows),
    ...ofOtherClients(client?.id ?? policies.rows[0]?.clientId, [policies, quotes]),
  ];
  if (errors.length > 0) throw new BadRequest(errors);
}

function recordsIn(envelope: EventEnvelope) {
  return {
    clients: namedRecords(envelope, 'CLIENT'),
    quotes: namedRecords(envelope, 'QUOTE'),
    statements: namedRecords(envelope, 'STATEMENT'),
    payments: namedRecords(envelope, 'PAYMENT'),
    products: namedRecords(envelope, 'PRODUCT'),
  };
}

/** The policy by its id, or where there is only a number, by that. */
async function policiesIn(
  db: Database,
  organizationId: string,
  envelope: EventEnvelope,
): Promise<Seen<NamedPolicy>> {
  const named = namedRecords(envelope, 'POLICY');
  if (named.length > 0) {
    return seen<NamedPolicy>('policy', named, ([id]) => namedPolicies(db, organizationId, id));
  }
  const number = namedPolicyNumber(envelope);
  if (number === undefined) return { what: 'policy', named, rows: [] };
  const rows = await numberedPolicies(db, organizationId, number.id);
  const [client] = namedRecords(envelope, 'CLIENT');
  const policy = rows.find(({ clientId }) => clientId === client?.id) ?? rows[0];
  if (policy === undefined) throw new NotFound('policy', number.id);
  return { what: 'policy', named: [{ ...number, id: policy.id }], rows: [policy] };
}

async function seen<Row extends NamedRow>(
  what: string,
  named: NamedRecord[],
  read: (ids: [string, ...string[]]) => Promise<Row[]>,
): Promise<Seen<Row>> {
  const [first, ...others] = named.map(({ id }) => id);
  return { what, named, rows: first === undefined ? [] : await read([first, ...others]) };
}

function refuseUnseen({ what, named, rows }: Seen): void {
  const ids = new Set(rows.map(({ id }) => id));
  const unseen = named.find(({ id }) => !ids.has(id));
  if (unseen !== undefined) throw new NotFound(what, unseen.id);
}

function ofOtherClients(clientId: string | null | undefined, kinds: readonly Seen[]): FieldError[] {
  if (clientId === undefined) return [];
  return kinds.flatMap(({ what, named, rows }) => {
    const clients = new Map(rows.map((row) => [row.id, row.clientId]));
    return named
      .filter(({ id }) => clients.get(id) !== clientId)
      .map(({ id, path }) =>
        fieldError(path, `is a ${what} of ${clients.get(id) === null ? 'no' : 'another'} client`),
      );
  });
}

function otherNumber(envelope: EventEnvelope, policies: readonly NamedPolicy[]): FieldError[] {
  const number = namedPolicyNumber(envelope);
  const [policy] = policies;
  if (number === undefined || policy === undefined || policy.policyNumber === number.id) return [];
  return [fieldError(number.path, 'is not the number of the policy')];
}

function fieldError(path: readonly (string | number)[], detail: string): FieldError {
  return { field: path.join('.'), path: [...path], detail };
}
