import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Caller } from '../../api/http/caller.js';
import { PolicyService } from '../../api/policies/service.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';

let lives: PolicyLives;
let service: PolicyService;
/** Issued on the same day: one pays nothing, one gets a notice of the insurer, one has both, one nothing. */
const ids = { late: '', noticed: '', both: '', quiet: '' };

beforeAll(async () => {
  lives = await policyLives(shopOfLives());
  service = new PolicyService({ db: lives.db, catalog: lives.catalog, now: () => new Date() });
  for (const name of ['late', 'noticed', 'both', 'quiet'] as const) {
    ids[name] = (await lives.issue({ plan: 'MONTHLY' })).id;
  }
  for (const policyId of [ids.noticed, ids.quiet]) {
    await lives.fire('PAYMENT_RECEIVED', { policyId, amount: 2_000, reference: policyId });
  }
  await lives.goTo(ids.late, '2040-02-15');
  for (const id of [ids.noticed, ids.both, ids.quiet]) await lives.goTo(id, '2040-02-15');
  for (const [policyId, effectiveDate] of [
    [ids.noticed, '2040-04-01'],
    [ids.both, '2040-03-20'],
  ]) {
    await lives.fire('PRE_POLICY_CANCELLATION', { policyId, effectiveDate }, lives.carrier);
  }
});
afterAll(() => lives?.close());

const list = (by: Caller, query: object = {}) => service.forAttention(by, { page: 0, size: 20, ...query });
const idsIn = async (by: Caller, query: object = {}) => (await list(by, query)).content.map(({ id }) => id);

it('lists policies under notice and with amounts past due, the earliest day first, to both organizations', async () => {
  for (const by of [lives.agency, lives.carrier]) {
    const { content, totalElements } = await list(by);
    expect(totalElements).toBe(3);
    expect(content.at(-1)?.id).toBe(ids.noticed);
    expect(content.map(({ id }) => id).sort()).toEqual([ids.late, ids.both, ids.noticed].sort());
  }
  expect(await list(lives.stranger)).toMatchObject({ content: [], totalElements: 0, empty: true });
});

it('says what each one needs', async () => {
  const { content } = await list(lives.carrier);
  const of = (id: string) => content.find((policy) => policy.id === id)!;
  const overdue = async (policyId: string) => {
    const statements = (await lives.statements(policyId)).filter(({ state }) => state === 'PAST_DUE');
    const amount = statements.reduce((sum, each) => sum + Number(each.amount) - Number(each.paidAmount), 0);
    return { pastDueSince: statements[0]?.dueDate, pastDueAmount: Number(amount.toFixed(2)) };
  };
  expect(of(ids.late)).toMatchObject({
    ...(await overdue(ids.late)),
    ...{ insuredName: 'Corner Shop', policyState: 'ACTIVE', productId: shopIds.line },
  });
  expect(of(ids.late).cancellationNoticeOn).toBeUndefined();
  expect(of(ids.noticed)).toMatchObject({
    cancellationNoticeOn: '2040-04-01',
    standing: { type: 'CANCELS', on: '2040-04-01', isNotice: true },
  });
  expect(of(ids.noticed).pastDueAmount).toBeUndefined();
  expect(of(ids.both)).toMatchObject({ ...(await overdue(ids.both)), cancellationNoticeOn: '2040-03-20' });
});

it('is narrowed by reason and product, and paged', async () => {
  expect(await idsIn(lives.carrier, { reason: 'CANCELLATION_NOTICE' })).toEqual([ids.both, ids.noticed]);
  expect((await idsIn(lives.carrier, { reason: 'PAST_DUE' })).sort()).toEqual([ids.late, ids.both].sort());
  expect(await idsIn(lives.agency, { lineId: shopIds.line })).toHaveLength(3);
  expect(await list(lives.agency, { lineId: randomUUID() })).toMatchObject({ content: [], totalElements: 0 });
  const all = await idsIn(lives.carrier);
  const pages = [await list(lives.carrier, { size: 2 }), await list(lives.carrier, { size: 2, page: 1 })];
  expect(pages.flatMap(({ content }) => content.map(({ id }) => id))).toEqual(all);
  expect(await list(lives.carrier, { size: 2, page: 7 })).toMatchObject({ content: [], totalElements: 3 });
});
