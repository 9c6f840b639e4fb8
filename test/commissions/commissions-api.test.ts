import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Policy } from '../../db/models/policy.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { commissionTerms } from '../../domain/commissions/commission-terms.js';
import { anOrganization, type TestOrganization } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';

let world: PolicyWorld;
let other: TestOrganization;
let policy: Policy;
let statementId: string;

/** A policy of the issuer that somebody sold in January for 20 %. */
async function sold(by: TestOrganization, product?: { productId: string; versionId: string }) {
  const made = await aPolicy(world.db, {
    ...{ sellerId: by.organization.id, issuerId: world.issuer.organization.id, premium: '365.00', product },
    createdAt: new Date('2026-01-05T12:00:00Z'),
  });
  await licenseProduct(world.db, {
    ...{ productId: made.productId, organizationId: by.organization.id },
    commission: commissionTerms.parse({
      rates: [{ from: '2026-01-01', newBusiness: '0.2', renewal: '0.1' }],
    }),
  });
  return made;
}

beforeAll(async () => {
  world = await aPolicyWorld({ today: '2026-07-01' });
  other = await anOrganization(world.db, { name: 'Second Street Agency' });
  policy = await sold(world.seller);
  await sold(other, { productId: policy.productId, versionId: policy.productVersionId });
});
afterAll(() => world.close());

const usd = { currency: 'USD', amount: 20.25, reason: 'Bonus' };
const adjust = (body: object, by = world.issuer) => world.post('/commission/adjustment', body, by);

describe('POST /commission/adjustment', () => {
  it('is in the next statement, with its author', async () => {
    const { policyId, sellerId } = { policyId: policy.id, sellerId: world.seller.organization.id };
    const { body } = await adjust({ ...usd, sellerId, policyId }).expect(201);
    expect(body).toMatchObject({ ...usd, sellerId, policyId, clockId: null, statementId: null });
    expect(body.createdBy).toMatchObject({ organizationId: world.issuer.organization.id });
    const audited = await world.db('audit_log').where('action', 'COMMISSION_ADJUSTED');
    expect(audited).toMatchObject([{ target_id: sellerId, details: { amount: '20.25', reason: 'Bonus' } }]);
  });

  it.each([
    ['nothing', { amount: 0 }, 'amount'],
    ['a currency that is none', { currency: 'USX' }, 'currency'],
    ['half a cent', { amount: 0.005 }, 'amount'],
    ['no reason', { reason: ' ' }, 'reason'],
    ['an unknown name', { reasons: 'Bonus' }, 'reasons'],
  ])('refuses %s', async (_, wrong, field) => {
    const { body } = await adjust({ ...usd, sellerId: world.seller.organization.id, ...wrong }).expect(400);
    expect(body.errors).toContainEqual(expect.objectContaining({ field }));
  });

  it.each([
    ['a seller without a license', () => ({ sellerId: world.stranger.organization.id }), 'sellerId'],
    ["another seller's policy", () => ({ sellerId: other.organization.id, policyId: policy.id }), 'policyId'],
    ['an unknown clock', () => ({ sellerId: other.organization.id, clockId: randomUUID() }), 'clockId'],
  ])('has no %s', async (_, of, field) => {
    const { body } = await adjust({ ...usd, ...of() }).expect(404);
    expect(body.errors).toMatchObject([{ field }]);
  });

  it('is not for sellers', async () => {
    await adjust({ ...usd, sellerId: other.organization.id }, world.seller).expect(404);
  });
});

describe('statements', () => {
  it('are as the open month says, once it is closed', async () => {
    const { body: open } = await world.get('/report/commissions?month=2026-01', world.issuer).expect(200);
    const none = { currency: 'USD', commission: 73, adjusted: 0, collected: 0, payable: 73 };
    const expected = [
      { sellerId: other.organization.id, ...none },
      { sellerId: world.seller.organization.id, ...none },
    ].toSorted((a, b) => (a.sellerId < b.sellerId ? -1 : 1));
    expect(open).toEqual({ month: '2026-01', rows: expected });
    await world.post('/report/postings/close', { month: '2026-01' }, world.issuer).expect(200);
    await world.get('/report/commissions?month=2026-01', world.issuer).expect(409);
    const { body } = await world.get('/commission?month=2026-01', world.issuer).expect(200);
    expect(body.totalElements).toBe(2);
    const rows = body.content.map(
      ({ sellerId, currency, commission, adjusted, collected, payable }: never) => ({
        ...{ sellerId, currency, commission, adjusted, collected, payable },
      }),
    );
    expect(rows).toEqual(expect.arrayContaining(expected));
  });

  it('are those of its own for a seller, with their lines', async () => {
    const { body } = await world.get('/commission').expect(200);
    expect(body.content).toMatchObject([
      {
        ...{ month: '2026-01', commission: 73, payable: 73 },
        ...{ sellerName: 'Harbor Street Agency', insurerName: 'Granite Ridge Mutual' },
      },
    ]);
    statementId = body.content[0].id;
    await world.get(`/commission/${statementId}`).expect(200);
    const { body: lines } = await world.get(`/commission/${statementId}/lines`).expect(200);
    expect(lines.content).toMatchObject([
      {
        ...{ policyId: policy.id, policyNumber: policy.policyNumber, termNumber: 1 },
        ...{ premium: 365, commission: 73, effectiveDate: '2026-01-01' },
      },
    ]);
    expect(lines.content[0].entryId).not.toBeNull();
  });

  it("are nobody else's, by value either", async () => {
    for (const by of [other, world.stranger]) {
      await world.get(`/commission/${statementId}`, by).expect(404);
      await world.get(`/commission/${statementId}/lines`, by).expect(404);
      const sellerId = world.seller.organization.id;
      const { body } = await world.get(`/commission?sellerId=${sellerId}`, by).expect(200);
      expect(body).toMatchObject({ totalElements: 0, content: [] });
      const { body: open } = await world.get('/report/commissions?month=2026-02', by).expect(200);
      expect(open.rows).toEqual([]);
    }
  });

  it('have the adjustments of their month', async () => {
    for (const month of ['2026-02', '2026-03', '2026-04', '2026-05', '2026-06']) {
      await world.post('/report/postings/close', { month }, world.issuer).expect(200);
    }
    const { body } = await world.get('/commission?month=2026-06').expect(200);
    // The adjustment was made on 1 July.
    expect(body.content).toEqual([]);
    const { body: july } = await world.get('/report/commissions?month=2026-07', world.issuer).expect(200);
    const sellerId = world.seller.organization.id;
    expect(july.rows).toEqual([
      { sellerId, currency: 'USD', commission: 0, adjusted: 20.25, collected: 0, payable: 20.25 },
    ]);
  });
});
