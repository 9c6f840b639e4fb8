import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postPolicySearch } from '../../api/policies/search-schemas.js';
import { Policy } from '../../db/models/policy.js';
import { type PolicyFilters, type TextFilter, textFilters } from '../../db/policies/policy-filters.js';
import { searchStatement } from '../../db/policies/search-statement.js';
import { addDays } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';
import { anImport, aProduct } from '../support/product-factory.js';

const insuredNames = [
  'Harbor Bakery',
  'HARBOR 100% Fresh',
  'under_score Ltd',
  'back\\slash & Co',
  'Ärzte Süd',
  'Ümit’s',
];
const firstNames = ['Ada', 'ada', 'Grace', 'Émile'];
const agencies: JsonObject[] = [
  { id: 'agency-001', name: 'Harbor Street Agency' },
  { id: 'agency-002', name: 'Hill_Top Brokers', region: 'Bakery Belt' },
];
const producers: JsonObject[] = [
  {
    id: 'producer-7',
    firstName: 'Ada',
    lastName: 'Sellers',
    email: 'ada@harbor.example',
    phone: '+1 (555) 0100',
  },
  { id: 'producer-8', firstName: 'Tom', lastName: 'Bakers', email: 'tom@hill.example', phone: '555-0199' },
];
const dateFilters = [
  'effectiveDateFrom',
  'effectiveDateTo',
  'expirationDateFrom',
  'expirationDateTo',
] as const;
const policyCount = 48;

let world: PolicyWorld;
/** What the seller's policies are, as the database has them. */
let policies: Policy[];

beforeAll(async () => {
  world = await aPolicyWorld();
  const { db, seller, issuer, stranger } = world;
  const sides = {
    ours: { sellerId: seller.organization.id, issuerId: issuer.organization.id },
    theirs: { sellerId: stranger.organization.id, issuerId: issuer.organization.id },
  };
  const { productId, versionId } = await anImport(db, issuer.organization.id, aProduct());
  for (let index = 0; index < policyCount; index += 1) {
    await aPolicy(db, {
      ...(index % 6 === 5 ? sides.theirs : sides.ours),
      product: { productId, versionId },
      policyNumber: `GL-2026-${String(index).padStart(4, '0')}${index % 9 === 0 ? '_%' : ''}`,
      // Some share their date: then the id decides.
      effectiveDate: addDays('2026-01-01', Math.floor(index / 3) * 11),
      changes: { policyMeta: metaOf(index) },
    });
  }
  policies = await Policy.query(db).where('seller_organization_id', seller.organization.id);
});
afterAll(() => world.close());

function metaOf(index: number): JsonObject {
  const of = <T>(list: readonly T[], step = 1) => list[Math.floor(index / step) % list.length]!;
  return {
    insuredName: of(insuredNames),
    insured: {
      name: of(insuredNames),
      ...(index % 4 === 0 && { dbaName: `Trade name ${index}` }),
      contact: {
        firstName: of(firstNames),
        lastName: `Lovelace-${index % 7}`,
        email: `contact${index}@bakery.example`,
        phone: `555-01${String(index).padStart(2, '0')}`,
      },
      address: { city: of(['Boston', 'Salem'], 2), zipcode: `0${2100 + index}` },
      employees: 1000 + index,
      notes: ['first remark', { text: 'remark no. 2' }],
    },
    agency: of(agencies, 3),
    producer: of(producers, 5),
    carrier: { id: 'carrier-1', name: 'Granite Ridge Mutual' },
  };
}

/** What the interface says of a search, done over the policies one by one. */
function expected(filters: PolicyFilters, of: readonly Policy[] = policies): string[] {
  const { anyMatch, effectiveDateFrom, effectiveDateTo, expirationDateFrom, expirationDateTo, ...texts } =
    filters;
  const has = (whole: unknown, part: string) =>
    String(whole ?? '')
      .toLowerCase()
      .includes(part.toLowerCase());
  const blank = (text: string | undefined): text is undefined => text === undefined || text.trim() === '';
  return of
    .filter(
      (policy) =>
        (!effectiveDateFrom || policy.effectiveDate >= effectiveDateFrom) &&
        (!effectiveDateTo || policy.effectiveDate <= effectiveDateTo) &&
        (!expirationDateFrom || policy.expirationDate >= expirationDateFrom) &&
        (!expirationDateTo || policy.expirationDate <= expirationDateTo),
    )
    .filter((policy) =>
      blank(anyMatch)
        ? Object.entries(texts).every(
            ([filter, text]) => blank(text) || has(fieldOf(policy, filter as TextFilter), text ?? ''),
          )
        : leavesOf([policy.policyNumber, policy.policyMeta]).some((leaf) => has(leaf, anyMatch)),
    )
    .toSorted((a, b) =>
      a.effectiveDate === b.effectiveDate
        ? a.id < b.id
          ? -1
          : 1
        : a.effectiveDate < b.effectiveDate
          ? 1
          : -1,
    )
    .map(({ id }) => id);
}

function leavesOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
}

function fieldOf({ policyNumber, policyMeta }: Policy, filter: TextFilter): unknown {
  const meta = policyMeta as ReturnType<typeof metaOf> & Record<string, Record<string, unknown>>;
  const contact = (meta.insured as { contact: Record<string, string> }).contact;
  const fields: Record<TextFilter, unknown> = {
    policyNumber,
    insuredName: meta.insuredName,
    insuredDbaName: meta.insured?.dbaName,
    insuredContactFirstName: contact.firstName,
    insuredContactLastName: contact.lastName,
    insuredContactEmail: contact.email,
    insuredContactPhone: contact.phone,
    agencyId: meta.agency?.id,
    agencyName: meta.agency?.name,
    producerId: meta.producer?.id,
    producerFirstName: meta.producer?.firstName,
    producerLastName: meta.producer?.lastName,
    producerEmail: meta.producer?.email,
    producerPhone: meta.producer?.phone,
    carrierId: meta.carrier?.id,
    carrierName: meta.carrier?.name,
  };
  return fields[filter];
}

async function search(body?: object, by?: TestOrganization) {
  return (await world.post('/policy/search', body, by).expect(200)).body;
}

const idsOf = ({ content }: { content: { id: string }[] }) => content.map(({ id }) => id);
const everything = { size: 1000 };

describe('a search', () => {
  it('finds the policies of a product', async () => {
    const [{ productId } = { productId: '' }] = policies;
    expect(idsOf(await search({ lineId: productId, size: 100 }))).toEqual(expected({}));
    expect(idsOf(await search({ lineId: productId, insuredName: 'nobody' }))).toEqual([]);
    expect((await search({ lineId: policies[0]!.id })).totalElements).toBe(0);
  });

  it('gives summaries in pages, the latest effective date first', async () => {
    const all = expected({});
    const page = await search({ page: 1, size: 7 });

    expect(page).toMatchObject({
      number: 1,
      size: 7,
      totalElements: 40,
      totalPages: 6,
      first: false,
      last: false,
      numberOfElements: 7,
      empty: false,
      sort: { sorted: true, unsorted: false, empty: false },
    });
    expect(idsOf(page)).toEqual(all.slice(7, 14));
    expect(postPolicySearch.responses[200]?.schema?.safeParse(page).error).toBeUndefined();
    const policy = policies.find(({ id }) => id === page.content[0].id)!;
    expect(page.content[0]).toEqual({
      id: policy.id,
      policyNumber: policy.policyNumber,
      clientId: policy.clientId,
      premium: 1200,
      premiumTerm: 'ANNUAL',
      effectiveDate: policy.effectiveDate,
      expirationDate: policy.expirationDate,
      createdTimestamp: policy.createdAt.toISOString(),
      policyMeta: policy.policyMeta,
      policyIntegrationData: {},
      productId: policy.productId,
      productName: policy.productName,
      productVersionId: policy.productVersionId,
      sellerOrganizationId: policy.sellerOrganizationId,
      status: 'NOT_PAID',
      policyState: 'ACTIVE',
      standing: { type: 'IN_FORCE', on: policy.expirationDate },
      taxesAndFees: 0,
    });
  });

  it('visits every policy once, page by page, whatever filters there are', async () => {
    for (const filters of [{}, { insuredName: 'a' }, { expirationDateFrom: '2027-01-05' }]) {
      const visited: string[] = [];
      for (let page = 0, last = false; !last; page += 1) {
        const answer = await search({ ...filters, page, size: 9 });
        visited.push(...idsOf(answer));
        last = answer.last;
      }
      expect(visited).toEqual(expected(filters));
    }
  });

  it('has 20 a page by default, and an empty one behind the last', async () => {
    expect(await search()).toMatchObject({ size: 20, numberOfElements: 20, first: true });
    for (const page of [3, Number.MAX_SAFE_INTEGER]) {
      expect(await search({ page })).toMatchObject({
        ...{ content: [], totalElements: 40, empty: true, last: true, first: false },
      });
    }
    const none = await search({ insuredName: 'nobody at all' });
    expect(none).toMatchObject({ content: [], totalElements: 0, totalPages: 0, first: true, last: true });
  });

  it('is of the policies that the organization sold or issued', async () => {
    const issued = await search(everything, world.issuer);
    expect(issued.totalElements).toBe(policyCount);
    expect((await search(everything, world.stranger)).totalElements).toBe(8);
    const another = await anOrganization(world.db);
    expect((await search(everything, another)).totalElements).toBe(0);
    expect((await search({ anyMatch: 'harbor' }, another)).totalElements).toBe(0);
  });

  it.each(textFilters)('by %s finds parts in any letter case', async (filter) => {
    const texts = new Set(policies.map((policy) => String(fieldOf(policy, filter) ?? '')).filter(Boolean));
    for (const text of [...texts].slice(0, 6)) {
      const [part] = [text.slice(1, -1).toUpperCase()];
      const found = await search({ ...everything, [filter]: part });
      expect(idsOf(found)).toEqual(expected({ [filter]: part }));
      expect(found.totalElements).toBeGreaterThan(0);
    }
  });

  it('needs all filters to hold', async () => {
    const filters = { insuredName: 'a', producerFirstName: 'ada', effectiveDateFrom: '2026-03-01' };
    expect(idsOf(await search({ ...everything, ...filters }))).toEqual(expected(filters));
  });

  it('includes both ends of its dates', async () => {
    for (const filters of [
      { effectiveDateFrom: '2026-01-12', effectiveDateTo: '2026-02-03' },
      { effectiveDateFrom: '2026-01-12', effectiveDateTo: '2026-01-12' },
      { expirationDateFrom: '2027-01-12', expirationDateTo: '2027-02-03' },
      { expirationDateTo: '2027-01-12', effectiveDateFrom: '2026-01-12' },
      { effectiveDateFrom: '2026-02-03', effectiveDateTo: '2026-01-12' },
    ]) {
      expect(idsOf(await search({ ...everything, ...filters }))).toEqual(expected(filters));
    }
  });

  it('takes wildcards literally', async () => {
    expect((await search({ insuredName: '100%' })).totalElements).toBeGreaterThan(0);
    for (const text of ['%', '_', '\\', '*', 'H%r', 'under_', 'a_e', '%%', '\\\\', "'", '(', '_%']) {
      for (const filter of ['insuredName', 'policyNumber', 'agencyName', 'anyMatch']) {
        const found = await search({ ...everything, [filter]: text });
        expect(idsOf(found), `${filter} ${text}`).toEqual(expected({ [filter]: text }));
      }
    }
  });

  it.each(['o', 'y', 'bA', 'Ä', 'ü', 'é', '1', '-0', 'x1', '’', '’s', ' 2', 'no', 'ß'])(
    'finds the short text %s',
    async (text) => {
      for (const filter of ['insuredName', 'insuredContactFirstName', 'policyNumber', 'anyMatch']) {
        const found = await search({ ...everything, [filter]: text });
        expect(idsOf(found), filter).toEqual(expected({ [filter]: text }));
      }
    },
  );

  it('ignores blank texts', async () => {
    const blank = { anyMatch: ' ', insuredName: '', agencyName: '  ' };
    expect((await search(blank)).totalElements).toBe(40);
  });

  it('ignores the other texts, but not dates, where anyMatch is not blank', async () => {
    const filters = {
      anyMatch: 'salem',
      insuredName: 'nobody',
      carrierId: 'none',
      effectiveDateTo: '2026-04-01',
    };
    const found = await search({ ...everything, ...filters });
    expect(idsOf(found)).toEqual(expected(filters));
    expect(found.totalElements).toBeGreaterThan(0);
  });

  it('does not even check the other texts beside it', async () => {
    const odd = { insuredName: 7, agencyId: 'x'.repeat(300), producerEmail: { a: 1 } };
    const found = await world
      .post('/policy/search', { ...everything, anyMatch: 'salem', ...odd }, world.seller)
      .expect(200);
    expect(idsOf(found.body)).toEqual(expected({ anyMatch: 'salem' }));
    await world.post('/policy/search', { anyMatch: ' ', ...odd }, world.seller).expect(400);
    await world
      .post('/policy/search', { anyMatch: 'salem', effectiveDateTo: 'soon' }, world.seller)
      .expect(400);
  });

  it.each([
    'gl-2026-00',
    'Granite',
    'bakery',
    'remark no',
    '1007',
    'AGENCY-002',
    'ÄRZTE',
    'harbor',
    'insuredName',
  ])('by anyMatch looks for %s everywhere in policyMeta and the number', async (anyMatch) => {
    expect(idsOf(await search({ ...everything, anyMatch }))).toEqual(expected({ anyMatch }));
  });

  it('finds phone numbers however they are typed', async () => {
    for (const typed of ['5550101', '(555) 01-01', '555.0101', '+1 555-0101'])
      for (const filter of ['anyMatch', 'insuredContactPhone'])
        expect(idsOf(await search({ [filter]: typed })), `${filter} ${typed}`).toEqual(
          expected({ anyMatch: '555-0101' }),
        );
    const byProducer = idsOf(await search({ producerPhone: '(555) 01-99' }));
    expect(byProducer).toEqual(expected({ producerPhone: '555-0199' }));
  });

  it.each([
    ...textFilters.map((filter) => [filter, { [filter]: 'lovelace' }] as const),
    ['a phone number', { anyMatch: '+1 (512) 555-0142' }] as const,
    ...dateFilters.map((filter) => [filter, { [filter]: '2026-03-01' }] as const),
    ['anyMatch', { anyMatch: 'lovelace' }] as const,
    ['two letters of a name', { insuredName: 'lo' }] as const,
    ['one letter of anything', { anyMatch: 'l' }] as const,
    ['nothing', {}] as const,
  ])('by %s can be served by an index', async (_, filters) => {
    const organizationId = world.seller.organization.id;
    const { sql, bindings } = searchStatement({ organizationId, filters, page: 0, size: 20 });
    const plan = await world.db.transaction(async (trx) => {
      // A book of a few policies is read faster without one.
      await trx.raw('set local enable_seqscan = off');
      const { rows } = await trx.raw(`explain ${sql}`, bindings);
      return rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toMatch(/policy_search_(text|short|parties|effective|expiration)/);
    expect(plan).not.toMatch(/Seq Scan on (policy_search|policies)/);
  });

  it('takes every short text for rare, however many policies have it', async () => {
    const { rows } = await world.db.raw(
      "select attstattarget from pg_attribute where attrelid = 'policy_search_short'::regclass",
    );
    expect(rows).toEqual([{ attstattarget: 0 }]);
  });

  it('finds what filters say for any of them', async () => {
    const date = fc.integer({ min: 0, max: 200 }).map((day) => addDays('2026-01-01', day));
    const piece = fc.oneof(
      fc.constantFrom('harbor', 'ADA', '555', '%', '_', '\\', '0', 'agency', 'e', 'bak', 'é', 'ü', '@', '-'),
      fc.string({ maxLength: 3, unit: 'grapheme-ascii' }),
    );
    const filters = fc.record(
      {
        ...Object.fromEntries(textFilters.map((filter) => [filter, piece])),
        ...{ effectiveDateFrom: date, effectiveDateTo: date, anyMatch: piece },
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, async (given) => {
        expect(idsOf(await search({ ...everything, ...given }))).toEqual(expected(given));
      }),
      { numRuns: 150 },
    );
  });

  it('finds a policy by its new number, date and insured', async () => {
    const { db, seller, stranger } = world;
    const policy = await aPolicy(db, { sellerId: stranger.organization.id, policyNumber: 'OLD-1' });
    await Policy.query(db)
      .findById(policy.id)
      .patch({
        policyNumber: 'NEW-1',
        effectiveDate: '2026-01-09',
        policyMeta: { insuredName: 'Renamed', agency: { id: 'x', name: 'Moved Agency' } },
      });
    const found = { policyNumber: 'new-1', agencyName: 'moved', effectiveDateFrom: '2026-01-09' };
    expect(idsOf(await search(found, stranger))).toEqual([policy.id]);
    expect((await search({ policyNumber: 'OLD-1' }, stranger)).totalElements).toBe(0);
    expect((await search(found, seller)).totalElements).toBe(0);
  });
});

describe('a search that breaks the contract', () => {
  it.each([
    [{ page: -1 }, 'page'],
    [{ page: 1.5 }, 'page'],
    [{ page: '1' }, 'page'],
    [{ size: 0 }, 'size'],
    [{ size: 1001 }, 'size'],
    [{ effectiveDateFrom: '2026-02-30' }, 'effectiveDateFrom'],
    [{ expirationDateTo: '2026-1-1' }, 'expirationDateTo'],
    [{ expirationDateTo: 20260101 }, 'expirationDateTo'],
    [{ insuredName: 5 }, 'insuredName'],
    [{ producerId: { id: 1 } }, 'producerId'],
    [{ anyMatch: true }, 'anyMatch'],
    [{ carrierName: 'x'.repeat(256) }, 'carrierName'],
  ])('is refused for %j', async (body, field) => {
    const answer = await world.post('/policy/search', body).expect(400);
    expect(answer.body.errors).toMatchObject([{ field }]);
  });
});
