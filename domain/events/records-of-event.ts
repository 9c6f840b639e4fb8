import { uuid } from '../primitives.js';

/** Records that payloads name, by what they are. */
export type NamedKind = 'CLIENT' | 'QUOTE' | 'POLICY' | 'STATEMENT' | 'PAYMENT' | 'PRODUCT';

/** A record that a payload names, and where. */
export interface NamedRecord {
  id: string;
  path: readonly (string | number)[];
}

/** Something in a payload that says otherwise than the rest of it. */
export interface Contradiction {
  path: (string | number)[];
  message: string;
}

/** A payload's keys mean the same in every event type. */
const keys: Readonly<Record<NamedKind, readonly string[]>> = {
  CLIENT: ['clientId'],
  QUOTE: ['quoteId', 'quoteIds', 'renewalId'],
  POLICY: ['policyId'],
  STATEMENT: ['statementId'],
  PAYMENT: ['paymentTriggerRequestId'],
  PRODUCT: ['productId'],
};

type OpenPayload = Readonly<Record<string, unknown>>;

/** The records of a kind that an event's payload names, in its order. */
export function namedRecords({ payload }: { payload: object }, kind: NamedKind): NamedRecord[] {
  return keys[kind].flatMap((key) => {
    const value = (payload as OpenPayload)[key];
    if (typeof value === 'string') return [{ id: value, path: ['payload', key] }];
    if (!Array.isArray(value)) return [];
    return value.map((id: string, index) => ({ id, path: ['payload', key, index] }));
  });
}

/** The number of the policy that an event's payload names, itself or in its snapshot. */
export function namedPolicyNumber({ payload }: { payload: object }): NamedRecord | undefined {
  const { policyNumber, policy } = payload as OpenPayload;
  if (typeof policyNumber === 'string') return { id: policyNumber, path: ['payload', 'policyNumber'] };
  if (typeof policy !== 'object' || policy === null) return undefined;
  const inside = (policy as OpenPayload).policyNumber;
  return typeof inside === 'string' ? { id: inside, path: ['payload', 'policy', 'policyNumber'] } : undefined;
}

/** What a snapshot is of: the keys under which there is one, or a list; its id, and what the payload calls that. */
const snapshotKinds = [
  { at: ['policy', 'policies'], key: 'id', names: 'policyId' },
  { at: ['quote', 'quotes'], key: 'requestId', names: 'quoteId' },
  { at: ['event'], key: undefined, names: undefined },
] as const;

/** What a snapshot may say besides, and must then say as the payload does. */
const repeated = ['clientId', 'policyId', 'quoteId', 'policyNumber'] as const;

/** As deep as snapshots are looked for within snapshots. */
const deepest = 3;

/** What a snapshot says a record is, and where. */
interface Claim {
  names: (typeof repeated)[number];
  value: unknown;
  path: (string | number)[];
}

/** Snapshots in a payload must refer to the same records as the rest of it, whether its type has them or not (spec 6.7). */
export function contradictionsOf({ payload }: { payload: object }): Contradiction[] {
  const open = payload as OpenPayload;
  return claimsOf(open).flatMap(({ names, value, path }) => {
    const stated = statedIn(open, names);
    if (value === undefined || value === null || stated.length === 0) return [];
    if (stated.some((said) => sayTheSame(value, said))) return [];
    const isInside = names === 'policyNumber' && open[names] === undefined;
    return [{ path, message: isInside ? "must be the policy's number" : `must be the payload's ${names}` }];
  });
}

/** The clients that an event's snapshots name. */
export function clientsOfSnapshots({ payload }: { payload: object }): NamedRecord[] {
  return claimsOf(payload as OpenPayload).flatMap(({ names, value, path }) =>
    names === 'clientId' && typeof value === 'string' ? [{ id: value.toLowerCase(), path }] : [],
  );
}

/** What the payload itself says: of quotes it may name several. An id that is none is found wrong by the contract. */
function statedIn(payload: OpenPayload, names: Claim['names']): string[] {
  if (names === 'policyNumber') {
    const number = namedPolicyNumber({ payload });
    return number === undefined ? [] : [number.id];
  }
  const { quoteIds } = payload;
  const said = [payload[names], ...(names === 'quoteId' && Array.isArray(quoteIds) ? quoteIds : [])];
  return said.filter((id) => uuid.safeParse(id).success);
}

function claimsOf(holder: OpenPayload, path: readonly (string | number)[] = ['payload']): Claim[] {
  return snapshotKinds.flatMap(({ at, key, names }) =>
    at
      .flatMap((name) => snapshotsAt(holder[name], [...path, name]))
      .flatMap(({ snapshot, within }) => {
        const claims: Claim[] = repeated.map((field) => ({
          names: field,
          value: snapshot[field],
          path: [...within, field],
        }));
        if (key !== undefined) claims.push({ names, value: snapshot[key], path: [...within, key] });
        return within.length > deepest ? claims : [...claims, ...claimsOf(snapshot, within)];
      }),
  );
}

/** One snapshot, or those of a list. */
function snapshotsAt(
  value: unknown,
  path: (string | number)[],
): { snapshot: OpenPayload; within: (string | number)[] }[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => (Array.isArray(item) ? [] : snapshotsAt(item, [...path, index])));
  }
  return typeof value === 'object' && value !== null
    ? [{ snapshot: value as OpenPayload, within: path }]
    : [];
}

function sayTheSame(inside: unknown, outside: string): boolean {
  return typeof inside === 'string' && inside.toLowerCase() === outside.toLowerCase();
}
