import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { up } from '../../db/migrations/0028_seller_authority.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { readLicense } from '../../db/products/product-entry.js';
import { createTestDatabase, type OwnedTestDatabase } from '../support/database.js';
import { anOrganization } from '../support/identity-factory.js';
import { aPolicy } from '../support/policy-factory.js';

let database: OwnedTestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

it('leaves earlier licenses what an agency needs every day, and shows insurers the payments of their sellers', async () => {
  const { owner: db } = database;
  const [seller, issuer] = await Promise.all([anOrganization(db), anOrganization(db)]);
  const ids = { sellerId: seller.organization.id, issuerId: issuer.organization.id };
  const [policy, another] = [await aPolicy(db, ids), await aPolicy(db, { sellerId: ids.sellerId })];
  const { productId, clientId, quoteId } = policy;
  await licenseProduct(db, { productId, organizationId: ids.sellerId });
  const session = async (given: object) => {
    const id = randomUUID();
    await db('payment_sessions').insert({
      ...{ id, organization_id: ids.sellerId, client_id: clientId, kind: 'SETUP', provider: 'OFFLINE' },
      ...{
        currency: 'USD',
        amount: '1.00',
        quote_ids: '[]',
        plans: {},
        state: 'OPEN',
        created_at: new Date(),
      },
      ...given,
    });
    return id;
  };
  const sessions = [
    await session({ kind: 'COLLECT', policy_id: policy.id }),
    await session({ quote_ids: JSON.stringify([quoteId]) }),
    await session({ quote_ids: JSON.stringify([quoteId, another.quoteId]) }),
  ];

  // As the release before left it.
  await db.raw('alter table product_licenses drop column authority');
  await db.raw('alter table payment_sessions drop column issuing_organization_id');
  await up(db);

  expect((await readLicense(db, productId, ids.sellerId))?.authority).toEqual({
    ...{ quote: true, bindPaid: true, bindUnpaid: false, recordPayments: false, endorse: true },
    ...{ reinstate: false, renew: true, report: true, backDateDays: 1, cancel: {}, limits: {} },
  });
  const issuers = await db('payment_sessions').select('id', 'issuing_organization_id as issuer');
  const issuerOf = new Map(issuers.map(({ id, issuer: of }) => [id, of]));
  expect(sessions.map((id) => issuerOf.get(id))).toEqual([ids.issuerId, ids.issuerId, null]);
});
