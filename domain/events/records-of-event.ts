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

/** What a snapshot is of: its key, and the payload's key that names the same record. */
const snapshots = [
  { snapshot: 'policy', key: 'id', names: 'policyId' },
  { snapshot: 'quote', key: 'requestId', names: 'quoteId' },
  { snapshot: 'event', key: undefined, names: undefined },
] as const;

/** What a snapshot may say besides, and must then say as the payload does. */
const repeated = ['clientId', 'policyId', 'quoteId', 'policyNumber'] as const;

/** Nested snapshots must refer to the same records as the rest of the payload (spec 6.7). */
export function contradictionsOf({ payload }: { payload: object }): Contradiction[] {
  const open = payload as OpenPayload;
  return snapshots.flatMap(({ snapshot, key, names }) => {
    const value = open[snapshot];
    if (typeof value !== 'object' || value === null) return [];
    const pairs: [string, string][] = repeated.map((field) => [field, field]);
    if (key !== undefined) pairs.push([key, names]);
    return pairs.flatMap(([inside, outside]) => {
      if (sayTheSame((value as OpenPayload)[inside], open[outside])) return [];
      return [{ path: ['payload', snapshot, inside], message: `must be the payload's ${outside}` }];
    });
  });
}

function sayTheSame(inside: unknown, outside: unknown): boolean {
  if (inside === undefined || inside === null || typeof outside !== 'string') return true;
  return typeof inside === 'string' && inside.toLowerCase() === outside.toLowerCase();
}
