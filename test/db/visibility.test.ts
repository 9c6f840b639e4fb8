import { readdirSync, readFileSync } from 'node:fs';
import type { Model } from 'objection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEvents } from '../../db/events/list-events.js';
import { isClientOf, readNamedRecords } from '../../db/events/named-records.js';
import { readEventRun } from '../../db/events/read-run.js';
import { readLedger } from '../../db/ledger/read-ledger.js';
import { isQuoteOfClient } from '../../db/ledger/write-entry.js';
import { ApiKey } from '../../db/models/api-key.js';
import { Client } from '../../db/models/client.js';
import { CommissionStatement } from '../../db/models/commission-statement.js';
import { Document } from '../../db/models/document.js';
import { Event } from '../../db/models/event.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import { Person } from '../../db/models/person.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { type ScopedTable, seenBy } from '../../db/models/visibility.js';
import { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { readPoliciesOfClient, readPolicy } from '../../db/policies/read-policy.js';
import { readQuote, readQuotesOfTrigger } from '../../db/quotes/read-quotes.js';
import { readQuoteWithPackedSheet, readQuoteWithWorksheet } from '../../db/quotes/read-stored-quote.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { anOrganization } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';

const rooms = ['activities', 'api', 'bench', 'cli', 'db', 'documents', 'workflows'];

/** Conditions on a column that names an organization, in SQL and in queries. */
const conditions = [
  /(?:where|having|findOne)\w*\([^()]*organization_id/gi,
  /\bin \([^()]*organization_id/gi,
  /organization_id\s*(?:=|<>|!=)\s*(?:\?|any\b|\w+\.)/gi,
];

/** Conditions that are not about who sees a record. */
const otherRules: Record<string, string> = {
  'activities/default-actions/policy/change-producer.ts':
    'the producer is a person of one of two organizations',
  'activities/payments/content-of-policy.ts': 'the producer is a person of one of two organizations',
  'cli/commands/book-export.ts': 'what an insurer issued, for its operator',
  'cli/demo/access.ts': 'people of an organization',
  'cli/demo/prepare.ts': 'keys of products are unique for an owner',
  'db/audit/read-audit.ts': 'the audit log of an organization',
  'db/billing/payment-sessions.ts': 'what either organization of a quote opened to pay for it',
  'db/book/check-book.ts': 'numbers of policies are unique for an issuer',
  'db/commissions/adjust-commission.ts': 'the sellers and policies of an insurer',
  'db/commissions/collected-by-sellers.ts': 'the books of an insurer',
  'db/commissions/licensed-sellers.ts': 'the products of an insurer',
  'db/commissions/month-of-commissions.ts': 'the books of an insurer',
  'db/commissions/open-lines.ts': 'the books of an insurer',
  'db/desk/notification-sources.ts': 'what notifies a person is of their organization',
  'db/events/accept-inbound.ts': 'who may answer an action',
  'db/events/event-keys.ts': 'events that the service itself fired for an organization',
  'db/events/list-events.ts': 'actions are of the organization of their event',
  'db/events/read-batch.ts': 'a batch is of the organization that fired its events',
  'db/files/delete-file.ts': 'whoever uploaded a file deletes it, and nobody else who sees it',
  'db/files/keep-file.ts': 'counts what an organization itself has uploaded',
  'db/holds/holds-in-force.ts': 'whoever owns a product stops all that is done with it',
  'db/identity/sign-ins.ts': 'people are of one organization, whose log has their sign-ins',
  'db/lookups/data-lookups.ts': 'whoever asked a source uses its answer again',
  'db/mail/due-queues.ts': 'the queues of all organizations',
  'db/models/hold.ts': 'whoever owns a product stops all that is done with it',
  'db/models/product.ts': 'products are licensed',
  'db/policies/correct-policy.ts': 'policy numbers are unique for an issuer',
  'db/policies/late-policies.ts': 'narrows a search, whose statement has who sees a policy',
  'db/postings/books.ts': 'the months that an organization has closed',
  'db/postings/close-month.ts': 'the first day of the policies that an organization issued',
  'db/products/changes-sold-product.ts': "policies of an owner's product",
  'db/products/consents.ts': 'a consent is for a product of one owner',
  'db/products/product-changes.ts': "what an organization's time zone changes",
  'db/quotes/list-quotes.ts': 'who reviews a quote is known to the quoting organization alone',
  'db/reports/read-backlogs.ts': 'figures of the whole installation',
};

it('is decided in one place: no other statement compares the organizations of a record', () => {
  const found = rooms
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((path) => `${room}/${path}`),
    )
    .filter((path) => path.endsWith('.ts') && !path.startsWith('db/migrations/'))
    .filter((path) => {
      const source = readFileSync(path, 'utf8');
      return conditions.some((condition) => source.search(condition) >= 0);
    });
  expect(found.toSorted()).toEqual(Object.keys(otherRules));
});

describe('a record of two organizations', () => {
  let database: TestDatabase;
  let policy: Policy;
  let quote: Quote;
  let sides: string[];
  let stranger: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const { db } = database;
    const [seller, issuer, other] = await Promise.all([1, 2, 3].map(() => anOrganization(db)));
    sides = [seller!.organization.id, issuer!.organization.id];
    stranger = other!.organization.id;
    policy = await aPolicy(db, { sellerId: sides[0]!, issuerId: sides[1]! });
    quote = await Quote.query(db).findById(policy.quoteId).throwIfNotFound();
  });
  afterAll(() => database?.drop());

  const readNamed = (id: string, payload: object) => readNamedRecords(database.db, id, { payload });
  const waysToReadQuote: Record<string, (organizationId: string) => PromiseLike<unknown>> = {
    readQuote: (id) => readQuote(database.db, id, quote.requestId),
    readQuotesOfTrigger: (id) => readQuotesOfTrigger(database.db, id, quote.triggerRequestId),
    readQuoteWithWorksheet: (id) => readQuoteWithWorksheet(database.db, quote.requestId, { visibleTo: id }),
    readQuoteWithPackedSheet: (id) =>
      readQuoteWithPackedSheet(database.db, quote.requestId, { visibleTo: id }),
    namedQuotes: (id) => readNamed(id, { quoteIds: [quote.requestId] }),
    isQuoteOfClient: (id) =>
      isQuoteOfClient(
        database.db,
        Object.assign(Object.create(policy), { issuingOrganizationId: id }),
        quote.requestId,
      ),
    modifier: (id) => Quote.query(database.db).modify('visibleTo', id),
    aliasedModifier: (id) => Quote.query(database.db).alias('q').modify('visibleTo', id),
  };
  const waysToReadPolicy: typeof waysToReadQuote = {
    namedPolicy: (id) => readNamed(id, { policyId: policy.id }),
    numberedPolicy: (id) => readNamed(id, { policyNumber: policy.policyNumber }),
    policyOfEvent: (id) => readNamedRecords(database.db, id, { payload: {} }, policy.id),
    readPoliciesOfClient: (id) => readPoliciesOfClient(database.db, id, policy.clientId),
    readPolicy: (id) =>
      readPolicy(database.db, { organizationId: id, policyId: policy.id, sections: ['quote'] }),
    readLedger: (id) => readLedger(database.db, id, policy.id),
    modifier: (id) => Policy.query(database.db).modify('visibleTo', id),
  };
  const waysToReadSellersOwn: typeof waysToReadQuote = {
    namedClient: (id) => readNamed(id, { clientId: policy.clientId }),
    isClientOf: async (id) => (await isClientOf(database.db, id, policy.clientId)) || undefined,
    client: (id) => Client.query(database.db).modify('visibleTo', id),
    readEventRun: (id) => readEventRun(database.db, id, quote.triggerRequestId),
    listEvents: async (id) =>
      (await listEvents(database.db, id, {}, { offset: 0, limit: 9, countUpTo: 9 })).events,
    event: (id) => Event.query(database.db).modify('visibleTo', id),
  };
  const isSeen = (read: unknown) => (Array.isArray(read) ? read.length > 0 : read !== undefined);

  it.each(Object.keys(waysToReadQuote))('is seen by both and nobody else: a quote by %s', async (way) => {
    const reads = await Promise.all([...sides, stranger].map(waysToReadQuote[way]!));
    expect(reads.map(isSeen)).toEqual([true, true, false]);
  });

  it.each(Object.keys(waysToReadPolicy))('is seen by both and nobody else: a policy by %s', async (way) => {
    const reads = await Promise.all([...sides, stranger].map(waysToReadPolicy[way]!));
    expect(reads.map(isSeen)).toEqual([true, true, false]);
  });

  it.each(Object.keys(waysToReadSellersOwn))('is its own organization’s otherwise: by %s', async (way) => {
    const reads = await Promise.all([...sides, stranger].map(waysToReadSellersOwn[way]!));
    expect(reads.map(isSeen)).toEqual([true, false, false]);
  });

  it.each([
    ['api_keys', ApiKey],
    ['clients', Client],
    ['commission_statements', CommissionStatement],
    ['documents', Document],
    ['events', Event],
    ['payment_sessions', PaymentSession],
    ['people', Person],
    ['policies', Policy],
    ['quotes', Quote],
    ['webhook_deliveries', WebhookDelivery],
  ] as [ScopedTable, typeof Model][])(
    'has the condition of raw statements in its model: %s',
    (table, model) => {
      const { sql } = model.query(database.db).modify('visibleTo', stranger).toKnexQuery().toSQL();
      expect(sql).toContain(`where ${seenBy(table)}`);
    },
  );
});
