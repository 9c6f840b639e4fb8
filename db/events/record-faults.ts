import type { EventEnvelope } from '../../domain/events/envelope.js';
import {
  clientsOfSnapshots,
  type NamedRecord,
  namedPolicyNumber,
  namedRecords,
} from '../../domain/events/records-of-event.js';
import type { Database } from '../database.js';
import type { ProductCatalog } from '../products/catalog.js';
import {
  isClientOf,
  type NamedPolicy,
  type NamedRow,
  namedPolicies,
  namedQuotes,
  namedSessions,
  namedStatements,
  numberedPolicies,
} from './named-records.js';
import { ofClient } from './subject-of-event.js';

export interface RecordsDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'productVisibleTo'>;
}

/** A record in a payload that the organization cannot see, or that does not belong to the others. */
export type RecordFault =
  | { kind: 'UNSEEN'; what: string; id: string; path: readonly (string | number)[] }
  | { kind: 'MISFIT'; path: readonly (string | number)[]; detail: string };

/** The records of one kind in a payload, with the visible ones. */
interface Seen<Row extends NamedRow = NamedRow> {
  what: string;
  named: NamedRecord[];
  rows: Row[];
}

/**
 * The faults of the records in an event's payload, invisible ones first. One query per kind of record,
 * however many are named.
 */
export async function recordFaults(
  dependencies: RecordsDependencies,
  organizationId: string,
  envelope: EventEnvelope,
): Promise<RecordFault[]> {
  const { db } = dependencies;
  const [client] = namedRecords(envelope, 'CLIENT');
  const [isOwnClient, products, policies, quotes, statements, payments] = await Promise.all([
    client !== undefined && isClientOf(db, organizationId, client.id),
    seenProducts(dependencies, organizationId, envelope),
    seenPolicies(db, organizationId, envelope),
    seen('quote', namedRecords(envelope, 'QUOTE'), (ids) => namedQuotes(db, organizationId, ids)),
    seen('statement', namedRecords(envelope, 'STATEMENT'), ([id]) => namedStatements(db, organizationId, id)),
    seen('payment', namedRecords(envelope, 'PAYMENT'), ([id]) => namedSessions(db, organizationId, id)),
  ]);
  const found = [policies, quotes, statements, payments];
  // An organization that can see a quote or a policy may name its client.
  const isShown = found.some(({ rows }) => rows.some(({ clientId }) => clientId === client?.id));
  const isUnseen = client !== undefined && !isOwnClient && !isShown;
  const clientId = client?.id ?? policies.rows[0]?.clientId;
  return [
    ...(isUnseen ? [unseen('client', client)] : []),
    ...[...found, products].flatMap(unseenOf),
    ...otherNumber(envelope, policies.rows),
    ...ofOtherClients(clientId, [policies, quotes]),
    ...otherClients(clientId, clientsOfSnapshots(envelope)),
  ];
}

/** Clients in snapshots, in addition to those of the named records. */
function otherClients(clientId: string | null | undefined, named: readonly NamedRecord[]): RecordFault[] {
  if (typeof clientId !== 'string') return [];
  return named
    .filter(({ id }) => id !== clientId)
    .map(({ path }) => ({ kind: 'MISFIT', path, detail: "is not the policy's client" }));
}

/** The policy by its id, or by its number if there is no id. */
async function seenPolicies(
  db: Database,
  organizationId: string,
  envelope: EventEnvelope,
): Promise<Seen<NamedPolicy>> {
  const what = 'policy';
  const named = namedRecords(envelope, 'POLICY');
  if (named.length > 0) return seen(what, named, ([id]) => namedPolicies(db, organizationId, id));
  const number = namedPolicyNumber(envelope);
  if (number === undefined) return { what, named, rows: [] };
  const rows = await numberedPolicies(db, organizationId, number.id);
  const [client] = namedRecords(envelope, 'CLIENT');
  const policy = ofClient(rows, client?.id);
  if (policy === undefined) return { what, named: [number], rows: [] };
  return { what, named: [{ ...number, id: policy.id }], rows: [policy] };
}

async function seenProducts(
  { catalog }: RecordsDependencies,
  organizationId: string,
  envelope: EventEnvelope,
): Promise<Seen> {
  return seen('product', namedRecords(envelope, 'PRODUCT'), async ([id]) => {
    const product = await catalog.productVisibleTo(organizationId, id);
    return product === null ? [] : [{ id, clientId: null }];
  });
}

async function seen<Row extends NamedRow>(
  what: string,
  named: NamedRecord[],
  read: (ids: [string, ...string[]]) => Promise<Row[]>,
): Promise<Seen<Row>> {
  const [first, ...others] = named.map(({ id }) => id);
  return { what, named, rows: first === undefined ? [] : await read([first, ...others]) };
}

const unseen = (what: string, { id, path }: NamedRecord): RecordFault => ({ kind: 'UNSEEN', what, id, path });

function unseenOf({ what, named, rows }: Seen): RecordFault[] {
  const ids = new Set(rows.map(({ id }) => id));
  return named.filter(({ id }) => !ids.has(id)).map((record) => unseen(what, record));
}

function ofOtherClients(clientId: string | null | undefined, kinds: readonly Seen[]): RecordFault[] {
  if (clientId === undefined) return [];
  return kinds.flatMap(({ what, named, rows }) => {
    const clients = new Map(rows.map((row) => [row.id, row.clientId]));
    return named
      .filter(({ id }) => clients.has(id) && clients.get(id) !== clientId)
      .map(({ id, path }) => {
        const whose = clients.get(id) === null ? 'no' : 'another';
        return { kind: 'MISFIT' as const, path, detail: `is a ${what} of ${whose} client` };
      });
  });
}

function otherNumber(envelope: EventEnvelope, policies: readonly NamedPolicy[]): RecordFault[] {
  const number = namedPolicyNumber(envelope);
  const [policy] = policies;
  if (number === undefined || policy === undefined || policy.policyNumber === number.id) return [];
  return [{ kind: 'MISFIT', path: number.path, detail: 'is not the number of the policy' }];
}
