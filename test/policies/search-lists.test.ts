import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { PartialModelObject } from 'objection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SummaryPage } from '../../api/policies/search-schemas.js';
import { Policy } from '../../db/models/policy.js';
import type { PolicyFilters } from '../../db/policies/policy-filters.js';
import { type PolicySort, policySorts } from '../../db/policies/policy-orders.js';
import { searchStatement } from '../../db/policies/search-statement.js';
import { addDays } from '../../domain/ground/calendar.js';
import type { PolicyState } from '../../domain/policy/policy-state.js';
import { aClient } from '../support/client-factory.js';
import { intakeOf } from '../support/event-factory.js';
import type { TestOrganization } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';
import { anImport, aProduct } from '../support/product-factory.js';

/** The day of the world. */
const today = '2026-07-01';
const policyCount = 40;

let world: PolicyWorld;
let products: { productId: string; versionId: string }[];
/** Of the seller, as the database has them. */
let policies: Policy[];
/** The states of today, where they are not the recorded ones. */
const otherStates = new Map<string, PolicyState>();

beforeAll(async () => {
  world = await aPolicyWorld({ today });
  const { db, seller, issuer, stranger } = world;
  products = [
    await anImport(db, issuer.organization.id, aProduct()),
    await anImport(db, issuer.organization.id, aProduct()),
  ];
  for (let index = 0; index < policyCount; index += 1) {
    const { id } = await aPolicy(db, {
      sellerId: (index % 8 === 7 ? stranger : seller).organization.id,
      // Some are direct.
      issuerId: (index % 8 === 7 || index % 5 > 0 ? issuer : seller).organization.id,
      product: products[index % 3 === 0 ? 1 : 0]!,
      policyNumber: `N-${String((index * 7) % policyCount).padStart(3, '0')}`,
      effectiveDate: addDays('2026-01-01', Math.floor(index / 4) * 13),
      createdAt: new Date(Date.parse('2025-11-01T00:00:00Z') + Math.floor(index / 2) * 3_600_000),
      changes: rowOf(index),
    });
    const other = stateOf(index);
    if (other !== undefined) otherStates.set(id, other);
  }
  policies = await Policy.query(db).where('seller_organization_id', seller.organization.id);
});
afterAll(() => world.close());

function rowOf(index: number): PartialModelObject<Policy> {
  const ended = {
    policyState: index % 2 === 0 ? 'SETTLED' : 'CLOSED',
    lastDayWithCoverage: '2026-05-31',
  } as const;
  return {
    status: (['NOT_PAID', 'PAID', 'UNDERPAID'] as const)[index % 3]!,
    policyMeta: {
      insuredName: `Shop ${index}`,
      insured: index % 4 === 0 ? {} : { state: index % 4 === 1 ? 'TX' : 'OH' },
    },
    changedAt: new Date(Date.parse('2026-06-01T00:00:00Z') + ((index * 11) % policyCount) * 60_000),
    ...(index % 10 === 4 && ended),
    ...(index % 10 === 5 && { ...ended, policyState: 'INACTIVE_UNSETTLED' }),
    // A lapse of today; one that is over; coverage that ended yesterday and was not looked after.
    ...(index % 10 === 6 && { policyContract: { lapses: [lapse('2026-06-15', '2026-07-15')] } }),
    ...(index % 10 === 7 && { policyContract: { lapses: [lapse('2026-05-15', '2026-07-01')] } }),
    ...(index % 10 === 8 && { lastDayWithCoverage: addDays(today, -1) }),
    // To be canceled at the end of a day that is still to come, and settled.
    ...(index % 10 === 9 && { policyState: 'SETTLED', lastDayWithCoverage: addDays(today, 0) }),
  };
}

const lapse = (from: string, until: string) => ({ from, until, reason: null });

function stateOf(index: number): PolicyState | undefined {
  if (index % 10 === 6 || index % 10 === 8) return 'INACTIVE_UNSETTLED';
  return index % 10 === 9 ? 'ACTIVE' : undefined;
}

/** They stand in pairs, of both directions. */
const oneOfEachKey = policySorts.filter((_, index) => index % 2 === 0);

const stateToday = ({ id, policyState }: Policy): PolicyState => otherStates.get(id) ?? policyState;

/** Whether a policy fits each filter. */
const fits: { [Name in keyof PolicyFilters]?: (policy: Policy, value: string) => boolean } = {
  policyState: (policy, value) => stateToday(policy) === value,
  status: ({ status }, value) => status === value,
  lineId: ({ productId }, value) => productId === value,
  productVersionId: ({ productVersionId }, value) => productVersionId === value,
  sellerOrganizationId: ({ sellerOrganizationId }, value) => sellerOrganizationId === value,
  insuredState: ({ policyMeta }, value) => (policyMeta.insured as { state?: string }).state === value,
  createdFrom: ({ createdAt }, value) => createdAt >= new Date(value),
  createdTo: ({ createdAt }, value) => createdAt <= new Date(value),
  updatedFrom: ({ changedAt }, value) => changedAt >= new Date(value),
  updatedTo: ({ changedAt }, value) => changedAt <= new Date(value),
  insuredName: ({ policyMeta }, value) => String(policyMeta.insuredName).includes(value),
  effectiveDateFrom: ({ effectiveDate }, value) => effectiveDate >= value,
  expirationDateTo: ({ expirationDate }, value) => expirationDate <= value,
};

const keyOf: Record<string, (policy: Policy) => string> = {
  effectiveDate: ({ effectiveDate }) => effectiveDate,
  expirationDate: ({ expirationDate }) => expirationDate,
  policyNumber: ({ policyNumber }) => policyNumber,
  insuredName: ({ policyMeta }) => String(policyMeta.insuredName).toLowerCase(),
  premium: ({ premium }) => premium.padStart(20, '0'),
  createdTimestamp: ({ createdAt }) => createdAt.toISOString(),
  updatedTimestamp: ({ changedAt }) => changedAt.toISOString(),
};

function expected(filters: PolicyFilters, sort: PolicySort = '-effectiveDate', of = policies): string[] {
  const isDescending = sort.startsWith('-');
  const key = keyOf[sort.replace('-', '')]!;
  const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  // Where effective dates are equal, ids are in the other direction.
  const idsDescend = sort.endsWith('effectiveDate') ? !isDescending : isDescending;
  return of
    .filter((policy) =>
      Object.entries(filters).every(([name, value]) => fits[name as keyof PolicyFilters]?.(policy, value)),
    )
    .toSorted(
      (a, b) =>
        compare(key(a), key(b)) * (isDescending ? -1 : 1) || compare(a.id, b.id) * (idsDescend ? -1 : 1),
    )
    .map(({ id }) => id);
}

async function search(body: object = {}, by?: TestOrganization) {
  return (await world.post('/policy/search', { size: 1000, ...body }, by).expect(200)).body;
}
const idsOf = ({ content }: { content: { id: string }[] }) => content.map(({ id }) => id);

const someFilters = (): Record<string, string[]> => ({
  policyState: ['ACTIVE', 'INACTIVE_UNSETTLED', 'SETTLED', 'CLOSED', 'PENDING_FINANCE_CONFIRMATION'],
  status: ['NOT_PAID', 'PAID', 'UNDERPAID', 'OVERPAID'],
  lineId: products.map(({ productId }) => productId),
  productVersionId: products.map(({ versionId }) => versionId),
  sellerOrganizationId: [world.seller.organization.id, world.stranger.organization.id],
  insuredState: ['TX', 'OH', 'tx', 'NV'],
  createdFrom: ['2025-11-01T05:00:00Z', '2025-11-02'],
  createdTo: ['2025-11-01T07:00:00Z'],
  updatedFrom: ['2026-06-01T00:17:00Z'],
  updatedTo: ['2026-06-01T00:20:00Z', '2026-05-31T23:59:59Z'],
  insuredName: ['Shop 1'],
  effectiveDateFrom: ['2026-03-01'],
  expirationDateTo: ['2027-03-01'],
});

describe('a search of policies', () => {
  it('by each filter alone finds those that fit, and says their state', async () => {
    for (const [name, values] of Object.entries(someFilters())) {
      for (const value of values) {
        const found = await search({ [name]: value });
        expect({ name, value, ids: idsOf(found) }).toEqual({ name, value, ids: expected({ [name]: value }) });
        expect(found.totalElements).toBe(found.content.length);
      }
    }
    const shown = (await search()).content.map((each: { id: string; policyState: string }) => [
      each.id,
      each.policyState,
    ]);
    expect(new Map(shown)).toEqual(new Map(policies.map((policy) => [policy.id, stateToday(policy)])));
  });

  it('by two filters and in every order finds those that fit both', async () => {
    const filters = someFilters();
    const one = fc
      .constantFrom(...Object.keys(filters))
      .chain((name) => fc.constantFrom(...filters[name]!).map((value) => ({ [name]: value })));
    await fc.assert(
      fc.asyncProperty(one, one, fc.constantFrom(...policySorts), async (first, second, sort) => {
        const both = { ...first, ...second };
        expect(idsOf(await search({ ...both, sort }))).toEqual(expected(both, sort));
        // By a cursor.
        const read: string[] = [];
        for (let cursor: string | undefined, pages = 0; pages === 0 || cursor !== undefined; pages += 1) {
          const page = await search({ ...both, sort, size: 7, ...(cursor !== undefined && { cursor }) });
          expect(page).toMatchObject({ number: pages, totalElements: expected(both).length });
          expect(page.last).toBe(page.nextCursor === undefined);
          read.push(...idsOf(page));
          cursor = page.nextCursor;
        }
        expect(read).toEqual(expected(both, sort));
      }),
      { numRuns: 60 },
    );
  });

  it('is of what the organization sees, whoever is named', async () => {
    const { issuer, stranger, seller, db } = world;
    const issued = await Policy.query(db).where('issuing_organization_id', issuer.organization.id);
    expect(idsOf(await search({ sort: 'policyNumber' }, issuer))).toEqual(
      expected({}, 'policyNumber', issued),
    );
    const ofStranger = { sellerOrganizationId: stranger.organization.id };
    expect(idsOf(await search(ofStranger, issuer))).toEqual(expected(ofStranger, '-effectiveDate', issued));
    for (const named of [
      ofStranger,
      { productVersionId: randomUUID() },
      { clockId: randomUUID() },
      { lineId: seller.organization.id },
    ])
      expect(await search(named)).toMatchObject({ content: [], totalElements: 0 });
    const theirs = await search({ status: 'PAID' }, stranger);
    expect(theirs.content.length).toBeGreaterThan(0);
    expect(idsOf(theirs).filter((id) => policies.some((policy) => policy.id === id))).toEqual([]);
  });

  it('refuses values and cursors that are none', async () => {
    const { nextCursor } = await search({ size: 5, sort: 'policyNumber' });
    const tampered = (parts: (all: unknown[]) => unknown) =>
      Buffer.from(
        JSON.stringify(parts(JSON.parse(Buffer.from(nextCursor, 'base64url').toString()))),
      ).toString('base64url');
    for (const [body, field] of [
      [{ policyState: 'LAPSED' }, 'policyState'],
      [{ status: 'paid' }, 'status'],
      [{ productVersionId: '1.0.0' }, 'productVersionId'],
      [{ sellerOrganizationId: 'us' }, 'sellerOrganizationId'],
      [{ updatedFrom: 'yesterday' }, 'updatedFrom'],
      [{ insuredState: '' }, 'insuredState'],
      [{ sort: 'status' }, 'sort'],
      [{ state: 'ACTIVE' }, 'state'],
      [{ cursor: 'x' }, 'cursor'],
      [{ cursor: nextCursor }, 'cursor'],
      [{ cursor: nextCursor, sort: 'policyNumber', size: 6 }, 'cursor'],
      [{ cursor: nextCursor, sort: 'policyNumber', size: 5, status: 'PAID' }, 'cursor'],
      [{ cursor: nextCursor, sort: 'policyNumber', size: 5, page: 1 }, 'cursor'],
      [{ cursor: tampered(() => null), sort: 'policyNumber', size: 5 }, 'cursor'],
      [
        { cursor: tampered(([a, b, c, , e]) => [a, b, c, 'a\u0000', e]), sort: 'policyNumber', size: 5 },
        'cursor',
      ],
      [{ cursor: tampered(([a, b, c, d]) => [a, b, c, d, 'x']), sort: 'policyNumber', size: 5 }, 'cursor'],
    ] as const) {
      const answer = await world.post('/policy/search', body).expect(400);
      expect({ body, errors: answer.body.errors }).toMatchObject({ body, errors: [{ field }] });
    }
    const another = await world.post(
      '/policy/search',
      { cursor: nextCursor, sort: 'policyNumber', size: 5 },
      world.issuer,
    );
    expect(another.status).toBe(400);
    const second = await search({ size: 5, page: 1 });
    const third = await search({ size: 5, page: 1, cursor: second.nextCursor });
    expect([third.number, idsOf(third)]).toEqual([2, expected({}).slice(10, 15)]);
    const dated = await search({ size: 5, sort: 'createdTimestamp' });
    expect(dated.content).toHaveLength(5);
  });

  it('by a cursor gives each policy of the beginning once while others are issued and all are changed', async () => {
    const { db, seller, issuer } = world;
    const before = await search({ sort: 'createdTimestamp', size: 4 }, issuer);
    const own = await Policy.query(db).where('issuing_organization_id', issuer.organization.id);
    const seen = idsOf(before);
    for (let { nextCursor: cursor } = before; cursor !== undefined; ) {
      await aPolicy(db, {
        sellerId: seller.organization.id,
        issuerId: issuer.organization.id,
        product: products[0]!,
        createdAt: new Date(),
      });
      // Renewed, renumbered, paid: nothing of it moves a policy in this order.
      const [changed] = await Policy.query(db)
        .findByIds(own.map(({ id }) => id))
        .orderByRaw('random()')
        .limit(1);
      await Policy.query(db)
        .findById(changed!.id)
        .patch({
          effectiveDate: '2026-12-01',
          expirationDate: '2027-12-01',
          policyNumber: `M-${randomUUID()}`,
          changedAt: new Date(),
        });
      const page = await search({ sort: 'createdTimestamp', size: 4, cursor }, issuer);
      expect(page.totalElements).toBe(own.length);
      seen.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    expect(new Set(seen).size).toBe(seen.length);
    const atStart = seen.filter((id) => own.some((policy) => policy.id === id));
    expect(atStart.toSorted()).toEqual(own.map(({ id }) => id).toSorted());
    // Those that were issued meanwhile follow at the end.
    expect(seen.slice(0, own.length)).toEqual(atStart);
    expect(seen.length).toBeGreaterThan(own.length);
  });

  it('by a cursor gives a policy whose issue is committed after later ones were read, once', async () => {
    const { db, seller, issuer } = world;
    const made = (on: Parameters<typeof aPolicy>[0], createdAt: Date) =>
      aPolicy(on, {
        ...{ sellerId: seller.organization.id, issuerId: issuer.organization.id },
        ...{ product: products[0]!, createdAt },
      });
    for (const sort of oneOfEachKey) {
      const seen: string[] = [];
      const take = (page: SummaryPage) => {
        seen.push(...idsOf(page));
        return page.nextCursor;
      };
      let cursor = take(await search({ sort, size: 3 }, issuer));
      const late: string[] = [];
      const open = await db.transaction();
      for (let count = 0; count < 5; count += 1)
        late.push((await made(open, new Date(Date.now() - 86_400_000 * count))).id);
      cursor = take(await search({ sort, size: 3, cursor }, issuer));
      await made(db, new Date());
      cursor = take(await search({ sort, size: 3, cursor }, issuer));
      await open.commit();
      const committed = await Policy.query(db).where('issuing_organization_id', issuer.organization.id);
      while (cursor !== undefined) cursor = take(await search({ sort, size: 3, cursor }, issuer));
      expect(new Set(seen).size, sort).toBe(seen.length);
      expect(
        late.filter((id) => !seen.includes(id)),
        sort,
      ).toEqual([]);
      expect(seen.toSorted(), sort).toEqual(committed.map(({ id }) => id).toSorted());
    }
  }, 120_000);

  it('by a cursor in any order repeats and leaves out nothing while policies are issued', async () => {
    const { db, seller } = world;
    for (const sort of oneOfEachKey) {
      const own = await Policy.query(db).where('seller_organization_id', seller.organization.id);
      const first = await search({ sort, size: 9 });
      const seen = idsOf(first);
      for (let { nextCursor: cursor } = first; cursor !== undefined; ) {
        const client = await aClient(db, seller.organization.id, intakeOf({ 'client.name': 'New' }));
        await aPolicy(db, {
          sellerId: seller.organization.id,
          issuerId: world.issuer.organization.id,
          product: products[0]!,
          clientId: client.id,
          effectiveDate: '2026-06-01',
        });
        const page = await search({ sort, size: 9, cursor });
        seen.push(...idsOf(page));
        cursor = page.nextCursor;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(own.filter(({ id }) => !seen.includes(id))).toEqual([]);
    }
  }, 120_000);

  it.each([
    ...([
      'policyState',
      'status',
      'lineId',
      'productVersionId',
      'insuredState',
      'updatedFrom',
      'createdTo',
    ] as const),
  ])('by %s can be served by an index', async (name) => {
    const filters = { [name]: someFilters()[name]?.[0] } as PolicyFilters;
    for (const sort of policySorts) {
      const { sql, bindings } = searchStatement({
        organizationId: world.seller.organization.id,
        filters,
        sort,
        page: 0,
        size: 20,
      });
      const plan = await world.db.transaction(async (trx) => {
        await trx.raw('set local enable_seqscan = off');
        const { rows } = await trx.raw(`explain ${sql}`, bindings as string[]);
        return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
      });
      expect(plan).not.toMatch(/Seq Scan on (policy_search|policies)/);
    }
  });
});
