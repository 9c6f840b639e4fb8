import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivityEntry, ActivityPage } from '../../api/activity/schemas.js';
import { cursorText } from '../../api/http/opaque-cursor.js';
import { recordPaymentEvents } from '../../db/billing/record-payment-event.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import type { Policy } from '../../db/models/policy.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { aClock } from '../support/clock-factory.js';
import { basicOf, type TestOrganization } from '../support/identity-factory.js';
import { aPolicy, aPolicyEvent, aQuoteRow } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';

const ada = { kind: 'USER', id: 'ada', name: 'Ada Byron' };

let world: PolicyWorld;
let policy: Policy;
let product: { productId: string; versionId: string };

beforeAll(async () => {
  world = await aPolicyWorld();
  policy = await aPolicy(world.db, {
    sellerId: world.seller.organization.id,
    issuerId: world.issuer.organization.id,
  });
  product = { productId: policy.productId, versionId: policy.productVersionId };
  await everythingOf(policy);
});
afterAll(() => world?.close());

/** A record of every source. */
async function everythingOf({ id: policyId, clientId, quoteId, ...row }: Policy) {
  const { db, seller, issuer } = world;
  const [sellerId, issuerId] = [seller.organization.id, issuer.organization.id];
  const fired = {
    ...{ organization_id: sellerId, product_id: row.productId, client_id: clientId, policy_id: policyId },
    ...{ envelope_sha256: 'x', plan: {}, as_configured_at: '2026-01-01', shared_organization_id: issuerId },
  };
  const statement = await db('statements').where('policy_id', policyId).first();
  const [refused, billed] = [randomUUID(), randomUUID()];
  await db('events').insert([
    {
      ...{
        ...fired,
        trigger_request_id: refused,
        type: 'POLICY_ENDORSE',
        state: 'FAILED',
        created_at: '2026-02-01',
      },
      ...{ envelope: {}, fired_by: ada, by_service: false },
      trigger_result: { refusal: { detail: 'the policy has ended' } },
    },
    {
      ...{ ...fired, trigger_request_id: billed, type: 'STATEMENT_CREATED', state: 'COMPLETED' },
      ...{ envelope: { payload: { statementId: statement.id } }, created_at: '2026-02-02', by_service: true },
      ...{ fired_by: { kind: 'SERVICE', name: 'Service' }, trigger_result: null },
    },
  ]);
  const at = (day: string) => new Date(`2026-02-${day}T10:00:00Z`);
  await aPolicyEvent(db, policyId, {
    type: 'NOTE',
    label: 'Called',
    description: 'Wants a copy',
    createdAt: at('03'),
    createdBy: ada,
  });
  await aPolicyEvent(db, policyId, {
    type: 'DOCUMENT_GENERATED',
    label: 'Told by the document',
    createdAt: at('03'),
  });
  const payment = randomUUID();
  await db('payments').insert({
    ...{
      id: payment,
      policy_id: policyId,
      organization_id: sellerId,
      amount: '100.25',
      reference: 'check 7',
    },
    ...{ provider: 'OFFLINE', received_at: at('04'), created_by: ada },
  });
  await db.transaction((trx) =>
    recordPaymentEvents(trx, policyId, [payment], new BusinessTime(at('04'), 'UTC')),
  );
  await db('payment_refunds').insert({
    ...{ id: randomUUID(), policy_id: policyId, organization_id: sellerId, trigger_request_id: refused },
    ...{ action_id: randomUUID(), attempt: 1, place: 0, provider: 'OFFLINE', amount: '5', reference: 'r' },
    ...{ state: 'REFUSED', refusal: 'too late', created_at: at('05') },
  });
  await db('documents').insert({
    ...{ id: randomUUID(), organization_id: issuerId, shared_organization_id: sellerId, origin: 'GENERATED' },
    ...{
      type: 'PDF',
      file_name: 'Declarations.pdf',
      content_type: 'application/pdf',
      size: 3,
      store: 'POSTGRES',
    },
    ...{
      sha256: 'a'.repeat(64),
      client_id: clientId,
      policy_id: policyId,
      created_at: at('06'),
      created_by: ada,
    },
  });
  const response = { isApproved: true, decisionTimestamp: at('07').toISOString(), createdBy: ada };
  await db('quotes')
    .where('request_id', quoteId)
    .update({ underwriter_response: JSON.stringify(response) });
  await db('quote_notes').insert({
    ...{ id: randomUUID(), request_id: quoteId, organization_id: issuerId, text: 'Loss runs came' },
    ...{ created_at: at('08'), created_by: ada },
  });
  const holdId = randomUUID();
  await db('holds').insert({
    ...{
      id: holdId,
      organization_id: issuerId,
      title: 'Storm',
      first_day: '2026-01-01',
      place: {},
      coverages: '[]',
    },
    ...{ stops: {}, created_by: ada },
  });
  await db('hold_overrides').insert({
    ...{ id: randomUUID(), hold_id: holdId, policy_id: policyId, client_id: clientId, reason: 'Inspected' },
    ...{ created_at: at('09'), created_by: ada },
  });
  await db('data_lookups').insert({
    ...{ id: randomUUID(), trigger_request_id: refused, action_id: randomUUID(), organization_id: sellerId },
    ...{
      client_id: clientId,
      endpoint: 'roofs',
      request_hash: 'h',
      values: {},
      failure: 'timed out',
      asked_at: at('10'),
    },
  });
}

/** Rows of the capabilities that work with people and providers. */
async function worksOf({ id: policyId, clientId }: Policy) {
  const { db, seller, issuer } = world;
  const [organizationId, issuerId] = [seller.organization.id, issuer.organization.id];
  const at = (day: string) => new Date(`2026-04-${day}T10:00:00Z`);
  const made = { organization_id: organizationId, policy_id: policyId, created_by: ada };
  await db('tasks').insert({
    ...{ ...made, id: randomUUID(), made_by: 'PERSON', title: 'Call back', client_id: clientId },
    ...{ created_at: at('01'), updated_at: at('04'), completed_at: at('04'), completed_by: ada },
  });
  await db('mails').insert({
    ...{ id: randomUUID(), organization_id: organizationId, policy_id: policyId, client_id: clientId },
    ...{ purpose: 'INVOICE', state: 'SENT', subject: 'Your invoice', values: {}, document_ids: [] },
    ...{ sending_since: at('02'), created_at: at('02'), sent_at: at('02') },
  });
  await db('files').insert({
    ...{ ...made, id: randomUUID(), shared_organization_id: issuerId, shared_with: 'BOTH' },
    ...{ file_name: 'roof.jpg', state: 'CLEAN', created_at: at('03') },
  });
  const event = await db('events').where('client_id', clientId).first();
  const statement = await db('statements').where('policy_id', policyId).first();
  const methodId = randomUUID();
  await db('saved_methods').insert({
    ...{ id: methodId, organization_id: organizationId, client_id: clientId, provider: 'stripe' },
    ...{ customer_reference: 'c', setup_reference: randomUUID(), created_at: at('01'), updated_at: at('01') },
    created_by: ada,
  });
  await db('collections').insert({
    ...{ id: randomUUID(), policy_id: policyId, statement_id: statement.id, method_id: methodId },
    ...{ organization_id: organizationId, trigger_request_id: event.trigger_request_id, agreement: 1 },
    ...{ on_day: '2026-04-05', provider: 'stripe', amount: '100', currency: 'USD', state: 'DECLINED' },
    ...{ created_at: at('05'), code: 'expired_card' },
  });
}

async function read(path: string, by: TestOrganization = world.seller): Promise<ActivityPage> {
  const { status, body } = await world.get(path, by);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** All pages of a feed. */
async function whole(path: string, size: number, by?: TestOrganization): Promise<ActivityEntry[]> {
  const entries: ActivityEntry[] = [];
  const first = `${path}${path.includes('?') ? '&' : '?'}size=${size}`;
  for (let next: string | undefined = first; next !== undefined; ) {
    const page: ActivityPage = await read(next, by);
    entries.push(...page.entries);
    next = page.nextCursor && `${first}&cursor=${page.nextCursor}`;
  }
  return entries;
}

const told = (entries: readonly ActivityEntry[]) => entries.map(({ kind, title }) => `${kind}: ${title}`);

describe('the activity of a policy', () => {
  it('has every source in one list, newest first, with authors', async () => {
    const entries = await whole(`/policy/${policy.id}/activity`, 1000);
    expect(told(entries)).toEqual([
      'LOOKUP: Lookup failed: roofs',
      'DECISION: Small Shop approved by the underwriter',
      'DOCUMENT: Document made: Declarations.pdf',
      'REFUND: Refund refused',
      'PAYMENT: Payment received',
      'NOTE: Called',
      'STATEMENT: Statement billed',
      'EVENT: Policy endorse: failed',
      'CHANGE: Policy issued',
      'QUOTE: Small Shop quoted',
    ]);
    const [, , , , payment, note, statement, event] = entries;
    expect(note).toMatchObject({
      author: ada,
      about: { policyId: policy.id },
      details: { description: 'Wants a copy' },
    });
    expect(payment).toMatchObject({ author: ada, details: { amount: 100.25 } });
    expect(statement).toMatchObject({
      author: { kind: 'SERVICE' },
      details: { amount: 1200, dueDate: '2026-01-01' },
    });
    expect(event).toMatchObject({
      author: ada,
      details: { state: 'FAILED', reason: 'the policy has ended' },
    });
  });

  it('shows the insurer its notes and holds, and not what the seller has looked up', async () => {
    const entries = await whole(`/policy/${policy.id}/activity`, 1000, world.issuer);
    expect(told(entries).slice(0, 3)).toEqual([
      'HOLD: Hold overridden: Storm',
      'NOTE: Note on a quote',
      'DECISION: Small Shop approved by the underwriter',
    ]);
  });

  it('is read page by page as a whole, with kinds and times', async () => {
    const path = `/policy/${policy.id}/activity`;
    const all = await whole(path, 1000);
    for (const size of [1, 3]) expect(await whole(path, size)).toEqual(all);
    const kinds = await whole(`${path}?kinds=NOTE,EVENT`, 1);
    expect(kinds).toEqual(all.filter(({ kind }) => kind === 'NOTE' || kind === 'EVENT'));
    const days = await whole(`${path}?from=2026-02-03&to=2026-02-04`, 1);
    expect(told(days)).toEqual(['PAYMENT: Payment received', 'NOTE: Called']);
  });

  it('refuses kinds that there are none, and the cursor of another list', async () => {
    const path = `/policy/${policy.id}/activity`;
    expect((await world.get(`${path}?kinds=NOISE`)).status).toBe(400);
    const { nextCursor } = await read(`${path}?size=1`);
    for (const other of [
      `${path}?kinds=NOTE&cursor=${nextCursor}`,
      `/client/${policy.clientId}/activity?cursor=${nextCursor}`,
    ])
      expect((await world.get(other)).body.errors).toMatchObject([{ field: 'cursor' }]);
    const [name, , source, id] = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString());
    for (const parts of [[name, '2026-02-30T00:00:00.000000Z', source, id], [name, 'now', source, id], {}, 7])
      expect((await world.get(`${path}?cursor=${cursorText(parts as never)}`)).status).toBe(400);
    for (const wrong of ['cursor=nonsense', 'kinds=', 'size=0', 'from=yesterday'])
      expect((await world.get(`${path}?${wrong}`)).status).toBe(400);
    expect((await read(`${path}?from=9999-12-31&to=9999-12-31&kinds=NOTE,NOTE`)).entries).toEqual([]);
  });

  it('costs two statements and no more, after those that know the caller', async () => {
    const path = `/policy/${policy.id}/activity`;
    await read(path);
    const statements: string[] = [];
    const listen = ({ sql }: { sql: string }) => void statements.push(sql);
    world.db.on('query', listen);
    await read(path);
    await read(`/client/${policy.clientId}/activity`);
    world.db.removeListener('query', listen);
    expect(statements).toHaveLength(4);
  });

  it('leaves out what the caller may not read, and says so', async () => {
    const { db, seller } = world;
    const { apiKey, secret } = await createApiKey(db, {
      organizationId: seller.organization.id,
      permissions: ['policies:read'],
    });
    const limited = { ...seller, basic: basicOf(apiKey.key, secret) };
    const { entries, withheld } = await read(`/policy/${policy.id}/activity`, limited);
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(
      new Set(['REFUND', 'PAYMENT', 'NOTE', 'STATEMENT', 'CHANGE']),
    );
    expect(withheld).toEqual([
      'EVENT',
      'QUOTE',
      'DECISION',
      'NOTE',
      'DOCUMENT',
      'HOLD',
      'LOOKUP',
      'MAIL',
      'FILE',
      'TASK',
    ]);
  });

  it('is not found by others', async () => {
    for (const path of [`policy/${policy.id}`, `client/${policy.clientId}`, `quote/${policy.quoteId}`])
      expect((await world.get(`/${path}/activity`, world.stranger)).status).toBe(404);
  });
});

it('a client has the entries of all its policies, and each once', async () => {
  const { db, seller, issuer } = world;
  const parties = { sellerId: seller.organization.id, issuerId: issuer.organization.id, product };
  const first = await aPolicy(db, parties);
  const { clientId } = first;
  const others = await Promise.all([1, 2, 3].map(() => aPolicy(db, { ...parties, clientId })));
  for (const [index, one] of [first, ...others].entries()) {
    for (const day of [3, 4, 5])
      await aPolicyEvent(db, one.id, {
        type: 'NOTE',
        label: `${index}`,
        createdAt: new Date(`2026-03-0${day}T10:00:00Z`),
      });
  }
  const all = await whole(`/client/${clientId}/activity`, 1000);
  expect(all.filter(({ kind }) => kind === 'NOTE')).toHaveLength(12);
  expect(all.filter(({ type }) => type === 'POLICY_ISSUED')).toHaveLength(4);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  expect(told(all)).toContain('CLIENT: Client created');
  for (const size of [1, 2, 5]) expect(await whole(`/client/${clientId}/activity`, size)).toEqual(all);
  const ofInsurer = await whole(`/client/${clientId}/activity`, 1000, issuer);
  expect(ofInsurer.map(({ kind }) => kind)).not.toContain('CLIENT');
  expect(ofInsurer.filter(({ kind }) => kind === 'CHANGE')).toHaveLength(4);
});

it('has mails, files, tasks and charges', async () => {
  const { db, seller, issuer } = world;
  const parties = { sellerId: seller.organization.id, issuerId: issuer.organization.id, product };
  const made = await aPolicy(db, parties);
  await worksOf(made);
  const kinds = 'kinds=MAIL,FILE,TASK,COLLECTION';
  const expected = [
    'COLLECTION: Charge declined',
    'TASK: Task completed: Call back',
    'FILE: File uploaded: roof.jpg',
    'MAIL: Mail sent: Your invoice',
    'TASK: Task: Call back',
  ];
  for (const path of [`policy/${made.id}`, `client/${made.clientId}`]) {
    expect(told(await whole(`/${path}/activity?${kinds}`, 2))).toEqual(expected);
    const ofInsurer = told(await whole(`/${path}/activity?${kinds}`, 2, issuer));
    expect(ofInsurer).toEqual(expected.filter((each) => /^(COLL|FILE)/.test(each)));
  }
});

it('goes by the test clock of a client that has one', async () => {
  const { db, seller } = world;
  const made = await aPolicy(db, { sellerId: seller.organization.id, product });
  const businessTime = new Date('2027-05-01T09:00:00Z');
  const clock = await aClock(db, { organizationId: seller.organization.id, businessTime });
  await db('clients').where('id', made.clientId).update({ clock_id: clock.id });
  await db('policies').where('id', made.id).update({ clock_id: clock.id });
  await db('events')
    .where('client_id', made.clientId)
    .update({ clock_id: clock.id, business_time: '2027-05-01T09:00:00Z', policy_id: made.id });
  const note = await world.post(`/client/${made.clientId}/note`, { text: 'In the future' });
  expect(note.body.createdTimestamp).toBe('2027-05-01T09:00:00.000Z');
  for (const path of [`client/${made.clientId}`, `policy/${made.id}`]) {
    const entries = await whole(`/${path}/activity`, 1);
    const event = entries.find(({ kind }) => kind === 'EVENT');
    expect(event).toMatchObject({
      time: '2027-05-01T09:00:00.000Z',
      businessTime: '2027-05-01T09:00:00.000Z',
    });
    expect(entries.map(({ kind }) => kind)).not.toContain('CLIENT');
  }
});

it('a quote has its own entries', async () => {
  const { db, seller } = world;
  const quote = await aQuoteRow(db, {
    ...{
      sellerId: seller.organization.id,
      productId: product.productId,
      productVersionId: product.versionId,
    },
    clientId: policy.clientId,
  });
  const entries = await whole(`/quote/${quote.requestId}/activity`, 10);
  expect(told(entries).toSorted()).toEqual(['EVENT: Get quotes: accepted', 'QUOTE: Small Shop quoted']);
});

it('a note is added to a client, for its organization alone, and goes with it', async () => {
  const { db, seller, issuer } = world;
  const made = await aPolicy(db, {
    sellerId: seller.organization.id,
    issuerId: issuer.organization.id,
    product,
  });
  const { clientId } = made;
  const note = await world.post(`/client/${clientId}/note`, { text: ' Prefers mail ' });
  expect(note.status).toBe(201);
  const feed = `/client/${clientId}/activity?kinds=NOTE`;
  expect((await read(feed)).entries).toMatchObject([
    {
      title: 'Note',
      recordId: note.body.id,
      details: { description: 'Prefers mail' },
      author: { kind: 'API_KEY' },
    },
  ]);
  expect((await read(feed, issuer)).entries).toEqual([]);
  expect((await world.post(`/client/${clientId}/note`, { text: 'No' }, issuer)).status).toBe(404);
  await db('clients').where('id', clientId).update({ erased_at: new Date() });
  expect((await world.get(feed)).status).toBe(404);
  expect((await read(`/policy/${made.id}/activity`)).entries).toEqual([]);
});
