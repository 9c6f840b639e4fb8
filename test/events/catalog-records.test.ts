import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadRequest, NotFound } from '../../api/errors/app-error.js';
import { checkRecords } from '../../api/event-firing/check-records.js';
import { readNamedRecords } from '../../db/events/named-records.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { createProductCatalog, type ProductCatalog } from '../../db/products/catalog.js';
import { type EventType, eventTypes } from '../../domain/events/catalog.js';
import { eventEnvelope } from '../../domain/events/envelope.js';
import { namedRecords } from '../../domain/events/records-of-event.js';
import { aClient } from '../support/client-factory.js';
import { aClock } from '../support/clock-factory.js';
import { aDeclinedCharge } from '../support/collection-factory.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { type ExampleEvent, exampleIds, examplesOf, withIds } from '../support/documented-events.js';
import { anOrganization } from '../support/identity-factory.js';
import { aPolicy, aQuoteRow } from '../support/policy-factory.js';
import { anImport, aProduct } from '../support/product-factory.js';

/** One client's records, under the names of the catalog's example ids. */
type Records = { [name in keyof typeof exampleIds]: string };

let database: TestDatabase;
let catalog: ProductCatalog;
let sellerId: string;
let issuerId: string;
let own: Records;
let neighbors: Records;
let strangers: Records;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db, url } = database;
  catalog = createProductCatalog({ db, databaseUrl: url, environment: 'DEV' });
  await catalog.start();
  const [seller, issuer, stranger] = await Promise.all([1, 2, 3].map(() => anOrganization(db)));
  sellerId = seller!.organization.id;
  issuerId = issuer!.organization.id;
  const product = await anImport(db, sellerId, aProduct());
  own = await recordsOf(sellerId, issuerId, product);
  neighbors = await recordsOf(sellerId, issuerId, product);
  strangers = await recordsOf(stranger!.organization.id, stranger!.organization.id, product);
});

afterAll(async () => {
  await catalog?.stop();
  await database?.drop();
});

async function recordsOf(
  seller: string,
  issuer: string,
  product: { productId: string; versionId: string },
): Promise<Records> {
  const { db } = database;
  const client = await aClient(db, seller);
  const clock = await aClock(db, { organizationId: seller, businessTime: new Date(0) });
  const policy = await aPolicy(db, { sellerId: seller, issuerId: issuer, product, clientId: client.id });
  const [statement] = await Statement.query(db).where({ policy_id: policy.id });
  const payment = await PaymentSession.query(db).insert({
    id: randomUUID(),
    organizationId: seller,
    clientId: client.id,
    kind: 'SETUP',
    provider: 'OFFLINE',
    currency: 'USD',
    amount: '100.00',
  });
  return {
    line: product.productId,
    client: client.id,
    quote: policy.quoteId,
    policy: policy.id,
    policyNumber: policy.policyNumber,
    statement: statement!.id,
    payment: payment.id,
    collection: await aDeclinedCharge(db, policy),
    clock: clock.id,
  };
}

/** Undefined where it is accepted, else how it is refused. */
async function refusalOf(event: object, organizationId = sellerId): Promise<string | undefined> {
  const envelope = eventEnvelope.parse(event);
  try {
    const records = await readNamedRecords(database.db, organizationId, envelope);
    await checkRecords({ db: database.db, catalog }, { organizationId, envelope, records });
    return undefined;
  } catch (error) {
    if (error instanceof NotFound) return `404 ${error.message}`;
    if (error instanceof BadRequest) return `400 ${error.errors.map(({ field }) => field).join()}`;
    throw error;
  }
}

const examples = (type: EventType, records: Records): ExampleEvent[] =>
  examplesOf(type).map((example) => withIds(example, records));

/** The example ids that an event has, but for its product. */
const namesIn = (example: ExampleEvent) =>
  (Object.keys(exampleIds) as (keyof Records)[]).filter(
    (name) => name !== 'line' && JSON.stringify(example.payload).includes(exampleIds[name]),
  );

describe.each(eventTypes)('%s', (type) => {
  it('is accepted with records of one client, by anyone who sees them', async () => {
    for (const event of examples(type, own)) {
      expect(await refusalOf(event)).toBeUndefined();
      if (namedRecords(event, 'POLICY').length > 0) {
        expect(await refusalOf(event, issuerId)).toBeUndefined();
      }
    }
  });

  it('is not found with records that do not exist, of another organization, or of another kind', async () => {
    const refused = examplesOf(type).flatMap((example) =>
      namesIn(example).map(async (name) => {
        for (const wrong of [randomUUID(), strangers[name], otherKindThan(name)]) {
          const refusal = await refusalOf(withIds(example, { ...own, [name]: wrong }));
          expect(`${name}: ${refusal}`).toMatch(isBesidePolicy(example, name) ? misfit : notFound);
        }
      }),
    );
    await Promise.all(refused);
  });

  it('is refused with a record of another client, naming it', async () => {
    for (const example of examplesOf(type)) {
      const names = namesIn(example);
      if (names.includes('quote') && (names.includes('client') || names.includes('policy'))) {
        const refusal = await refusalOf(withIds(example, { ...own, quote: neighbors.quote }));
        expect(refusal).toMatch(/^400 payload\.(quoteIds?(\.\d)?|renewalId)$/);
      }
      if (names.includes('policy') && names.includes('client')) {
        const { policy, policyNumber } = neighbors;
        const refusal = await refusalOf(withIds(example, { ...own, policy, policyNumber }));
        expect(refusal).toBe('400 payload.policyId');
      }
    }
  });
});

const notFound = /: 404 no \w+ \S+$/;
const misfit = /: 400 \S*policyNumber$/;

/** A number beside the policy's id is one that does not fit it, rather than one of a policy that is not found. */
const isBesidePolicy = ({ payload }: ExampleEvent, name: keyof Records): boolean =>
  name === 'policyNumber' && payload.policyId !== undefined;

const otherKindThan = (name: keyof Records): string => own[name === 'quote' ? 'client' : 'quote'];

describe('the records of a payload', () => {
  it('include the client that a snapshot names beside a policy', async () => {
    const [example] = examples('POLICY_CANCELED', own);
    const { clientId: _, ...payload } = example!.payload as { clientId: string; policy: object };
    const naming = (clientId: string) =>
      refusalOf({ ...example!, payload: { ...payload, policy: { ...payload.policy, clientId } } });
    expect(await naming(own.client)).toBeUndefined();
    expect(await naming(own.client.toUpperCase())).toBeUndefined();
    expect(await naming(neighbors.client)).toBe('400 payload.policy.clientId');
  });

  it('are read with one query, however many of however many kinds are named', async () => {
    const { db } = database;
    const product = await Policy.query(db).findById(own.policy).throwIfNotFound();
    const { productId, productVersionId } = product;
    const quotes = await Promise.all(
      Array.from({ length: 100 }, () =>
        aQuoteRow(db, { sellerId, issuerId, productId, productVersionId, clientId: own.client }),
      ),
    );
    const [event] = examples('SELECT_QUOTE', own);
    const payload = { clientId: own.client, quoteIds: quotes.map(({ requestId }) => requestId) };
    let queries = 0;
    const count = () => {
      queries += 1;
    };
    db.on('query', count);
    expect(await refusalOf({ ...event, payload })).toBeUndefined();
    db.removeListener('query', count);
    expect(queries).toBe(1);

    payload.quoteIds[70] = neighbors.quote;
    payload.quoteIds[71] = randomUUID();
    expect(await refusalOf({ ...event, payload })).toBe(`404 no quote ${payload.quoteIds[71]}`);
    payload.quoteIds.splice(71, 1);
    expect(await refusalOf({ ...event, payload })).toBe('400 payload.quoteIds.70');
  });

  it('may be a policy by its number alone', async () => {
    const [event] = examples('CLAIM_NOTIFICATION', own);
    const named = (payload: object) => refusalOf({ ...event, payload });
    expect(await named({ policyNumber: own.policyNumber })).toBeUndefined();
    expect(await named({ policyNumber: own.policyNumber, clientId: own.client })).toBeUndefined();
    expect(await named({ policyNumber: own.policyNumber, clientId: neighbors.client })).toBe(
      '400 payload.policyNumber',
    );
    expect(await named({ policyNumber: own.policyNumber, quoteId: neighbors.quote })).toBe(
      '400 payload.quoteId',
    );
    expect(await named({ policyNumber: strangers.policyNumber })).toBe(
      `404 no policy ${strangers.policyNumber}`,
    );
    expect(await named({})).toBeUndefined();
  });

  it('do not let a client be named by others than its organization, unless by what shows it', async () => {
    const [event] = examples('CLIENT_STATUS_UPDATED', own);
    const payload = { clientId: own.client, statusKey: 'CLIENT' };
    expect(await refusalOf({ ...event, payload }, issuerId)).toBe(`404 no client ${own.client}`);
    const [created] = examples('POLICY_CREATED', own);
    expect(await refusalOf(created!, issuerId)).toBeUndefined();
  });

  it('include the product that a status is about', async () => {
    const [event] = examples('CLIENT_STATUS_UPDATED', own);
    const productId = randomUUID();
    expect(await refusalOf({ ...event, payload: { ...event!.payload, productId } })).toBe(
      `404 no product ${productId}`,
    );
  });
});
