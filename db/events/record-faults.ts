import type { EventEnvelope } from '../../domain/events/envelope.js';
import {
  clientsOfSnapshots,
  type NamedRecord,
  namedPolicyNumber,
  namedRecords,
} from '../../domain/events/records-of-event.js';
import { boundForGood } from '../clients/save-client.js';
import type { ProductCatalog } from '../products/catalog.js';
import { type NamedRow, ofClient, ofKind } from './named-records.js';

/** An event with the records that it names, as its organization sees them. */
export interface EventWithRecords {
  organizationId: string;
  envelope: EventEnvelope;
  records: readonly NamedRow[];
}

/** A record in a payload that the organization cannot see, or that does not belong to the others. */
export type RecordFault =
  | { kind: 'UNSEEN'; what: string; id: string; path: readonly (string | number)[] }
  | { kind: 'MISFIT'; path: readonly (string | number)[]; detail: string };

/** The records of one kind in a payload, with the visible ones. */
interface Seen {
  what: string;
  named: NamedRecord[];
  rows: Pick<NamedRow, 'id' | 'clientId' | 'policyNumber'>[];
}

/** The faults of the records in an event's payload, invisible ones first. */
export async function recordFaults(
  catalog: Pick<ProductCatalog, 'productVisibleTo'>,
  event: EventWithRecords,
): Promise<RecordFault[]> {
  const { envelope, records } = event;
  const [client] = namedRecords(envelope, 'CLIENT');
  const isOwnClient = ofKind(records, 'CLIENT').length > 0;
  const products = await seenProducts(catalog, event);
  const policies = seenPolicies(event);
  const seen = (what: string, kind: NamedRow['kind']): Seen => ({
    what,
    named: namedRecords(envelope, kind),
    rows: ofKind(records, kind),
  });
  const quotes = seen('quote', 'QUOTE');
  const found = [
    ...[policies, quotes, seen('statement', 'STATEMENT')],
    ...[seen('payment', 'PAYMENT'), seen('charge', 'COLLECTION')],
  ];
  // An organization that can see a quote or a policy may name its client.
  const isShown = found.some(({ rows }) => rows.some(({ clientId }) => clientId === client?.id));
  const isUnseen = client !== undefined && !isOwnClient && !isShown;
  const clientId = client?.id ?? policies.rows[0]?.clientId;
  return [
    ...(isUnseen ? [unseen('client', client)] : []),
    ...[...found, products, seen('clock', 'CLOCK')].flatMap(unseenOf),
    ...otherNumber(envelope, policies.rows),
    ...ofOtherClients(clientId, [policies, quotes]),
    ...otherClients(clientId, clientsOfSnapshots(envelope)),
    ...otherClock(event),
  ];
}

/** A test clock that is not the one of the named client. */
function otherClock({ envelope, records }: EventWithRecords): RecordFault[] {
  const [clock] = namedRecords(envelope, 'CLOCK');
  const [client] = ofKind(records, 'CLIENT');
  if (clock === undefined || client === undefined || client.clockId === clock.id) return [];
  return [{ kind: 'MISFIT', path: clock.path, detail: boundForGood(client.clockId) }];
}

/** Clients in snapshots, in addition to those of the named records. */
function otherClients(clientId: string | null | undefined, named: readonly NamedRecord[]): RecordFault[] {
  if (typeof clientId !== 'string') return [];
  return named
    .filter(({ id }) => id !== clientId)
    .map(({ path }) => ({ kind: 'MISFIT', path, detail: "is not the policy's client" }));
}

/** The policy by its id, or by its number if there is no id. */
function seenPolicies({ envelope, records }: EventWithRecords): Seen {
  const what = 'policy';
  const named = namedRecords(envelope, 'POLICY');
  const rows = ofKind(records, 'POLICY');
  const number = namedPolicyNumber(envelope);
  if (named.length > 0 || number === undefined) return { what, named, rows };
  const [client] = namedRecords(envelope, 'CLIENT');
  const policy = ofClient(rows, client?.id);
  if (policy === undefined) return { what, named: [number], rows: [] };
  return { what, named: [{ ...number, id: policy.id }], rows: [policy] };
}

async function seenProducts(
  catalog: Pick<ProductCatalog, 'productVisibleTo'>,
  { organizationId, envelope }: EventWithRecords,
): Promise<Seen> {
  const named = namedRecords(envelope, 'PRODUCT');
  const [first] = named;
  const product = first && (await catalog.productVisibleTo(organizationId, first.id));
  return {
    what: 'product',
    named,
    rows: product ? [{ id: product.id, clientId: null, policyNumber: null }] : [],
  };
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

function otherNumber(envelope: EventEnvelope, policies: Seen['rows']): RecordFault[] {
  const number = namedPolicyNumber(envelope);
  const [policy] = policies;
  if (number === undefined || policy === undefined || policy.policyNumber === number.id) return [];
  return [{ kind: 'MISFIT', path: number.path, detail: 'is not the number of the policy' }];
}
