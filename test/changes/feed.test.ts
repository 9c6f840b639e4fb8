import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeObject, ChangesQuery } from '../../api/changes/schemas.js';
import { ChangeFeed } from '../../api/changes/service.js';
import { Holds } from '../../api/holds/service.js';
import { saveClient } from '../../db/clients/save-client.js';
import { causedBy } from '../../db/identity/caused-by.js';
import { Change } from '../../db/models/change.js';
import { Client } from '../../db/models/client.js';
import { PaymentAllocation } from '../../db/models/payment-allocation.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';
import { removeOld } from '../../db/personal-data/retention-rules.js';
import { testDocuments } from '../support/documents.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';

let world: EventWorld;
let desk: PolicyDesk;
let feed: ChangeFeed;
let isStopping = false;
const now = () => new Date('2039-07-01T08:00:00Z');

beforeAll(async () => {
  world = await anEventWorld(shopOfLives(), { now });
  desk = new PolicyDesk(world, now);
  const { db, catalog, quotes } = world;
  feed = new ChangeFeed({
    db,
    catalog,
    quotes,
    urls: testDocuments(db).urls,
    now,
    isStopping: () => isStopping,
  });
});
afterAll(() => world?.close());

const next = (asked: Partial<ChangesQuery> = {}, caller = world.carrier) =>
  feed.next(caller, { size: 100, wait: 0, ...asked } as ChangesQuery, {
    signal: new AbortController().signal,
  });

/** Everything after a cursor, page by page. */
async function all(asked: Partial<ChangesQuery> = {}, caller = world.carrier): Promise<ChangeObject[]> {
  const read: ChangeObject[] = [];
  for (let since = asked.since; ; ) {
    const page = await next({ size: 3, ...asked, since }, caller);
    read.push(...page.changes);
    since = page.next;
    if (page.isLast) return read;
  }
}

const aClient = (clientName: string) =>
  world.db.transaction((trx) =>
    saveClient(trx, {
      organizationId: world.carrier.organizationId,
      newClientId: crypto.randomUUID(),
      clientName,
    }),
  );

const latest = async () => (await next({ since: 'LATEST' })).next;

describe('the feed of changes', () => {
  it('has every change of a policy with its record, version and cause, and both organizations read it', async () => {
    const since = await latest();
    const policyId = await desk.issue({
      revenue: 100_000,
      plan: 'FULL_PAYMENT',
      effectiveDate: '2039-07-01',
    });
    const issued = await all({ since });
    const kinds = new Set(issued.map(({ kind }) => kind));
    for (const kind of ['QUOTE', 'POLICY', 'STATEMENT', 'LEDGER_ENTRY', 'LEDGER_LINE'] as const)
      expect(kinds, kind).toContain(kind);
    // The client is the seller's, and a lead no more.
    const sold = await all({ since }, world.agency);
    expect(sold.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['CLIENT', ...kinds]));
    expect(issued.find(({ kind }) => kind === 'POLICY')).toMatchObject({
      recordId: policyId,
      isDeleted: false,
      cause: { eventType: 'POLICY_CREATE', by: { kind: 'API_KEY' } },
      record: { id: policyId, policyState: 'ACTIVE', version: expect.any(Number) },
    });

    const afterIssue = await latest();
    await desk.fire('POLICY_CANCEL', { policyId, effectiveDate: '2039-09-01' });
    const canceled = await all({ since: afterIssue });
    expect(canceled.find(({ kind }) => kind === 'POLICY')).toMatchObject({
      recordId: policyId,
      cause: { eventType: 'POLICY_CANCEL', triggerRequestId: expect.any(String) },
    });
    const versions = [...issued, ...canceled]
      .filter(({ kind }) => kind === 'POLICY')
      .map(({ version }) => version);
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
    // In one transaction a record is named once, with its last version.
    for (const change of [...issued, ...canceled]) {
      const { record, version } = change;
      if (record && 'version' in record) expect(record.version, change.kind).toBeGreaterThanOrEqual(version);
    }
    const cursors = [...issued, ...canceled].map(({ cursor }) => Number(cursor));
    expect(cursors).toEqual(cursors.toSorted((a, b) => a - b));
    expect(await all({ since }, world.stranger)).toEqual([]);
  });

  it('tells both sides that a quote is bound, and only its insurer who works on it', async () => {
    const since = await latest();
    const policyId = await desk.issue({ revenue: 200_000, plan: 'MONTHLY', effectiveDate: '2039-07-01' });
    const { quoteId } = await Policy.query(world.db).findById(policyId).throwIfNotFound();
    const bound = (await all({ since, kinds: ['QUOTE'] }, world.agency)).filter(
      ({ recordId }) => recordId === quoteId,
    );
    expect(bound.at(-1)).toMatchObject({
      record: { bindable: false },
      cause: { eventType: 'POLICY_CREATE' },
    });

    const before = await latest();
    await Quote.query(world.db).findById(quoteId).patch({ assignedAt: now() });
    expect(await all({ since: before })).toMatchObject([{ kind: 'QUOTE', recordId: quoteId }]);
    expect(await all({ since: before }, world.agency)).toEqual([]);
  });

  it('has a quote that goes and comes again under its id, with later versions', async () => {
    const { db } = world;
    const [{ requestId }] = (await Quote.query(db).limit(1)) as [Quote];
    const copyId = crypto.randomUUID();
    const since = await latest();
    const copy = () =>
      db.raw(
        `insert into quotes select (jsonb_populate_record(q, jsonb_build_object('request_id', ?::text, 'version',
           (extract(epoch from clock_timestamp()) * 1000000)::bigint))).* from quotes q where request_id = ?`,
        [copyId, requestId],
      );
    await copy();
    const made = (await next({ since })).changes;
    await db('quotes').where('request_id', copyId).delete();
    const gone = await next({ since });
    expect(gone.changes.at(-1)).toMatchObject({ recordId: copyId, isDeleted: true, record: null });
    await copy();
    const again = (await next({ since })).changes;
    const versions = [made[0]!, ...again.slice(1)].map(({ version }) => version);
    expect(versions).toHaveLength(3);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    await db('quotes').where('request_id', copyId).delete();
  });

  it('has a payment again when it is applied to a statement', async () => {
    const since = await latest();
    const policyId = await desk.issue({ revenue: 300_000, plan: 'MONTHLY', effectiveDate: '2039-07-01' });
    const statement = await Statement.query(world.db).findOne({ policy_id: policyId }).throwIfNotFound();
    await desk.fire('PAYMENT_RECEIVED', { policyId, amount: Number(statement.amount), reference: 'check 7' });
    const payments = await all({ since, kinds: ['PAYMENT'] });
    expect(payments.at(-1)).toMatchObject({
      cause: { eventType: 'PAYMENT_RECEIVED' },
      record: { policyId, unappliedAmount: 0, statements: [{ statementId: statement.id }] },
    });
    const [{ paymentId }] = (await PaymentAllocation.query(world.db).where({
      statement_id: statement.id,
    })) as [PaymentAllocation];
    const before = await latest();
    await PaymentAllocation.query(world.db).where({ payment_id: paymentId }).patch({ amount: '1' });
    const [applied] = await all({ since: before });
    expect(applied).toMatchObject({ kind: 'PAYMENT', recordId: paymentId });
    expect(applied!.version).toBeGreaterThan(payments.at(-1)!.version);
  });

  it('has holds, for their organization', async () => {
    const { db, catalog, carrier, agency } = world;
    const holds = new Holds({ db, catalog, now });
    const since = await latest();
    const { id } = await holds.declare(carrier, {
      ...{ title: 'Ada', firstDay: '2039-07-01', lastDay: null, coverages: [] },
      place: { states: ['FL'], zips: [], counties: [] },
      stops: { binding: 'FREEZE' },
    });
    await holds.change(carrier, id, { lastDay: '2039-07-05' });
    await holds.end(carrier, id);
    const noted = await db('changes').where('record_id', id).orderBy('id').select('became', 'version');
    expect(noted).toMatchObject([
      { became: ['HOLD_DECLARED'], version: '1' },
      { became: [], version: '2' },
      { became: ['HOLD_ENDED'], version: '3' },
    ]);
    const [first] = await all({ since, kinds: ['HOLD'] });
    expect(first).toMatchObject({
      ...{ kind: 'HOLD', recordId: id, version: 1, cause: { by: { kind: 'API_KEY' } } },
      record: { id, title: 'Ada', state: 'ENDED', version: 3, lastDay: '2039-07-05' },
    });
    expect(await all({ since, kinds: ['HOLD'] }, agency)).toEqual([]);
  });

  it('narrows to kinds and products', async () => {
    const since = await latest();
    await aClient('Only a client');
    expect((await all({ since })).map(({ kind }) => kind)).toEqual(['CLIENT']);
    expect(await all({ since, kinds: ['POLICY'] })).toEqual([]);
    expect(await all({ since, productId: world.definition.product.id })).toEqual([]);
  });

  it('never skips what commits late, and keeps the order of what depends on each other', async () => {
    const { db } = world;
    const since = await latest();
    const early = await aClient('early');
    const late = await db.transaction();
    await Client.query(late).findById(early!.id).patch({ name: 'late' });
    // Begun later, committed first, and read meanwhile.
    await aClient('between');
    const read = await next({ since });
    expect(read.changes.map(({ record }) => record && 'clientName' in record && record.clientName)).toEqual([
      'early',
      'between',
    ]);
    await late.commit();
    const rest = await next({ since: read.next });
    expect(rest.changes).toMatchObject([{ recordId: early!.id, record: { clientName: 'late' } }]);

    // Many at once, while somebody reads.
    const ids = [early!.id];
    const from = rest.next;
    const writing = Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        await db.transaction(async (trx) => {
          await trx.raw('select pg_sleep(?)', [((index * 7) % 10) / 100]);
          await Client.query(trx)
            .findById(ids[0]!)
            .patch({ name: `name ${index}`, updatedAt: new Date(Date.now() + index) });
        });
        await aClient(`client ${index}`);
      }),
    );
    const seen: ChangeObject[] = [];
    let cursor = from;
    let isDone = false;
    void writing.finally(() => {
      isDone = true;
    });
    for (;;) {
      const wasDone = isDone;
      const page = await next({ since: cursor, size: 7 });
      seen.push(...page.changes);
      cursor = page.next;
      if (wasDone && page.isLast) break;
    }
    await writing;
    expect(seen.length).toBe(120);
    expect(new Set(seen.map(({ cursor: at }) => at)).size).toBe(120);
    // The last change of the client that all changed has what it is at the end.
    const last = seen.findLast(({ recordId }) => recordId === early!.id);
    const { name } = await Client.query(db).findById(early!.id).throwIfNotFound();
    expect(last?.record).toMatchObject({ clientName: name });
  });

  it('waits for the first change, and no longer than asked or than the process runs', async () => {
    const since = await latest();
    const waiting = next({ since, wait: 20 });
    const client = await aClient('awaited');
    expect((await waiting).changes).toMatchObject([{ recordId: client!.id }]);

    const began = performance.now();
    expect(await next({ since: await latest(), wait: 1 })).toMatchObject({ changes: [], isLast: true });
    expect(performance.now() - began).toBeGreaterThan(900);
    isStopping = true;
    expect((await next({ since: await latest(), wait: 30 })).changes).toEqual([]);
    isStopping = false;
  });

  it('names the cause that a transaction has', async () => {
    const since = await latest();
    const by = { kind: 'USER', id: 'u-1', name: 'Ada' };
    await world.db.transaction(async (trx) => {
      await causedBy(trx, { createdBy: by });
      await Client.query(trx).where('name', 'awaited').patch({ name: 'by Ada' });
    });
    expect((await next({ since })).changes).toMatchObject([{ cause: { by } }]);
  });

  it('says so where changes are no longer kept', async () => {
    const [oldest] = (await next({ size: 1 })).changes;
    await Change.query(world.db).patch({ recordedAt: new Date('2001-01-01T00:00:00Z') });
    const removed = await removeOld(world.db, 'RETAIN_CHANGES_DAYS', {
      before: new Date('2001-01-02T00:00:00Z'),
    });
    expect(removed).toBeGreaterThan(100);
    await expect(next({ since: oldest!.cursor })).rejects.toMatchObject({ code: 'CHANGES_NOT_KEPT' });
    await expect(next({ since: '99999999' })).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    const { changes, next: cursor } = await next();
    expect(changes).toEqual([]);
    const client = await aClient('after it');
    expect((await next({ since: cursor })).changes).toMatchObject([{ recordId: client!.id }]);
  });
});
