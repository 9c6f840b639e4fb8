import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { aPolicy } from '../support/policy-factory.js';
import { aPolicyWorld, type PolicyWorld } from '../support/policy-world.js';

let world: PolicyWorld;
let policy: Policy;

beforeAll(async () => {
  world = await aPolicyWorld({ today: '2026-03-15' });
});
beforeEach(async () => {
  policy = await aPolicy(world.db, {
    sellerId: world.seller.organization.id,
    issuerId: world.issuer.organization.id,
    effectiveDate: '2026-01-01',
  });
});
afterAll(() => world.close());

const both = { riskOfPolicyholderConfusionAccepted: true, existingDocsRemainUnchangedAccepted: true };
const dateBody = (effectiveDate: string, changes: object = {}) => ({
  policyId: policy.id,
  effectiveDate,
  riskOfChangingPolicyEffectiveDateAccepted: true,
  ...both,
  ...changes,
});
const numberBody = (newPolicyNumber: string, changes: object = {}) => ({
  policyId: policy.id,
  newPolicyNumber,
  riskOfChangingPolicyNumberAccepted: true,
  ...both,
  ...changes,
});
const correctDate = (body: object, by = world.issuer) =>
  world.post('/danger/change/policy/effective/date', body, by);
const correctNumber = (body: object, by = world.issuer) =>
  world.post('/danger/change/policy/number', body, by);
const stored = async () => Policy.query(world.db).findById(policy.id).throwIfNotFound();

it('moves the term, answers the full policy, and keeps who accepted what', async () => {
  const { body } = await correctDate(dateBody('2026-02-01')).expect(200);

  expect(body.policy).toMatchObject({
    effectiveDate: '2026-02-01',
    expirationDate: '2027-02-01',
    lastDayWithCoverage: '2027-01-31',
    premium: 1200,
  });
  expect(body.events.map(({ type }: { type: string }) => type)).toContain('EFFECTIVE_DATE_CORRECTED');
  expect(await PolicyChange.query(world.db).where('policy_id', policy.id).orderBy('seq')).toMatchObject([
    { kind: 'ISSUE' },
    { kind: 'CORRECT_EFFECTIVE_DATE', effectiveDate: '2026-02-01', premiumChange: '0.00' },
  ]);
});

it('gives the policy and its entries another number, once in the organization', async () => {
  const other = await aPolicy(world.db, { sellerId: world.issuer.organization.id });

  const { body } = await correctNumber(numberBody('  NEW-1 ')).expect(200);
  const taken = await correctNumber(numberBody(other.policyNumber)).expect(409);

  expect(body.policy).toMatchObject({ policyNumber: 'NEW-1' });
  expect(taken.body.errors).toMatchObject([{ field: 'newPolicyNumber' }]);
  expect(await LedgerEntry.query(world.db).where('parent_policy_id', policy.id)).toMatchObject([
    { policyNumber: 'NEW-1' },
  ]);
});

it.each([
  'riskOfChangingPolicyEffectiveDateAccepted',
  'riskOfPolicyholderConfusionAccepted',
  'existingDocsRemainUnchangedAccepted',
])('changes nothing of the date without %s', async (flag) => {
  for (const value of [false, undefined, null, 'true']) {
    const { body } = await correctDate(dateBody('2026-02-01', { [flag]: value })).expect(400);
    expect(body.errors).toMatchObject([{ field: flag }]);
  }
  expect(await stored()).toMatchObject({ effectiveDate: '2026-01-01', version: policy.version });
});

it.each(['9999-12-31', '9000-01-01', '2026-02-30'])('refuses the date %s, naming it', async (date) => {
  const { body } = await correctDate(dateBody(date)).expect(400);
  expect(body.errors).toMatchObject([{ field: 'effectiveDate' }]);
});

it('names every acknowledgment of a number that is missing', async () => {
  const { body } = await correctNumber({ policyId: policy.id, newPolicyNumber: 'NEW-2' }).expect(400);

  expect(body.errors.map(({ field }: { field: string }) => field).sort()).toEqual([
    'existingDocsRemainUnchangedAccepted',
    'riskOfChangingPolicyNumberAccepted',
    'riskOfPolicyholderConfusionAccepted',
  ]);
  expect((await stored()).policyNumber).toBe(policy.policyNumber);
});

it.each(['', '   ', 'a\u0007b', 'x'.repeat(101), 7, null])('refuses the number %j', async (number) => {
  const { body } = await correctNumber(numberBody(number as string)).expect(400);
  expect(body.errors).toMatchObject([{ field: 'newPolicyNumber' }]);
});

it('is done by the issuer only, and not seen by strangers', async () => {
  await correctDate(dateBody('2026-02-01'), world.seller).expect(403);
  await correctNumber(numberBody('NEW-3'), world.seller).expect(403);
  await correctDate(dateBody('2026-02-01'), world.stranger).expect(404);
  await correctNumber(numberBody('NEW-3', { policyId: randomUUID() })).expect(404);
  expect(await stored()).toMatchObject({ effectiveDate: '2026-01-01', policyNumber: policy.policyNumber });
});

it('refuses to move a policy that was canceled', async () => {
  await Policy.query(world.db)
    .findById(policy.id)
    .patch({ cancelledOn: '2026-03-01', policyState: 'INACTIVE_UNSETTLED' });

  await correctDate(dateBody('2026-02-01')).expect(409);
});

it.each([
  ['2025-03-15', /the term would have ended on 2026-03-15/],
  ['1999-01-01', /the term would have ended on 2000-01-01/],
  ['2027-01-01', /use a date before 2027-01-01/],
  ['2199-01-01', /use a date before 2027-01-01/],
])('refuses to move the term to %s, where it would be over or still far ahead', async (date, reason) => {
  const { body } = await correctDate(dateBody(date)).expect(409);
  expect(body.errors).toMatchObject([{ field: 'effectiveDate', detail: expect.stringMatching(reason) }]);
  expect(await stored()).toMatchObject({ effectiveDate: '2026-01-01', version: policy.version });
});

it('does not move the term away from the day of a notice that stands', async () => {
  await Policy.query(world.db).findById(policy.id).patch({ cancellationNoticeOn: '2026-06-01' });

  for (const date of ['2026-06-02', '2025-06-01']) {
    const { body } = await correctDate(dateBody(date)).expect(409);
    expect(body.errors).toMatchObject([{ field: 'effectiveDate' }]);
  }
  expect(await stored()).toMatchObject({ effectiveDate: '2026-01-01', cancellationNoticeOn: '2026-06-01' });
  await correctDate(dateBody('2026-06-01')).expect(200);
});

it('refuses a number that nobody could read', async () => {
  for (const number of ['\u200b', 'P\u202e1', '\u0085', 'P\u20281', 'P\u00001', ' ', 'x'.repeat(101)]) {
    const { body } = await correctNumber(numberBody(number)).expect(400);
    expect(body.errors).toMatchObject([{ field: 'newPolicyNumber' }]);
  }
  const { body } = await correctNumber(numberBody('Nº 7/β-東京')).expect(200);
  expect(body.policy.policyNumber).toBe('Nº 7/β-東京');
});

it('makes one of two corrections at a time, whole', async () => {
  const answers = await Promise.all(
    ['2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01'].map((date) => correctDate(dateBody(date))),
  );

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const { effectiveDate, expirationDate } = await stored();
  expect(expirationDate).toBe(effectiveDate.replace('2026', '2027'));
  const changes = await PolicyChange.query(world.db).where('policy_id', policy.id).orderBy('seq');
  expect(changes.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  expect(changes.at(-1)).toMatchObject({ effectiveDate });
});

it('gives one of two policies a number that both are to have', async () => {
  const issued = { sellerId: world.seller.organization.id, issuerId: world.issuer.organization.id };
  const others = await Promise.all([1, 2, 3, 4].map(() => aPolicy(world.db, issued)));

  const answers = await Promise.all(
    [policy, ...others].map(({ id }) => correctNumber(numberBody('SAME', { policyId: id }))),
  );

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  for (const { body } of answers.filter(({ status }) => status === 409)) {
    expect(body.errors).toMatchObject([{ field: 'newPolicyNumber' }]);
  }
  const ids = [policy, ...others].map(({ id }) => id);
  expect(await Policy.query(world.db).findByIds(ids).where({ policy_number: 'SAME' })).toHaveLength(1);
  expect(await LedgerEntry.query(world.db).where({ policy_number: 'SAME' })).toHaveLength(1);
});

it('shows what was known then apart from what is known now', async () => {
  await correctNumber(numberBody('LATER')).expect(200);
  const timeline = async (query: string) =>
    (await world.get(`/policy/${policy.id}/timeline?${query}`).expect(200)).body;

  const now = await timeline('effectiveOn=2026-03-01');
  const then = await timeline('effectiveOn=2026-03-01&knownAt=2026-03-01T00:00:00Z');
  const before = await timeline('effectiveOn=2025-12-31');
  const unknown = await timeline('effectiveOn=2026-03-01&knownAt=2020-01-01T00:00:00Z');

  expect(now).toMatchObject({
    policy: { policyNumber: 'LATER', inForce: true, premium: 1200, termNumber: 1 },
  });
  expect(now.changes).toHaveLength(2);
  expect(then).toMatchObject({ policy: { policyNumber: policy.policyNumber }, changes: [{ kind: 'ISSUE' }] });
  expect(before.policy).toBeNull();
  expect(unknown).toMatchObject({ policy: null, changes: [] });
  await world.get(`/policy/${policy.id}/timeline`, world.stranger).expect(404);
  await world.get(`/policy/${policy.id}/timeline?knownAt=yesterday`).expect(400);
});
