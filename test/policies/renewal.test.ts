import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { correctEffectiveDate } from '../../db/policies/correct-policy.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { deployVersion } from '../../db/products/deployments.js';
import { importVersion } from '../../db/products/import-version.js';
import { readQuoteWithWorksheet } from '../../db/quotes/read-stored-quote.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { replayQuote } from '../../domain/rerating/replay-quote.js';
import { rerateOn } from '../../domain/rerating/rerate.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { expectSound } from './invariants.js';

let world: EventWorld;
let desk: PolicyDesk;
let today = '2040-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

beforeAll(async () => {
  world = await anEventWorld(shopOfLives({ renewal: { automatic: false } }), { now });
  desk = new PolicyDesk(world, now);
});

afterAll(async () => {
  await world?.close();
});

async function aPolicy(revenue = 120_000): Promise<string> {
  today = '2040-01-01';
  return desk.issue({ revenue, plan: 'FULL_PAYMENT', effectiveDate: today });
}

const policyOf = (id: string) => Policy.query(world.db).findById(id).throwIfNotFound().execute();
const quotesOf = (policyId: string, type: string) =>
  Quote.query(world.db)
    .where('type', type)
    .whereRaw(`coalesce(metadata->'policyRenewal', metadata->'policyChange')->>'policyId' = ?`, [policyId])
    .orderBy('quote_timestamp')
    .execute();
const firedAbout = async (policyId: string) => {
  const events = await Event.query(world.db).whereRaw(`envelope->'payload'->>'policyId' = ?`, [policyId]);
  return events.map(({ type }) => type);
};

describe('a renewal', () => {
  it('is made with the quote that somebody selected', async () => {
    const id = await aPolicy();
    today = '2040-11-15';
    await desk.lookAfter(id);
    const [quote] = await quotesOf(id, 'RENEWAL');
    expect(quote).toMatchObject({ premium: '1200.00', effectiveDate: '2041-01-01' });
    // It stands until the term's end, longer than its plan's thirty days.
    expect(quote?.expiresAt).toEqual(new Date('2041-01-01T00:00:00Z'));
    expect((await policyOf(id)).renewalQuoteId).toBeNull();

    await desk.fire('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: quote!.requestId });
    today = '2041-01-01';
    await desk.lookAfter(id);
    expect(await policyOf(id)).toMatchObject({
      termNumber: 2,
      quoteId: quote!.requestId,
      policyState: 'ACTIVE',
    });
    expect(await firedAbout(id)).toContain('POLICY_RENEWED');
    await expectSound(world.db, id, now());
    const again = await desk.fire('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: quote!.requestId });
    expect(again).toMatchObject({ refused: expect.stringMatching(/the quote expired/) });
  });

  it('that nobody selected lets the policy expire', async () => {
    const id = await aPolicy();
    today = '2041-01-01';
    await desk.lookAfter(id);
    expect(await policyOf(id)).toMatchObject({ termNumber: 1, policyState: 'INACTIVE_UNSETTLED' });
    expect(await firedAbout(id)).not.toContain('POLICY_RENEWED');
  });

  it('is refused with the quote of another policy, and with one of a change', async () => {
    const [id, other] = [await aPolicy(), await aPolicy()];
    today = '2040-11-15';
    await desk.lookAfter(other);
    const [quote] = await quotesOf(other, 'RENEWAL');
    expect(
      await desk.fire('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: quote!.requestId }),
    ).toMatchObject({
      refused: expect.stringMatching(/not one of a renewal of this policy/),
    });
    expect(
      await desk.fire('POLICY_ENDORSE', { policyId: other, quoteId: quote!.requestId, effectiveDate: today }),
    ).toMatchObject({ refused: expect.stringMatching(/type RENEWAL cannot be bound/) });
  });

  it('is rated on the version that is deployed for it', async () => {
    const id = await aPolicy();
    const next = { ...shopOfLives(), version: '2.0.0' };
    next.ratingPlans = structuredClone(next.ratingPlans);
    const step = next.ratingPlans.standard!.coverages[0]!.steps[1]!;
    Object.assign(step, { by: '0.02' });
    const { versionId } = await importVersion(world.db, {
      definition: next,
      sha256: contentHash(next),
      ownerOrganizationId: world.carrier.organizationId,
      createdBy: { name: 'tests' },
    });
    await deployVersion(world.db, { versionId, environment: 'DEV', effectiveDate: '2040-12-01' });
    today = '2040-11-15';
    await expect
      .poll(() =>
        world.catalog.versionFor(next.product.id, { effectiveDate: '2041-01-01', asConfiguredAt: now() }),
      )
      .toBe(versionId);
    await desk.lookAfter(id);
    const [quote] = await quotesOf(id, 'RENEWAL');
    expect(quote).toMatchObject({ premium: '2400.00', productVersionId: versionId });
    // The term that is running stays on its own version.
    await desk.fire('POLICY_ENDORSEMENT_QUOTING', {
      policyId: id,
      effectiveDate: '2040-12-02',
      intake: intakeOf({ 'shop.revenue': '486000' }),
    });
    expect((await quotesOf(id, 'ENDORSEMENT'))[0]).toMatchObject({ premium: '300.00' });
  });

  it('is quoted again for the day to which the term was corrected', async () => {
    const id = await aPolicy();
    today = '2040-11-15';
    await desk.lookAfter(id);
    const [before] = await quotesOf(id, 'RENEWAL');
    await desk.fire('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: before!.requestId });
    await world.db.transaction(async (trx) => {
      const correction = { createdBy: { name: 'tests' }, acknowledged: [], now: new BusinessTime(now()) };
      const objection = await correctEffectiveDate(
        trx,
        (await lockPolicy(trx, id))!,
        '2040-01-10',
        correction,
      );
      expect(objection).toBeNull();
    });
    await desk.lookAfter(id);
    const quotes = await quotesOf(id, 'RENEWAL');
    expect(quotes.map(({ effectiveDate }) => effectiveDate).sort()).toEqual(['2041-01-01', '2041-01-10']);
    const after = quotes.find(({ effectiveDate }) => effectiveDate === '2041-01-10');
    await desk.fire('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: after!.requestId });
    today = '2041-01-10';
    await desk.lookAfter(id);
    expect(await policyOf(id)).toMatchObject({ termNumber: 2, effectiveDate: '2041-01-10' });
    await expectSound(world.db, id, now());
  });

  it('that rating declines tells so, and the policy expires', async () => {
    const id = await aPolicy();
    const outcome = await desk.fire('POLICY_RENEWAL_QUOTING', {
      policyId: id,
      intake: intakeOf({ 'shop.revenue': '9500000' }),
    });
    expect(outcome).toMatchObject({ metadata: { outcome: 'DECLINED', held: false } });
    expect(await firedAbout(id)).toContain('POLICY_RENEWAL_QUOTING_FAILED');
  });
});

describe('a change that needs an underwriter', () => {
  it('is endorsed after the approval', async () => {
    const id = await aPolicy();
    const intake = intakeOf({ 'shop.revenue': '2000000' });
    const effectiveDate = '2040-02-01';
    await desk.fire('POLICY_ENDORSEMENT_QUOTING', { policyId: id, effectiveDate, intake });
    const [quote] = await quotesOf(id, 'ENDORSEMENT');
    expect(quote).toMatchObject({ bindable: false, requiresUnderwriterApproval: true });
    const quoteId = quote!.requestId;
    const endorse = () => desk.fire('POLICY_ENDORSE', { policyId: id, quoteId, effectiveDate });
    expect(await endorse()).toMatchObject({ refused: expect.stringMatching(/approval/) });
    await world.underwriting.decide(world.carrier, quoteId, { isApproved: true });
    expect(await endorse()).toMatchObject({ metadata: { policyId: id } });
    await expectSound(world.db, id, now());
  });
});

it('replays quotes of changes and renewals without a difference', async () => {
  const id = await aPolicy();
  await desk.fire('POLICY_ENDORSEMENT_QUOTING', {
    policyId: id,
    effectiveDate: '2040-05-05',
    intake: intakeOf({ 'shop.revenue': '333333' }),
  });
  await desk.fire('POLICY_RENEWAL_QUOTING', { policyId: id });
  const quotes = [...(await quotesOf(id, 'ENDORSEMENT')), ...(await quotesOf(id, 'RENEWAL'))];
  expect(quotes).toHaveLength(2);
  for (const { requestId, productVersionId, type } of quotes) {
    const stored = await readQuoteWithWorksheet(world.db, requestId);
    const rerated = rerateOn((await world.catalog.version(productVersionId))!)(stored!);
    if (rerated.status !== 'RATED') throw new Error(rerated.status);
    expect(replayQuote(stored!, rerated.rating), type).toMatchObject({ result: 'identical' });
  }
});
