import { uuid } from '../ground/primitives.js';

/** Records that payloads name, by what they are. */
export type NamedKind =
  | 'CLIENT'
  | 'QUOTE'
  | 'POLICY'
  | 'STATEMENT'
  | 'PAYMENT'
  | 'COLLECTION'
  | 'PRODUCT'
  | 'CLOCK';

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
  COLLECTION: ['chargeId'],
  PRODUCT: ['productId'],
  CLOCK: ['clockId'],
};

/** Whether a name of a payload identifies a record, in every event type. */
export const namesRecord = (name: string): boolean =>
  name === 'policyNumber' || Object.values(keys).some((names) => names.includes(name));

/** The keys of payloads that name quotes. */
export const quoteKeys = keys.QUOTE;

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

/**
 * The stored documents that an event's payload names, itself or in its snapshot of a quote; one that the sender knows
 * otherwise has no id.
 */
export function namedDocuments({ payload }: { payload: object }): NamedRecord[] {
  const { documents, quote } = payload as OpenPayload;
  return [
    ...documentsIn(documents, ['payload', 'documents']),
    ...(isOpen(quote) ? documentsIn(quote.documents, ['payload', 'quote', 'documents']) : []),
  ];
}

function documentsIn(documents: unknown, path: readonly string[]): NamedRecord[] {
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document: OpenPayload, index) =>
    typeof document.contentId === 'string'
      ? [{ id: document.contentId, path: [...path, index, 'contentId'] }]
      : [],
  );
}

/** The event of a policy that an event's payload has a snapshot of. */
export function namedPolicyEvent({ payload }: { payload: object }): NamedRecord | undefined {
  const { event } = payload as OpenPayload;
  if (!isOpen(event) || typeof event.eventId !== 'string') return undefined;
  return { id: event.eventId, path: ['payload', 'event', 'eventId'] };
}

type StatedName = 'clientId' | 'policyId' | 'quoteId' | 'policyNumber';

/** What every snapshot may say besides, and must then say as the payload does. */
const repeated: readonly StatedName[] = ['clientId', 'policyId', 'quoteId', 'policyNumber'];
const repeatedFields = repeated.map((name) => [name, name] as const);

/**
 * Snapshots by what they are of: the keys under which there is one, or a list; each field, and what the payload calls
 * it.
 */
const snapshotKinds: readonly {
  at: readonly string[];
  fields: readonly (readonly [field: string, names: StatedName])[];
}[] = [
  { at: ['policy', 'policies'], fields: [...repeatedFields, ['id', 'policyId']] },
  { at: ['quote', 'quotes'], fields: [...repeatedFields, ['requestId', 'quoteId']] },
  { at: ['event'], fields: repeatedFields },
];

/** Whether a name of a payload is one of a snapshot, or of a list of them. */
export const namesSnapshot = (name: string): boolean => snapshotKinds.some(({ at }) => at.includes(name));

/** As deep as snapshots are looked for within snapshots. */
const deepest = 3;

/** What a snapshot says a record is, and where. */
interface Claim {
  names: StatedName;
  value: unknown;
  path: (string | number)[];
}

/**
 * Snapshots in a payload must refer to the same records as the rest of it, whether its type has them or not (spec 6.7).
 * No contract was checked before: lists may be as long as a request, and are gone through once.
 */
export function contradictionsOf({ payload }: { payload: object }): Contradiction[] {
  const open = payload as OpenPayload;
  const stated = new Map<StatedName, ReadonlySet<string>>();
  const found: Contradiction[] = [];
  for (const { names, value, path } of claimsIn(open)) {
    const said = stated.get(names) ?? statedIn(open, names);
    stated.set(names, said);
    if (said.size === 0 || (typeof value === 'string' && said.has(value.toLowerCase()))) continue;
    const isInside = names === 'policyNumber' && open[names] === undefined;
    found.push({
      path,
      message: isInside ? "must be the policy's number" : `must be the payload's ${names}`,
    });
  }
  return found;
}

/** The clients that an event's snapshots name. */
export function clientsOfSnapshots({ payload }: { payload: object }): NamedRecord[] {
  return [...claimsIn(payload as OpenPayload)].flatMap(({ names, value, path }) =>
    names === 'clientId' && typeof value === 'string' ? [{ id: value.toLowerCase(), path }] : [],
  );
}

/**
 * What the payload itself says, in small letters: of quotes it may name several. An id that is none is found wrong by
 * the contract.
 */
function statedIn(payload: OpenPayload, names: StatedName): ReadonlySet<string> {
  if (names === 'policyNumber') {
    const number = namedPolicyNumber({ payload });
    return new Set(number === undefined ? [] : [number.id.toLowerCase()]);
  }
  const { quoteIds } = payload;
  const said = [payload[names], ...(names === 'quoteId' && Array.isArray(quoteIds) ? quoteIds : [])];
  return new Set(said.filter((id) => uuid.safeParse(id).success).map((id) => String(id).toLowerCase()));
}

function* claimsIn(holder: OpenPayload, path: readonly (string | number)[] = ['payload']): Generator<Claim> {
  for (const { at, fields } of snapshotKinds) {
    for (const name of at) {
      const value = holder[name];
      if (!isOpen(value)) continue;
      if (!Array.isArray(value)) yield* claimsOf(value, fields, [...path, name]);
      else {
        for (const [index, item] of value.entries()) {
          if (isOpen(item) && !Array.isArray(item)) yield* claimsOf(item, fields, [...path, name, index]);
        }
      }
    }
  }
}

/** What a snapshot says, and those within it. */
function* claimsOf(
  snapshot: OpenPayload,
  fields: (typeof snapshotKinds)[number]['fields'],
  path: readonly (string | number)[],
): Generator<Claim> {
  for (const [field, names] of fields) {
    const value = snapshot[field] ?? undefined;
    if (value !== undefined) yield { names, value, path: [...path, field] };
  }
  if (path.length <= deepest) yield* claimsIn(snapshot, path);
}

const isOpen = (value: unknown): value is OpenPayload => typeof value === 'object' && value !== null;
