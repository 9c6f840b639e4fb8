import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyPayments, keepPayment } from '../../db/billing/receive-payment.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { aPolicy } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';

let world: PolicyWorld;
beforeAll(async () => {
  world = await aPolicyWorld({ today: '2026-03-15' });
});
afterAll(() => world.close());

const aPaidPolicy = async (amounts: string[]) => {
  const policy = await aPolicy(world.db, {
    sellerId: world.seller.organization.id,
    issuerId: world.issuer.organization.id,
    effectiveDate: '2026-01-01',
  });
  for (const [index, amount] of amounts.entries()) {
    const payment = { id: randomUUID(), amount, reference: `transfer ${index}`, provider: 'OFFLINE' };
    const organizationId = world.seller.organization.id;
    const now = new BusinessTime(new Date(`2026-02-0${index + 1}T12:00:00Z`));
    await world.db.transaction(async (trx) => {
      const receipt = { triggerRequestId: null, now };
      await keepPayment(trx, { ...payment, organizationId, policyId: policy.id }, receipt);
      await applyPayments(trx, (await lockPolicy(trx, policy.id))!, now);
    });
  }
  return policy;
};

it('pages a policy’s payments for both of its organizations, the latest first', async () => {
  const { id } = await aPaidPolicy(['10.00', '20.50', '-5.00']);
  for (const by of [world.seller, world.issuer]) {
    const { body } = await world.get(`/policy/${id}/payments?size=2`, by).expect(200);
    expect(body).toMatchObject({
      ...{ number: 0, size: 2, totalElements: 3, totalPages: 2, first: true, last: false },
      content: [
        { kind: 'REFUND', amount: -5, paymentDate: '2026-02-03', createdBy: { kind: 'SERVICE' } },
        { kind: 'RECEIPT', amount: 20.5, reference: 'transfer 1', payer: null },
      ],
    });
    const next = await world.get(`/policy/${id}/payments?size=2&page=1`, by).expect(200);
    expect(next.body.content).toMatchObject([{ amount: 10 }]);
  }
});

it('is empty without payments, and past the last page', async () => {
  const { id } = await aPaidPolicy([]);
  expect((await world.get(`/policy/${id}/payments`).expect(200)).body).toMatchObject({
    ...{ content: [], totalElements: 0, empty: true },
  });
  await world.get(`/policy/${id}/payments?page=7`).expect(200);
});

it('is 404 for others, and 400 for a wrong id or page', async () => {
  const { id } = await aPaidPolicy(['10.00']);
  await world.get(`/policy/${id}/payments`, world.stranger).expect(404);
  await world.get(`/policy/${randomUUID()}/payments`).expect(404);
  const wrong = ['x/payments', `${id}/payments?page=-1`, `${id}/payments?size=0`, `${id}/payments?size=1001`];
  for (const path of wrong) {
    const { body } = await world.get(`/policy/${path}`).expect(400);
    expect(body.errors).toHaveLength(1);
  }
});

it('names the person who made a correction with the policy’s events and changes', async () => {
  const { id: policyId } = await aPaidPolicy([]);
  await world.post('/danger/change/policy/number', numberBody(policyId), world.issuer).expect(200);
  const { body } = await world.get(`/policy/${policyId}/timeline`).expect(200);
  const createdBy = {
    kind: 'API_KEY',
    id: expect.any(String),
    name: expect.any(String),
    organizationId: world.issuer.organization.id,
    organizationName: world.issuer.organization.name,
  };
  expect(body.changes.at(-1)).toMatchObject({ kind: 'CORRECT_NUMBER', createdBy });
});

const numberBody = (policyId: string) => ({
  policyId,
  newPolicyNumber: randomUUID(),
  riskOfChangingPolicyNumberAccepted: true,
  riskOfPolicyholderConfusionAccepted: true,
  existingDocsRemainUnchangedAccepted: true,
});
