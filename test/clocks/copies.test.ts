import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyUnderClock } from '../../api/clocks/copy/schemas.js';
import { ClockCopies } from '../../api/clocks/copy/service.js';
import { copiedTables, notCopied } from '../../db/clocks/copied-tables.js';
import { columnsOf } from '../../db/columns-of.js';
import type { Clock } from '../../db/models/clock.js';
import { Event } from '../../db/models/event.js';
import { Payment } from '../../db/models/payment.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';
import { personalTables } from '../../db/personal-data/personal-tables.js';
import { importVersion } from '../../db/products/import-version.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { productDefinition } from '../../domain/product/definition.js';
import { aClock } from '../support/clock-factory.js';
import { DeskClock } from '../support/desk-office.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';

const time = new DeskClock();
let world: EventWorld;
let desk: PolicyDesk;
let copies: ClockCopies;
/** Paid in full, unpaid, and paid by the month. */
let book: string[];
let candidateId: string;

const settings = {
  paymentPlans: [{ plan: 'FULL_PAYMENT' as const }, { plan: 'MONTHLY' as const }],
  renewal: { automatic: true },
};

/** The shop at twice the rate, which cancels policies that are not paid. */
function candidate() {
  const shop = structuredClone(
    shopOfLives({ ...settings, cancellation: { nonPayment: { graceDays: 5, noticeDays: 20 } } }),
  ) as unknown as { ratingPlans: { standard: { coverages: { steps: { by: unknown }[] }[] } } };
  shop.ratingPlans.standard.coverages[0]!.steps[1]!.by = '0.02';
  return productDefinition.parse({ ...shop, version: '2.0.0' });
}

beforeAll(async () => {
  world = await anEventWorld(shopOfLives(settings), { now: time.now });
  desk = new PolicyDesk(world, time.now);
  copies = new ClockCopies({ db: world.db, catalog: world.catalog, now: time.now });
  const definition = candidate();
  const imported = await importVersion(world.db, {
    definition,
    sha256: contentHash(definition),
    ownerOrganizationId: world.carrier.organizationId,
    createdBy: { name: 'tests' },
  });
  candidateId = imported.versionId;
  const effectiveDate = time.today;
  book = [
    await desk.issue({ revenue: 100_000, plan: 'FULL_PAYMENT', effectiveDate }),
    await desk.issue({ revenue: 120_000, plan: 'FULL_PAYMENT', effectiveDate }),
    await desk.issue({ revenue: 240_000, plan: 'MONTHLY', effectiveDate }),
  ];
  await desk.done('PAYMENT_RECEIVED', { policyId: book[0], amount: 1_050, reference: 'in full' });
});
afterAll(() => world?.close());

const policy = (id: string) => Policy.query(world.db).findById(id).throwIfNotFound().execute();
const clockNow = () =>
  aClock(world.db, { organizationId: world.carrier.organizationId, businessTime: time.now() });
const copyAll = (clock: Clock, more: object = {}) =>
  copies.copy(world.carrier, clock.id, { policyIds: book, ...more });
const fieldsOf = (refused: Promise<unknown>) =>
  refused.then(
    () => 'nothing was refused',
    ({ status, message, errors }) => ({
      status,
      message,
      fields: errors.map((each: { field: string }) => each.field),
    }),
  );

describe('copies under a clock', () => {
  it('have the history of their originals, which are not touched, and a number that is found by its suffix', async () => {
    const rowsOf = async (id: string) => ({
      policy: await policy(id),
      changes: await PolicyChange.query(world.db).where('policy_id', id).orderBy('seq'),
      statements: await Statement.query(world.db).where('policy_id', id).orderBy('number'),
      payments: await Payment.query(world.db).where('policy_id', id),
    });
    const before = await Promise.all(book.map(rowsOf));
    const spent = await world.db('policy_numbers').select();
    const clock = await clockNow();
    const made = await copyAll(clock);

    expect(made).toMatchObject({ clockId: clock.id, policies: 3 });
    expect(made.copies.map(({ originalPolicyId }) => originalPolicyId).sort()).toEqual([...book].sort());
    for (const { policyNumber, originalPolicyNumber } of made.copies) {
      expect(policyNumber).toMatch(new RegExp(`^${originalPolicyNumber}-T[0-9]+$`));
    }
    expect(await Promise.all(book.map(rowsOf))).toEqual(before);
    expect(await world.db('policy_numbers').select()).toEqual(spent);

    const paid = await rowsOf(made.copies.find((each) => each.originalPolicyId === book[0])!.policyId);
    expect(paid.policy).toMatchObject({ clockId: clock.id, status: 'PAID', premium: '1000.00' });
    expect(paid.policy.nextLookAt).toEqual(clock.businessTime);
    // No provider knows a copy: a refund moves no money.
    expect(paid.payments).toMatchObject([{ amount: '1050.00', provider: 'OFFLINE', reference: 'in full' }]);
    expect(paid.changes[0]!.data.workflowId).toContain(`policy-${paid.policy.id}`);
    expect(paid.changes[0]!.data.policyNumber).toBe(paid.policy.policyNumber);
    const quote = await Quote.query(world.db).findById(paid.policy.quoteId).throwIfNotFound();
    expect(quote).toMatchObject({ clockId: clock.id, clientId: paid.policy.clientId });
    expect(paid.policy.id).toBe(derivedId(quote.requestId, 'policy'));
    const events = await Event.query(world.db).where('clock_id', clock.id);
    expect(events.map(({ state }) => state)).toEqual(events.map(() => 'COMPLETED'));
    expect(
      await world.db('webhook_deliveries').whereIn(
        'trigger_request_id',
        events.map((each) => each.triggerRequestId),
      ),
    ).toEqual([]);
  });

  it('are made once by a request that is repeated', async () => {
    const clock = await clockNow();
    const copyId = randomUUID();
    const copy = () => copies.copy(world.carrier, clock.id, { policyIds: book }, copyId);
    const first = await copy();
    expect(await copy()).toEqual(first);
    expect(await Policy.query(world.db).where('clock_id', clock.id).resultSize()).toBe(3);
  });

  it('can be copied under another clock, with one client for the policies of a client', async () => {
    const [one, other] = [await clockNow(), await clockNow()];
    const made = await copyAll(one);
    const again = await copies.copy(world.carrier, other.id, {
      policyIds: made.copies.map(({ policyId }) => policyId),
    });
    expect(again.copies.map(({ originalPolicyId }) => originalPolicyId).sort()).toEqual(
      made.copies.map(({ policyId }) => policyId).sort(),
    );
    expect(await world.db('clients').where('clock_id', other.id)).toHaveLength(3);
  });

  it('are found by a filter, which does not find copies', async () => {
    const clock = await clockNow();
    const filter = { effectiveDateFrom: time.today };
    expect(await copies.copy(world.carrier, clock.id, { filter })).toMatchObject({ policies: 3 });
    expect(await copies.copy(world.carrier, clock.id, { filter })).toMatchObject({ policies: 3 });
    const none = copies.copy(world.carrier, clock.id, { filter: { policyNumber: '-T' } });
    expect(await fieldsOf(none)).toMatchObject({ status: 400, fields: ['filter'] });
  });

  it('live on a candidate, beside a control: the comparison shows what it does', async () => {
    const [control, trial] = [await clockNow(), await clockNow()];
    const now = await copyAll(control);
    const then = await copyAll(trial, { productVersionId: candidateId, paymentPlan: 'MONTHLY' });
    const began = time.today;
    for (const day of ['2039-01-02', '2039-01-08', '2039-01-29', '2039-11-15', '2040-01-01', '2040-01-02']) {
      time.today = day;
      for (const clock of [control, trial]) await clock.$query(world.db).patch({ businessTime: time.now() });
      for (const { policyId } of [...now.copies, ...then.copies]) await desk.lookAfter(policyId);
    }
    const query = { page: 0, size: 20, with: control.id };
    const { content, totals, ...page } = await copies.compare(world.carrier, trial.id, query);
    expect(page).toMatchObject({ totalElements: 3, unpaired: 0 });
    const paid = content.find(({ originalPolicyId }) => originalPolicyId === book[0])!;
    expect(paid.base).toMatchObject({
      policyState: 'ACTIVE',
      termNumber: 2,
      premium: 2_000,
      isLapsed: false,
    });
    expect(paid.copy).toMatchObject({
      policyState: 'ACTIVE',
      termNumber: 2,
      premium: 3_000,
      isLapsed: false,
    });
    expect(paid.copy.productVersionId).toBe(candidateId);
    const billed = await Statement.query(world.db).where({ policy_id: paid.copy.policyId, term_number: 2 });
    expect(billed).toHaveLength(12);
    const unpaid = content.find(({ originalPolicyId }) => originalPolicyId === book[1])!;
    expect(unpaid.base).toMatchObject({
      policyState: 'ACTIVE',
      termNumber: 2,
      isLapsed: false,
      pastDue: 1_260 + 1_260,
    });
    expect(unpaid.copy).toMatchObject({ termNumber: 1, isLapsed: true, canceledOn: '2039-01-28' });
    expect(totals).toMatchObject([
      {
        currency: 'USD',
        policies: 3,
        base: { active: 3, canceled: 0, lapsed: 0, renewals: 3, late: 3, paid: 1_050 },
        copy: { active: 1, canceled: 2, lapsed: 2, renewals: 1, paid: 1_050 },
      },
    ]);
    for (const name of ['premium', 'billed', 'paid', 'balance', 'pastDue'] as const) {
      for (const side of ['base', 'copy'] as const) {
        const sum = content.reduce((all, each) => all + each[side][name], 0);
        expect(totals[0]![side][name]).toBeCloseTo(sum, 2);
      }
    }
    const { content: beside } = await copies.compare(world.carrier, trial.id, {
      page: 0,
      size: 20,
      with: undefined,
    });
    expect(beside.map(({ base }) => base.policyId).sort()).toEqual([...book].sort());
    expect((await copies.compare(world.agency, trial.id, query).catch((error) => error)).status).toBe(404);
    time.today = began;
  });
});

describe('what cannot be copied', () => {
  it('is refused with the reason', async () => {
    const clock = await clockNow();
    const stranger = await aClock(world.db, {
      organizationId: world.stranger.organizationId,
      businessTime: time.now(),
    });
    const refused = (more: object, by = world.carrier, of = clock) =>
      fieldsOf(copies.copy(by, of.id, { policyIds: book, ...more }));
    expect(await refused({}, world.stranger)).toMatchObject({ status: 404, message: `no clock ${clock.id}` });
    expect(await refused({}, world.stranger, stranger)).toMatchObject({
      status: 404,
      fields: ['policyIds.0'],
    });
    expect(await refused({ productVersionId: randomUUID() })).toMatchObject({
      status: 400,
      fields: ['productVersionId'],
    });
    expect(await refused({ paymentPlan: 'BI_ANNUALLY' })).toMatchObject({
      status: 400,
      fields: ['paymentPlan'],
    });
    const seller = await aClock(world.db, {
      organizationId: world.agency.organizationId,
      businessTime: time.now(),
    });
    // The agency sold the policies; drafts are the carrier's.
    expect(await refused({ productVersionId: candidateId }, world.agency, seller)).toMatchObject({
      status: 400,
    });
    expect(await copies.copy(world.agency, seller.id, { policyIds: book })).toMatchObject({ policies: 3 });
  });

  it('is a policy with records later than the time of the clock', async () => {
    const early = await aClock(world.db, {
      organizationId: world.carrier.organizationId,
      businessTime: new Date('2038-12-31T00:00:00Z'),
    });
    const { status, message } = (await fieldsOf(copyAll(early))) as { status: number; message: string };
    expect(status).toBe(409);
    expect(message).toMatch(/has a record of 2039-01-01T08:00:00.000Z.*advance the clock first/);
    expect(await Policy.query(world.db).where('clock_id', early.id).resultSize()).toBe(0);
  });

  it('is anything while the clock advances', async () => {
    const clock = await clockNow();
    await clock.$query(world.db).patch({
      state: 'ADVANCING',
      advancesFrom: time.now(),
      advancesTo: new Date(time.now().getTime() + 1_000),
    });
    await expect(copyAll(clock)).rejects.toThrow(/advances/);
  });

  it('is a request with both ids and a filter, with neither, or with names that are not known', () => {
    const faults = (body: object) =>
      copyUnderClock.body!.safeParse(body).error?.issues.map(({ path }) => path.join('.'));
    expect(faults({})).toEqual(['policyIds']);
    expect(faults({ policyIds: [randomUUID()], filter: {} })).toEqual(['policyIds']);
    expect(faults({ policyIds: [] })).toEqual(['policyIds']);
    expect(faults({ filter: { name: 'x' } })).toEqual(['filter']);
    expect(faults({ policyIds: [randomUUID()], clockId: randomUUID() })).toEqual(['']);
    expect(faults({ policyIds: Array.from({ length: 1_001 }, () => randomUUID()) })).toEqual(['policyIds']);
  });
});

it('decides of each table with records of clients whether it is copied, by all of its columns', async () => {
  const copied = copiedTables.map(({ table }) => table);
  expect([...copied, ...notCopied].sort()).toEqual(personalTables.map(({ table }) => table).sort());
  const columns = await columnsOf(world.db, copied);
  for (const { table, key, set = {}, namesCopied = [] } of copiedTables) {
    expect([...(columns.get(table)?.keys() ?? [])]).toEqual(
      expect.arrayContaining([key, ...Object.keys(set), ...namesCopied]),
    );
  }
});
