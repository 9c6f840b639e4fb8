import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeOrganization } from '../../db/identity/organizations.js';
import type { Clock } from '../../db/models/clock.js';
import { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import { aClock } from '../support/clock-factory.js';
import { aPolicy } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';

let world: PolicyWorld;
let clock: Clock;
let ordinary: Policy;
let clocked: Policy;
let issuer: string;

/** The carrier works in Honolulu, where days begin at 10:00 in UTC. */
beforeAll(async () => {
  world = await aPolicyWorld({ today: '2026-07-01' });
  issuer = world.issuer.organization.id;
  await changeOrganization(world.db, { organizationId: issuer, timeZone: 'Pacific/Honolulu' });
  clock = await aClock(world.db, {
    organizationId: issuer,
    businessTime: new Date('2027-02-01T09:59:59Z'),
  });
  const given = { sellerId: world.seller.organization.id, issuerId: issuer };
  ordinary = await aPolicy(world.db, {
    ...{ ...given, policyNumber: 'A-1', premium: '365.00', createdAt: new Date('2026-01-11T09:00:00Z') },
  });
  const product = { productId: ordinary.productId, versionId: ordinary.productVersionId };
  clocked = await aPolicy(world.db, {
    ...{ ...given, product, policyNumber: 'T-1', premium: '730.00', effectiveDate: '2027-01-01' },
    createdAt: new Date('2027-01-01T12:00:00Z'),
  });
  await clocked.$query(world.db).patch({ clockId: clock.id });
  await Statement.query(world.db)
    .patch({ state: 'PAST_DUE', billedOn: '2026-01-01' })
    .whereIn('policy_id', [ordinary.id, clocked.id]);
});
afterAll(() => world?.close());

const read = async (path: string) => (await world.get(`/${path}`, world.issuer).expect(200)).body;
const numbers = ({ rows }: { rows: { policyNumber: string }[] }) => rows.map((row) => row.policyNumber);

describe("a report's days", () => {
  it('are those of the organization', async () => {
    expect((await read('report/premium?asOf=2026-01-10')).totals).toMatchObject([{ written: 365 }]);
    expect((await read('report/premium?asOf=2026-01-09')).rows).toEqual([]);
    await changeOrganization(world.db, { organizationId: issuer, timeZone: 'UTC' });
    expect((await read('report/premium?asOf=2026-01-10')).rows).toEqual([]);
    await changeOrganization(world.db, { organizationId: issuer, timeZone: 'Pacific/Honolulu' });
  });

  it("end with today's, unless it says otherwise", async () => {
    const { asOf } = await read('report/premium?by=line');
    expect(asOf).toBe('2026-07-01');
  });
});

describe('the policies of test clocks', () => {
  it.each(['premium', 'receivables'])(
    'are left out of the report %s, and are in that of their clock',
    async (name) => {
      const of = (query: string) => read(`report/${name}?${query}`);
      expect(numbers(await of('asOf=2028-01-01'))).toEqual(['A-1']);
      const own = await of(`clockId=${clock.id}`);
      expect([own.asOf, numbers(own)]).toEqual(['2027-01-31', ['T-1']]);
      for (const by of ['policy', 'line', 'state']) {
        expect((await of(`clockId=${clock.id}&by=${by}`)).totals).toEqual(own.totals);
      }
    },
  );

  it('need attention only where they are asked for', async () => {
    const found = async (query = '') =>
      (await read(`policy/attention?${query}`)).content.map((policy: Policy) => policy.policyNumber);
    expect(await found()).toEqual(['A-1']);
    expect(await found('reason=PAST_DUE')).toEqual(['A-1']);
    expect(await found(`clockId=${clock.id}`)).toEqual(['T-1']);
  });

  it('are in no report of an organization that does not have the clock', async () => {
    for (const path of ['report/premium', 'report/receivables', 'policy/attention']) {
      const { body } = await world.get(`/${path}?clockId=${clock.id}`, world.seller).expect(404);
      expect(body.errors).toMatchObject([{ field: 'clockId' }]);
    }
    const [seller] = await Policy.query(world.db).where({ id: clocked.id }).select('seller_organization_id');
    expect(seller?.sellerOrganizationId).toBe(world.seller.organization.id);
  });
});
