import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { vi } from 'vitest';
import { type Role, roleNames } from '../../api/http/roles.js';
import { allowAssistant } from '../../db/assistants/grants.js';
import { createApiKey, type NewApiKey } from '../../db/identity/api-keys.js';
import { createUser } from '../../db/identity/people.js';
import { beginSession } from '../../db/identity/sessions.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { Statement } from '../../db/models/statement.js';
import { policySettings } from '../../domain/policy/policy-settings.js';
import { productDefinition } from '../../domain/product/definition.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { intakeOf } from './event-factory.js';
import { anEventWorld, type EventWorld } from './event-world.js';
import { basicOf } from './identity-factory.js';
import { anImport } from './product-factory.js';
import { servedApi } from './served-api.js';
import { anyDate, shopIds, shopProduct } from './shop-product.js';

/** The organizations of a policy, and one that has nothing to do with it. */
export const sides = ['seller', 'insurer', 'stranger'] as const;
export type Side = (typeof sides)[number];

/** Records of the seller's client, whose policy the insurer issued. */
export type Records = Awaited<ReturnType<typeof makeRecords>>;

export interface PermissionWorld {
  url: string;
  records: Records;
  /** An operation of the interface by a key with this role. */
  as(side: Side, role: Role): Credentials;
  keyOf(side: Side, given: Omit<NewApiKey, 'organizationId'>): Promise<Credentials>;
  call(by: Credentials, method: string, path: string, body?: object): request.Test;
  /** Saves the file of the records again, if a request has deleted it. */
  saveFile(): Promise<void>;
  db: EventWorld['db'];
  callers: Readonly<Record<Side, EventWorld['agency']>>;
  close(): Promise<void>;
}

type Credentials = string;

const formConfigId = '7d0b1f63-2c58-4a9e-8f14-b6a1c9d3e520';

const product = () =>
  productDefinition.parse({
    ...shopProduct(),
    policy: policySettings.parse({ binding: anyDate }),
    forms: [
      {
        ...{ kind: 'DOCUMENT', type: 'HTML', formConfigId, name: 'Summary', formNumber: 'S-1' },
        ...{ formVersion: '1', fileName: 'summary', layout: { content: ['For {{client.name}}'] } },
      },
    ],
  });

/** The whole interface as it is served, with a key for each role of each side. */
export async function aPermissionWorld(): Promise<PermissionWorld> {
  const world = await anEventWorld(product());
  const { url, stop } = await servedApi(world);
  const callers = { seller: world.agency, insurer: world.carrier, stranger: world.stranger };
  const keyOf = async (side: Side, given: Omit<NewApiKey, 'organizationId'>) => {
    const { organizationId } = callers[side];
    const { apiKey, secret } = await createApiKey(world.db, { organizationId, ...given });
    return basicOf(apiKey.key, secret);
  };
  const keys = new Map<string, Credentials>();
  for (const side of sides) {
    for (const role of roleNames) keys.set(`${side} ${role}`, await keyOf(side, { roles: [role] }));
  }
  const as = (side: Side, role: Role) => keys.get(`${side} ${role}`)!;
  const call = (by: Credentials, method: string, path: string, body?: object) =>
    request(url)[method as 'post'](`/ioi/v3${path}`).set('Authorization', by).send(body);
  const stopWorker = await world.startWorker();
  const records = await makeRecords(world, {
    url,
    post: (path, body) => call(as('seller', 'admin'), 'post', path, body),
  });
  // Events that follow from these end a little later.
  const open = () =>
    world
      .db('events')
      .where('client_id', records.clientId)
      .whereIn('state', ['ACCEPTED', 'RUNNING'])
      .pluck('type');
  await vi.waitUntil(async () => (await open()).length === 0, { timeout: 20_000, interval: 50 });
  await stopWorker();
  return {
    ...{ url, records, as, keyOf, call, callers, db: world.db },
    saveFile: () => saveFile(world.db, { ...records, organizationId: records.sellerId }),
    close: async () => {
      await stop();
      await world.close();
    },
  };
}

async function makeRecords(
  world: EventWorld,
  { url, post }: { url: string; post: (path: string, body: object) => request.Test },
) {
  const { db, events, agency, carrier } = world;
  const batchId = randomUUID();
  const fire = (type: string, payload: object) =>
    events.fire(agency, {
      ...{ type, lineId: shopIds.line, forceSync: true, batchMode: false, batchId, payload },
    } as Parameters<typeof events.fire>[1]);
  const intake = intakeOf({ 'client.name': 'Corner Bakery LLC', 'shop.revenue': '900000' });
  const quoted = await fire('GET_QUOTES', { effectiveDate: '2026-01-01', intake });
  const clientId = String(quoted.metadata.client);
  const [quoteId = '', other = ''] = (quoted.metadata.quotes as QuoteObject[]).map((one) => one.requestId);
  const [informationRequestId, conditionId] = [randomUUID(), randomUUID()];
  const asked = { informationRequestId, state: 'ANSWERED', questions: [] };
  const met = { conditionId, text: 'An alarm', state: 'CONFIRMED' };
  await db('quotes')
    .where('request_id', quoteId)
    .update({ underwriting: { informationRequests: [asked], conditions: [met] } });
  const session = await fire('PAYMENT_SETUP', { clientId, quoteIds: [other] });
  const issued = await fire('POLICY_CREATE', {
    ...{ clientId, quoteIds: [other], paymentRequired: false },
    paymentPlans: { [other]: 'FULL_PAYMENT' },
  });
  const { policies } = issued.metadata.POLICY_CREATE as { policies: { id: string; policyNumber: string }[] };
  const { id: policyId = '', policyNumber = '' } = policies[0] ?? {};
  const made = await post('/generate/document', {
    ...{ productId: shopIds.line, formConfigId, clientId, policyId },
  });
  if (made.status !== 200) throw new Error(`no document: ${made.text}`);
  const document = await db('documents').where({ policy_id: policyId }).first();
  const entry = await LedgerEntry.query(db).findOne('parent_policy_id', policyId).throwIfNotFound();
  const statement = await Statement.query(db).findOne('policy_id', policyId).throwIfNotFound();
  // A draft, so that no request changes what the others are configured by.
  const { versionId } = await anImport(db, carrier.organizationId, { ...product(), version: '9.0.0' });
  const requestId = randomUUID();
  await db('action_runs').insert({
    ...{ trigger_request_id: quoted.triggerRequestId, action_id: randomUUID(), kind: 'CONFIGURED' },
    ...{ type: 'INBOUND_WAIT', name: 'Wait', state: 'WAITING', request_id: requestId },
    quoting_organization_id: agency.organizationId,
  });
  const endpointId = randomUUID();
  await db('webhook_endpoints').insert({
    ...{ id: endpointId, organization_id: agency.organizationId, url: 'https://hooks.example/ioi' },
  });
  const [clockId, advancingClockId] = [randomUUID(), randomUUID()];
  // The second one is stopped by nobody, and so it is not deleted.
  await db('clocks').insert(
    [clockId, advancingClockId].map((id) => ({
      ...{ id, organization_id: agency.organizationId, name: 'A year', created_by: {} },
      ...{ business_time: '2027-01-01T09:00:00Z', state: 'ADVANCING', updated_at: '2100-01-01T00:00:00Z' },
      ...{ advances_from: '2027-01-01T09:00:00Z', advances_to: '2027-02-01T09:00:00Z' },
    })),
  );
  const jobId = randomUUID();
  await db('jobs').insert({
    ...{ id: jobId, organization_id: agency.organizationId, product_id: shopIds.line, type: 'GET_QUOTES' },
    ...{ state: 'PAUSED', fan_out: 1, row_count: 1, columns: '[]', created_by: {} },
    counts: { WAITING: 1, RUNNING: 0, DONE: 0, FAILED: 0, CANCELED: 0 },
  });
  const bookId = randomUUID();
  await db('books').insert({
    ...{ id: bookId, organization_id: agency.organizationId, mode: 'CHECK', source: 'Old System' },
    ...{ state: 'DONE', counts: { errors: 0, warnings: 0 }, created_by: {}, ended_at: new Date() },
  });
  const paymentMethodId = randomUUID();
  await db('saved_methods').insert({
    ...{
      id: paymentMethodId,
      organization_id: agency.organizationId,
      client_id: clientId,
      provider: 'STRIPE',
    },
    ...{ customer_reference: 'cus_1', setup_reference: 'seti_1', method_reference: 'pm_1', state: 'ACTIVE' },
    ...{ created_at: new Date(), created_by: {}, updated_at: new Date() },
  });
  const holdId = randomUUID();
  await db('holds').insert({
    ...{ id: holdId, organization_id: carrier.organizationId, title: 'A storm', first_day: '2100-01-01' },
    ...{ place: { states: ['FL'], zips: [], counties: [] }, coverages: '[]', created_by: {} },
    stops: { binding: 'FREEZE' },
  });
  const fileId = randomUUID();
  await saveFile(db, { fileId, quoteId, organizationId: agency.organizationId });
  const taskId = randomUUID();
  await db('tasks').insert({
    ...{ id: taskId, organization_id: agency.organizationId, made_by: 'PERSON', title: 'Call' },
    ...{ policy_id: policyId, created_at: new Date(), created_by: {}, updated_at: new Date() },
  });
  const actId = randomUUID();
  await db('assistant_acts').insert({
    ...{ id: actId, organization_id: agency.organizationId, holder: 'key/other', author: {}, tool: 'cancel' },
    ...{ token_sha256: Buffer.from(actId), operation_id: 'fireEvent', basis: '', title: 'Cancel', changes: '' },
    ...{ policy_id: policyId, client_id: clientId, state: 'EXPIRED', created_at: new Date() },
    ...{ acted_at: new Date(), touched_at: new Date(), expires_at: new Date() },
  });
  const mailId = randomUUID();
  await db('mails').insert({
    ...{ id: mailId, organization_id: agency.organizationId, client_id: clientId, purpose: 'OTHER' },
    ...{ state: 'CANCELED', to_address: 'corner@bakery.example', values: {}, document_ids: [] },
    ...{ sending_since: new Date(), created_at: new Date() },
  });
  const { organizationId } = agency;
  const user = await createUser(db, {
    organizationId,
    userId: 'somebody',
    password: 'a password',
    roles: ['service'],
  });
  const signedIn = await createUser(db, {
    organizationId,
    userId: 'signed-in',
    password: 'a password',
    roles: ['service'],
  });
  const { id: sessionId } = await beginSession(
    db,
    {
      ...{ person: signedIn, secret: randomUUID(), method: 'PASSWORD', address: '127.0.0.1', userAgent: '' },
      ...{ createdAt: new Date(), endsAt: new Date('2100-01-01T00:00:00Z') },
    },
    {},
  );
  const { id: grantId } = await allowAssistant(
    db,
    signedIn,
    {
      ...{ clientId: 'a program', assistant: 'Scribe', redirectUri: 'https://scribe.example/' },
      ...{ access: 'READ_ONLY', terms: {}, method: 'PASSWORD', createdAt: new Date() },
      ...{ endsAt: new Date('2100-01-01T00:00:00Z'), endsBy: new Date('2100-01-01T00:00:00Z') },
    },
    { code: randomUUID(), codeChallenge: '' },
    {},
  );
  const { apiKey } = await createApiKey(db, { organizationId, roles: ['service'] });
  const commissionId = await aClosedMonth(db, { carrier, agency });
  const deliveryId = randomUUID();
  await db('webhook_deliveries').insert({
    ...{ id: deliveryId, organization_id: agency.organizationId, endpoint_id: endpointId },
    ...{ trigger_request_id: quoted.triggerRequestId, event_type: 'GET_QUOTES', body: {} },
    ...{ message_id: randomUUID(), state: 'DELIVERED', ended_at: new Date() },
  });
  return {
    ...{ clientId, quoteId, policyId, policyNumber, deliveryId, endpointId, batchId, requestId },
    ...{ clockId, advancingClockId, commissionId, fileId, holdId, jobId, bookId, taskId, mailId, actId },
    ...{ informationRequestId, conditionId, paymentMethodId },
    ...{ entryId: entry.id, statementId: statement.id, paymentId: session.triggerRequestId },
    ...{ triggerRequestId: quoted.triggerRequestId, productId: shopIds.line, versionId },
    ...{ documentId: String(document.id), fileName: String(document.file_name), formConfigId },
    ...{ fileUrl: `${url}/ioi/v3/file/DEV/${document.id}/${document.file_name}` },
    ...{
      sellerId: agency.organizationId,
      insurerId: carrier.organizationId,
      personId: user.id,
      signedInPersonId: signedIn.id,
      sessionId,
      grantId,
      viewId: randomUUID(),
      apiKey: apiKey.key,
    },
  };
}

/** A file about a quote; again, if it was deleted. */
async function saveFile(
  db: EventWorld['db'],
  { fileId, quoteId, organizationId }: { fileId: string; quoteId: string; organizationId: string },
): Promise<void> {
  const about = { quote_id: quoteId, product_id: shopIds.line, shared_with: 'OWN', state: 'UNSCANNED' };
  const bytes = Buffer.from('About Corner Bakery LLC');
  const named = { file_name: 'Corner Bakery.txt', content_type: 'text/plain', size: bytes.length };
  const made = { created_at: new Date(), created_by: {} };
  await db('files')
    .insert({ id: fileId, organization_id: organizationId, ...about, ...named, ...made })
    .onConflict()
    .ignore();
  await db('file_pieces').insert({ file_id: fileId, number: 0, bytes }).onConflict().ignore();
}

/** A month of the insurer that is closed with everything so far, and the statement of the seller. */
async function aClosedMonth(
  db: EventWorld['db'],
  { carrier, agency }: Pick<EventWorld, 'carrier' | 'agency'>,
): Promise<string> {
  const [closeId, commissionId] = [randomUUID(), randomUUID()];
  await db('posting_closes').insert({
    ...{ id: closeId, organization_id: carrier.organizationId, period: '2025-11-01' },
    ...{ ends_at: '2100-01-01T00:00:00Z', account_seq: 0, chart_of_accounts: {} },
    ledger_seq: db('ledger_journal').max('seq'),
    ...{ closed_at: new Date(), closed_by: {} },
  });
  await db('commission_statements').insert({
    ...{ id: commissionId, close_id: closeId, organization_id: carrier.organizationId },
    ...{ seller_id: agency.organizationId, period: '2025-11-01', currency: 'USD' },
    ...{ commission: 180, adjusted: 0, collected: 0, closed_at: new Date() },
  });
  return commissionId;
}
