import type { Database } from '../../db/database.js';
import { keyOfEvent } from '../../db/events/event-keys.js';
import { productsOfRecords, type RecordKind } from '../../db/identity/products-of-records.js';
import { productsOfLine } from '../../db/products/products-of-line.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { type NamedKind, namedPolicyNumber, namedRecords } from '../../domain/events/records-of-event.js';
import { uuid } from '../../domain/ground/primitives.js';
import { Forbidden } from '../errors/app-error.js';
import type { CheckedInput, ProductRestriction } from '../http/caller.js';

/** The fields of paths, queries and bodies that name a product, or a record that is about one. */
const kinds: ReadonlyMap<string, RecordKind | 'product'> = new Map([
  ['documentId', 'document'],
  ['documentIds', 'document'],
  ['entryId', 'entry'],
  ['fileId', 'file'],
  ['jobId', 'job'],
  ['lineId', 'product'],
  ['parentPolicyId', 'policy'],
  ['policyId', 'policy'],
  ['product_id', 'product'],
  ['productId', 'product'],
  ['quoteId', 'quote'],
  ['quoteRequestId', 'quote'],
  ['triggerRequestId', 'event'],
  ['versionId', 'version'],
]);

const payloadKinds: readonly [NamedKind, RecordKind | 'product'][] = [
  ['COLLECTION', 'charge'],
  ['PAYMENT', 'payment'],
  ['POLICY', 'policy'],
  ['PRODUCT', 'product'],
  ['QUOTE', 'quote'],
  ['STATEMENT', 'statement'],
];

type Named = readonly [kind: RecordKind | 'product', id: string];

/** An API key that is restricted to products: each request must be about them, and only about them, or its answer is. */
export class OnlyProducts implements ProductRestriction {
  readonly #db: Database;
  readonly #organizationId: string;
  readonly #ids: ReadonlySet<string>;

  constructor(db: Database, organizationId: string, ids: readonly string[]) {
    this.#db = db;
    this.#organizationId = organizationId;
    this.#ids = new Set(ids);
  }

  get productIds(): readonly string[] {
    return [...this.#ids];
  }

  async check({ params, query, body, narrowsToProducts = false }: CheckedInput): Promise<void> {
    const named = [params, query, isEvent(body) ? { lineId: body.lineId } : body].flatMap(namedIn);
    if (isEvent(body)) named.push(...namedInEvent(body));
    if (named.length === 0 && !narrowsToProducts)
      throw this.#refusal('a request must name one of them, or a record of one');
    for (const [kind, id] of named) {
      if (kind === 'product' && !(await this.#isOneOfThem(id)))
        throw this.#refusal(`the product ${id} is not one of them`);
    }
    for (const kind of new Set(named.map(([kind]) => kind))) {
      if (kind !== 'product')
        await this.#checkRecords(
          kind,
          named.flatMap(([of, id]) => (of === kind ? [id] : [])),
        );
    }
  }

  /** A product, or a line below the root of one. */
  async #isOneOfThem(id: string): Promise<boolean> {
    if (this.#ids.has(id)) return true;
    if (!uuid.safeParse(id).success) return false;
    return (await productsOfLine(this.#db, id)).some((productId) => this.#ids.has(productId));
  }

  /** Unknown records are refused as well: so nobody learns which there are. */
  async #checkRecords(kind: RecordKind, ids: readonly string[]): Promise<void> {
    const valid = kind === 'policyNumber' ? ids : ids.filter((id) => uuid.safeParse(id).success);
    const keys = new Map(
      kind === 'event' || kind === 'payment'
        ? await Promise.all(valid.map(async (id) => [id, await this.#keyOf(id)] as const))
        : valid.map((id) => [id, id]),
    );
    const found = { kind, ids: [...keys.values()] };
    const records = await productsOfRecords(this.#db, this.#organizationId, found);
    for (const id of ids) {
      const products = records
        .filter((record) => record.id === keys.get(id))
        .map(({ productId }) => productId);
      if (products.length > 0 && products.every((product) => product !== null && this.#ids.has(product)))
        continue;
      const what = kind === 'policyNumber' ? 'policy' : kind;
      throw this.#refusal(`it sees no ${what} ${id} of them`);
    }
  }

  async #keyOf(id: string): Promise<string> {
    const named = { organizationId: this.#organizationId, triggerRequestId: id };
    return (await keyOfEvent(this.#db, named)) ?? id;
  }

  #refusal(why: string): Forbidden {
    const products = [...this.#ids].join(', ');
    return new Forbidden(`this API key is restricted to the products ${products}: ${why}`, {
      code: 'KEY_RESTRICTED',
    });
  }
}

/** An event as accepted; no other body has a payload that names records. */
const isEvent = (body: unknown): body is EventEnvelope =>
  typeof body === 'object' && body !== null && 'lineId' in body && 'payload' in body;

function namedInEvent(event: EventEnvelope): Named[] {
  const number = namedPolicyNumber(event);
  return [
    ...payloadKinds.flatMap(([named, kind]) => namedRecords(event, named).map(({ id }): Named => [kind, id])),
    ...(number === undefined ? [] : [['policyNumber', number.id] as const]),
  ];
}

function namedIn(place: unknown): Named[] {
  if (typeof place !== 'object' || place === null) return [];
  return Object.entries(place).flatMap(([field, named]): Named[] => {
    const kind = kinds.get(field);
    if (kind === undefined) return [];
    return [named].flat().flatMap((id): Named[] => (typeof id === 'string' ? [[kind, id]] : []));
  });
}
