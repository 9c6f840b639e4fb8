import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { subjectsOfEvent } from '../../activities/documents/subjects-of-event.js';
import { PolicyTimelines } from '../../api/policies/timeline/service.js';
import { EventReader } from '../../db/events/read-event.js';
import { Event } from '../../db/models/event.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';
import { correctEffectiveDate } from '../../db/policies/correct-policy.js';
import { readContract } from '../../db/policies/read-contract.js';
import { readPolicyStanding } from '../../db/policies/read-history.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { deployVersion } from '../../db/products/deployments.js';
import { importVersion } from '../../db/products/import-version.js';
import { changedBy } from '../../documents/making/form-source.js';
import { readSubject } from '../../documents/making/read-subject.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { daysBetween } from '../../domain/ground/calendar.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { answersOn, policyOn } from '../../domain/policy/timeline.js';
import { Fraction } from '../domain/simulation/fraction.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { addingItem, itemId, itemShop, itemsOf } from '../support/item-shop.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopIds } from '../support/shop-product.js';
import { expectSound } from './invariants.js';

let world: EventWorld;
let desk: PolicyDesk;
let today = '2040-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

/** Terms from 2041 on cost two thousandths of the limit instead of one. */
beforeAll(async () => {
  const settings = {
    changes: { backDays: { issuer: 900, seller: 800 } },
    audit: { windowDays: 400 },
    paymentPlans: [
      { plan: 'FULL_PAYMENT' as const },
      { plan: 'MONTHLY' as const, endorsements: 'SPREAD' as const },
    ],
  };
  const shop = itemShop({ automatic: true }, { ...settings, closeAfterDays: 900 });
  world = await anEventWorld(shop, { now });
  desk = new PolicyDesk(world, now);
  const dearer = structuredClone({ ...shop, version: '2.0.0' });
  Object.assign(dearer.ratingPlans.standard!.coverages[0]!.steps[0]!, {
    by: { '*': [{ answer: 'shop.limit' }, '0.002'] },
  });
  dearer.ratingPlans.standard!.underwriting.push({
    id: 'no-longer',
    outcome: 'DECLINE',
    when: { '>': [{ answer: 'shop.limit' }, 2_000_000] },
    message: 'No longer above 2,000,000',
  } as never);
  const { versionId } = await importVersion(world.db, {
    definition: dearer,
    sha256: contentHash(dearer),
    ownerOrganizationId: world.carrier.organizationId,
    createdBy: { name: 'tests' },
  });
  await deployVersion(world.db, { versionId, environment: 'DEV', effectiveDate: '2041-01-01' });
  const asConfiguredAt = new Date();
  await vi.waitFor(async () =>
    expect(
      await world.catalog.versionFor(shop.product.id, { effectiveDate: '2041-01-01', asConfiguredAt }),
    ).toBe(versionId),
  );
});

afterAll(() => world?.close());

const policyOf = (id: string) => Policy.query(world.db).findById(id).throwIfNotFound().execute();
const quoteOf = (id: string) => Quote.query(world.db).findById(id).throwIfNotFound().execute();
const historyOf = async (id: string) => (await readPolicyStanding(world.db, await policyOf(id))).history;
const changesOf = (id: string) => PolicyChange.query(world.db).where({ policy_id: id }).orderBy('seq');
const limit = (amount: number) => ({ intake: intakeOf({ 'shop.limit': String(amount) }) });
const limitOn = async (id: string, day: string) => {
  const entry = policyOn(await historyOf(id), day)!.answers['shop.limit'];
  return entry?.type === 'ANSWER' ? Number(entry.answer) : undefined;
};

/** A limit of 200,000 and an item of 26,500 from 2040-01-01. */
async function aPolicy(plan = 'FULL_PAYMENT'): Promise<string> {
  today = '2040-01-01';
  const intake = {
    ...intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '1', 'shop.limit': '200000' }),
    ...itemsOf([26_500]),
  };
  const action = { actionId: shopIds.standard, type: 'IOI_RATING' as const, name: 'Standard' };
  return desk.issueQuoted({ intake, action, plan, effectiveDate: today });
}

/** Looks after a policy on each day. */
async function live(id: string, ...days: string[]): Promise<void> {
  for (const day of days) {
    today = day;
    await desk.lookAfter(id);
  }
}

/** Its first term ended at the end of 2040, its second at the end of 2041. */
async function renewedTwice(plan?: string): Promise<string> {
  const id = await aPolicy(plan);
  await live(id, '2040-11-15', '2041-01-01', '2041-11-15', '2042-01-01', '2042-02-01');
  expect(await policyOf(id)).toMatchObject({ termNumber: 3, policyState: 'ACTIVE' });
  return id;
}

async function quoted(policyId: string, effectiveDate: string, change: object) {
  const asked = { policyId, effectiveDate, ...change };
  return desk.done('POLICY_ENDORSEMENT_QUOTING', asked) as Promise<{
    quoteId: string;
    premium: number;
    terms?: object[];
    conflicts: object[];
  }>;
}

async function endorse(policyId: string, effectiveDate: string, change: object) {
  const { quoteId } = await quoted(policyId, effectiveDate, change);
  return desk.done('POLICY_ENDORSE', { policyId, quoteId, effectiveDate });
}

/** What each term has cost up to now: premium and taxes, as its statements say. */
async function billed(policyId: string) {
  const statements = await Statement.query(world.db)
    .where({ policy_id: policyId })
    .whereNot('state', 'VOID')
    .orderBy(['term_number', 'number']);
  const numbers = [...new Set(statements.map(({ termNumber }) => termNumber))];
  return numbers.map((number) =>
    ['premium', 'taxesAndFees'].map((key) =>
      sumOfAmounts(
        statements.filter((one) => one.termNumber === number).map(({ data }) => String(data[key])),
      ),
    ),
  );
}

const terms = [
  { from: '2040-01-01', until: '2041-01-01', rate: 1n },
  { from: '2041-01-01', until: '2042-01-01', rate: 2n },
  { from: '2042-01-01', until: '2043-01-01', rate: 2n },
];

/** By hand, in cents: what each term costs more from a day on with a higher limit, in thousands, and items, in hundreds. */
function more(from: string, { thousands = 0, hundreds = 0 }): { premium: string; tax: string }[] {
  return terms.map((term) => {
    const first = from > term.from ? from : term.from;
    const share = [daysBetween(first, term.until), daysBetween(term.from, term.until)].map(BigInt);
    const ofTerm = new Fraction(term.rate * BigInt(thousands) * 100n + BigInt(hundreds) * 100n);
    const tax = new Fraction(ofTerm.times(1n, 20n).round());
    const text = (amount: Fraction) => (Number(amount.times(share[0]!, share[1]!).round()) / 100).toFixed(2);
    return { premium: text(ofTerm), tax: text(tax) };
  });
}

describe('a change in the first term of a policy that was renewed twice', () => {
  it('is one quote with the price of each term at its own rates, and one endorsement', async () => {
    const id = await renewedTwice();
    const before = await billed(id);
    expect(before).toEqual([
      ['465.00', '23.25'],
      ['665.00', '33.25'],
      ['665.00', '33.25'],
    ]);
    const from = '2040-03-01';
    const change = { edits: { ...limit(300_000).intake, ...addingItem(2, 10_000) } };
    const { quoteId, ...result } = await quoted(id, from, change);

    const byHand = more(from, { thousands: 100, hundreds: 100 });
    expect(byHand).toEqual([
      { premium: '167.21', tax: '8.36' },
      { premium: '300.00', tax: '15.00' },
      { premium: '300.00', tax: '15.00' },
    ]);
    expect(result).toMatchObject({
      outcome: 'QUOTED',
      premium: 767.21,
      terms: [
        { termNumber: 1, from, until: '2041-01-01', premium: 167.21, taxesAndFees: 8.36 },
        { termNumber: 2, from: '2041-01-01', until: '2042-01-01', premium: 300, taxesAndFees: 15 },
        { termNumber: 3, from: '2042-01-01', until: '2043-01-01', premium: 300, taxesAndFees: 15 },
      ],
    });
    expect(result.terms).toMatchObject([
      { termPremium: { before: 465, after: 665 } },
      { termPremium: { before: 665, after: 965 } },
      { termPremium: { before: 665, after: 965 } },
    ]);
    const quote = await quoteOf(quoteId);
    expect(quote).toMatchObject({
      type: 'ENDORSEMENT',
      effectiveDate: from,
      premium: '767.21',
      bindable: true,
    });
    expect(quote.quoteDetails!.premium).toMatchObject({ amount: 767.21 });
    expect(quote.quoteDetails!.premium.taxesAndFees).toEqual([{ type: 'PREMIUM_TAX', amount: 38.36 }]);
    expect(quote.metadata.policyChange).toMatchObject({
      premium: '767.21',
      taxesAndFees: '38.36',
      largestAmounts: { premium: '965' },
      terms: [{ ratedFor: '2040-01-01' }, { ratedFor: '2041-01-01' }, { ratedFor: '2042-01-01' }],
    });

    expect(await desk.done('POLICY_ENDORSE', { policyId: id, quoteId, effectiveDate: from })).toMatchObject({
      premium: 767.21,
    });
    const issued = await PolicyEvent.query(world.db).where({ policy_id: id, type: 'ENDORSEMENT_ISSUED' });
    expect(issued).toMatchObject([{ effectiveDate: from, data: { premium: 767.21, quoteId } }]);
    const changes = (await changesOf(id)).filter(({ kind }) => kind === 'ENDORSE');
    expect(changes).toMatchObject([
      { termNumber: 1, effectiveDate: from, premiumChange: '167.21', termPremium: '665.00', quoteId },
      { termNumber: 2, effectiveDate: '2041-01-01', premiumChange: '300.00', termPremium: '965.00', quoteId },
      { termNumber: 3, effectiveDate: '2042-01-01', premiumChange: '300.00', termPremium: '965.00', quoteId },
    ]);
    const entries = await LedgerEntry.query(world.db).where({ parent_policy_id: id, quote_id: quoteId });
    expect(
      entries.map(({ termNumber, effectiveDate, premium }) => [termNumber, effectiveDate, premium]),
    ).toEqual(
      expect.arrayContaining([
        [1, from, '167.21'],
        [2, '2041-01-01', '300.00'],
        [3, '2042-01-01', '300.00'],
      ]),
    );
    const statements = await Statement.query(world.db)
      .where({ policy_id: id, kind: 'ENDORSEMENT' })
      .orderBy('term_number');
    expect(statements.map(({ termNumber, amount }) => [termNumber, amount])).toEqual([
      [1, '175.57'],
      [2, '315.00'],
      [3, '315.00'],
    ]);

    expect(await policyOf(id)).toMatchObject({ termNumber: 3, premium: '965.00' });
    for (const [day, premium, items] of [
      ['2040-02-29', 465, 1],
      [from, 665, 2],
      ['2041-06-01', 965, 2],
      ['2042-06-01', 965, 2],
    ] as const) {
      const policy = await policyOf(id);
      const { contract, answers } = await readContract(world.db, policy, await historyOf(id), day);
      expect(contract!.quoteDetails!.premium.amount, day).toBe(premium);
      expect((answers.items as { iterations: object[] }).iterations, day).toHaveLength(items);
    }
    await expectSound(world.db, id, now());
  });

  it('has the documents of the endorsement for each term, of its own contract and amounts', async () => {
    const id = await renewedTwice();
    await endorse(id, '2040-03-01', limit(300_000));
    const [told] = await Event.query(world.db)
      .where({ type: 'ENDORSEMENT_ACTIVATED' })
      .whereRaw(`envelope->'payload'->>'policyId' = ?`, [id]);
    const event = (await new EventReader(world.db).read(told!.triggerRequestId))!;
    const { organizationId } = event;
    const subjects = await subjectsOfEvent(world.db, event, undefined);
    expect(subjects.map(({ termNumber }) => termNumber)).toEqual([1, 2, 3]);
    const day = { on: today, now: new BusinessTime(now()), changedBy: await changedBy(world.db, event) };
    const made = await Promise.all(
      subjects.map((ids) => readSubject(world.db, organizationId, shopIds.line, ids, day)),
    );
    expect(made.map(({ policy }) => policy!.change!.change)).toMatchObject([
      { effectiveDate: '2040-03-01', premiumChange: '83.61' },
      { effectiveDate: '2041-01-01', premiumChange: '200.00' },
      { effectiveDate: '2042-01-01', premiumChange: '200.00' },
    ]);
    expect(made.map(({ policy }) => policy!.premium)).toEqual(['548.61', '865.00', '865.00']);
    expect(made.map(({ quote }) => quote!.quoteDetails!.premium.amount)).toEqual([565, 865, 865]);
  });

  it('is read by the day and by the time of knowledge', async () => {
    const id = await renewedTwice();
    const known = new Date(now().getTime() + 1);
    today = '2042-02-02';
    await endorse(id, '2040-03-01', limit(300_000));
    const timelines = new PolicyTimelines({ db: world.db, catalog: world.catalog, now });
    const read = (effectiveOn: string, knownAt = now()) =>
      timelines.read(world.carrier, id, { effectiveOn, knownAt: knownAt.toISOString() });
    for (const [day, before, after] of [
      ['2040-02-01', 465, 465],
      ['2040-12-31', 465, 565],
      ['2041-01-01', 665, 865],
      ['2042-02-02', 665, 865],
    ] as const) {
      expect((await read(day, known)).policy!.termPremium, day).toBe(before);
      expect((await read(day)).policy!.termPremium, day).toBe(after);
    }
    const { changes } = await read('2041-06-01');
    expect(changes.slice(3)).toMatchObject([
      { kind: 'ENDORSE', effectiveDate: '2040-03-01', premiumChange: 83.61, applies: true },
      { kind: 'ENDORSE', effectiveDate: '2041-01-01', premiumChange: 200, applies: true },
      { kind: 'ENDORSE', effectiveDate: '2042-01-01', premiumChange: 200, applies: false },
    ]);
    for (const { differences } of changes.slice(3))
      expect(differences).toContainEqual({ what: 'Limit', before: '$200,000.00', after: '$300,000.00' });
  });

  it('costs the same as if it had been recorded before the renewals', async () => {
    const from = '2040-03-01';
    const change = { edits: { ...limit(300_000).intake, ...addingItem(2, 10_000) } };
    const later = await renewedTwice();
    await endorse(later, from, change);

    const inSequence = await aPolicy();
    today = '2040-03-01';
    await endorse(inSequence, from, change);
    await live(inSequence, '2040-11-15', '2041-01-01', '2041-11-15', '2042-01-01', '2042-02-01');
    expect(await billed(later)).toEqual(await billed(inSequence));
    const [one, other] = [await historyOf(later), await historyOf(inSequence)];
    for (const day of ['2040-02-01', '2040-12-31', '2041-01-01', '2042-02-01'])
      expect(policyOn(one, day)!.answers, day).toEqual(policyOn(other, day)!.answers);
  });

  it('is taken back by another one', async () => {
    const id = await renewedTwice();
    const before = await billed(id);
    await endorse(id, '2040-03-01', limit(300_000));
    expect(await endorse(id, '2040-03-01', limit(200_000))).toMatchObject({ premium: -483.61 });
    expect(await billed(id)).toEqual(before);
    expect(await policyOf(id)).toMatchObject({ premium: '665.00' });
    await expectSound(world.db, id, now());
  });

  it('moves with a correction of the current term, and is returned with its cancellation', async () => {
    const id = await renewedTwice();
    await endorse(id, '2040-03-01', limit(300_000));
    await world.db.transaction(async (trx) => {
      const correction = { createdBy: { name: 'tests' }, acknowledged: [], now: new BusinessTime(now()) };
      const policy = (await lockPolicy(trx, id))!;
      expect(await correctEffectiveDate(trx, policy, '2042-01-11', correction)).toBeNull();
    });
    expect(await limitOn(id, '2042-01-11')).toBe(300_000);
    await expectSound(world.db, id, now());
    expect(
      await desk.refusal('POLICY_ENDORSEMENT_QUOTING', {
        ...{ policyId: id, effectiveDate: '2042-01-05' },
        ...limit(1),
      }),
    ).toMatch(/2042-01-05 is between two terms: the earlier one ended on 2042-01-01/);

    await desk.done('POLICY_CANCEL', { policyId: id, effectiveDate: '2042-01-11' });
    expect((await billed(id))[2]).toEqual(['0.00', '0.00']);
    await desk.done('POLICY_REINSTATE', { policyId: id });
    expect((await billed(id))[2]).toEqual(['865.00', '43.25']);
    await expectSound(world.db, id, now());
  });

  it('spreads the part of the current term over its installments, and bills the others', async () => {
    const id = await renewedTwice('MONTHLY');
    await endorse(id, '2040-03-01', limit(300_000));
    const statements = await Statement.query(world.db)
      .where({ policy_id: id, kind: 'ENDORSEMENT' })
      .orderBy('term_number');
    expect(statements.map(({ termNumber, amount }) => [termNumber, amount])).toEqual([
      [1, '87.79'],
      [2, '210.00'],
    ]);
    expect((await billed(id))[2]).toEqual(['865.00', '43.25']);
    await expectSound(world.db, id, now());
  });
});

describe('what takes effect later', () => {
  it('stays, or gives way where that is chosen', async () => {
    const [kept, throughout] = [await renewedTwice(), await renewedTwice()];
    for (const [id, onConflict, limits] of [
      [kept, 'KEEP_LATER', [300_000, 300_000, 250_000, 250_000]],
      [throughout, 'APPLY_THROUGHOUT', [300_000, 300_000, 300_000, 300_000]],
    ] as const) {
      await endorse(id, '2041-07-01', limit(250_000));
      const { quoteId, conflicts } = await quoted(id, '2040-03-01', { ...limit(300_000), onConflict });
      const cell = { qid: 'shop.limit', effectiveDate: '2040-03-01', value: '300000', choice: onConflict };
      const met = [{ ...cell, laterEffectiveDate: '2041-07-01', laterValue: '250000' }];
      expect(conflicts).toEqual(met);
      await desk.done('POLICY_ENDORSE', { policyId: id, quoteId, effectiveDate: '2040-03-01' });
      const days = ['2040-03-01', '2041-06-30', '2041-07-01', '2042-02-01'];
      expect(await Promise.all(days.map((day) => limitOn(id, day)))).toEqual(limits);
      await expectSound(world.db, id, now());
    }
  });

  it('includes what a renewal was wished with', async () => {
    for (const [onConflict, renewedWith, terms] of [
      ['KEEP_LATER', 230_000, [1]],
      ['APPLY_THROUGHOUT', 300_000, [1, 2]],
    ] as const) {
      const id = await aPolicy();
      await live(id, '2040-11-15');
      const { quoteId: renewal } = await desk.done('POLICY_RENEWAL_QUOTING', {
        policyId: id,
        ...limit(230_000),
      });
      await desk.done('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: renewal });
      await live(id, '2041-01-01', '2041-02-01');
      expect(await limitOn(id, '2041-01-01')).toBe(230_000);

      const { quoteId, conflicts, ...result } = await quoted(id, '2040-07-01', {
        ...limit(300_000),
        onConflict,
      });
      expect(conflicts).toMatchObject([
        { qid: 'shop.limit', value: '300000', laterEffectiveDate: '2041-01-01', laterValue: '230000' },
      ]);
      expect(result.terms?.map((term) => (term as { termNumber: number }).termNumber) ?? [1]).toEqual(terms);
      await desk.done('POLICY_ENDORSE', { policyId: id, quoteId, effectiveDate: '2040-07-01' });
      expect(await limitOn(id, '2040-12-31')).toBe(300_000);
      expect(await limitOn(id, '2041-01-01')).toBe(renewedWith);
      await expectSound(world.db, id, now());
    }
  });

  it('is not an audit, which counted for its own term only', async () => {
    const id = await renewedTwice();
    const audit = { type: 'shop.limit', previousAmount: 200_000, updatedAmount: 210_000 };
    const trueUpRequest = { effectiveDate: '2041-01-01', exposures: [audit] };
    const { quoteId } = await desk.done('POLICY_TRUE_UP_QUOTING', { policyId: id, trueUpRequest });
    await desk.done('POLICY_ENDORSE', { policyId: id, quoteId, effectiveDate: '2041-01-01' });
    await endorse(id, '2040-03-01', limit(300_000));
    expect(await limitOn(id, '2041-06-01')).toBe(210_000);
    expect(await limitOn(id, '2042-01-01')).toBe(300_000);
    await expectSound(world.db, id, now());
  });

  it('loses what it says of an item that is gone', async () => {
    const id = await renewedTwice();
    const value = { answers: intakeOf({ 'item.value': '30000' }), iterationId: itemId(1) };
    const edits = { items: { type: 'LOOP', qid: 'items', added: [], removed: [], edited: [value] } };
    await endorse(id, '2041-07-01', { edits });
    const gone = { intakeLoopIterationIdsToDelete: [itemId(1)], edits: addingItem(2, 5_000) };
    const { conflicts } = await quoted(id, '2040-03-01', gone);
    expect(conflicts).toMatchObject([
      { loopQid: 'items', iterationId: itemId(1), laterEffectiveDate: '2041-07-01' },
    ]);
    await endorse(id, '2040-03-01', gone);
    const term = (await historyOf(id)).terms[2]!;
    expect(answersOn(term, '2042-02-01').items).toMatchObject({ iterations: [{ iterationId: itemId(2) }] });
    expect(await policyOf(id)).toMatchObject({ premium: '450.00' });
    await expectSound(world.db, id, now());
  });
});

describe('a renewal under way', () => {
  /** In the second term; its renewal is quoted and held. */
  async function renewing(): Promise<string> {
    const id = await aPolicy();
    await live(id, '2040-11-15', '2041-01-01', '2041-11-15');
    return id;
  }

  it('is rated again with a change of the term before, and stays held', async () => {
    const id = await renewing();
    const held = (await policyOf(id)).renewalQuoteId!;
    expect((await quoteOf(held)).premium).toBe('665.00');
    await endorse(id, '2040-07-01', limit(210_000));
    await desk.lookAfter(id);
    const again = await quoteOf((await policyOf(id)).renewalQuoteId!);
    expect(again).toMatchObject({ premium: '685.00', intake: { 'shop.limit': { answer: '210000' } } });
    await live(id, '2042-01-01');
    expect(await policyOf(id)).toMatchObject({ termNumber: 3, premium: '685.00' });
  });

  it('keeps the wishes of the quote that was selected', async () => {
    const id = await renewing();
    const wished = await desk.done('POLICY_RENEWAL_QUOTING', { policyId: id, edits: addingItem(3, 1_000) });
    await desk.done('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: wished.quoteId });
    await endorse(id, '2040-07-01', limit(210_000));
    await live(id, '2041-11-16', '2042-01-01');
    expect(await policyOf(id)).toMatchObject({ termNumber: 3, premium: '695.00' });
  });

  it('stays as it is where the change does not reach its term', async () => {
    const id = await aPolicy();
    await live(id, '2040-11-15');
    const wished = await desk.done('POLICY_RENEWAL_QUOTING', { policyId: id, ...limit(230_000) });
    await desk.done('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: wished.quoteId });
    await live(id, '2041-01-01', '2041-11-15');
    const held = (await policyOf(id)).renewalQuoteId;
    expect(held).not.toBeNull();
    await endorse(id, '2040-07-01', limit(210_000));
    await desk.lookAfter(id);
    expect((await policyOf(id)).renewalQuoteId).toBe(held);
    expect((await changesOf(id)).filter(({ kind }) => kind === 'ENDORSE')).toHaveLength(1);
  });
});

describe('a change of several terms', () => {
  it('is referred or declined by what holds in one of them, from its day', async () => {
    const id = await renewedTwice();
    const { quoteId } = await quoted(id, '2041-07-01', limit(1_100_000));
    await world.underwriting.decide(world.carrier, quoteId, { isApproved: true });
    await desk.done('POLICY_ENDORSE', { policyId: id, quoteId, effectiveDate: '2041-07-01' });

    const referred = await quoteOf((await quoted(id, '2040-03-01', { edits: addingItem(2, 100) })).quoteId);
    expect(referred).toMatchObject({ requiresUnderwriterApproval: true, bindable: false, premium: '2.84' });
    expect(referred.messages).toMatchObject([
      { rule: 'high', from: '2041-07-01', message: 'From 2041-07-01: The limit needs an underwriter' },
    ]);

    // The version of the first term insures it.
    const declined = await quoteOf((await quoted(id, '2040-03-01', limit(2_500_000))).quoteId);
    expect(declined).toMatchObject({ outcome: 'DECLINED', premium: null });
    expect(declined.messages).toContainEqual(
      expect.objectContaining({ rule: 'no-longer', from: '2041-01-01' }),
    );
  });

  it('is refused beyond the days of the product, for each side', async () => {
    const id = await renewedTwice();
    today = '2042-06-01';
    const asked = { policyId: id, effectiveDate: '2040-03-01', ...limit(300_000) };
    expect(await desk.refusal('POLICY_ENDORSEMENT_QUOTING', asked)).toMatch(
      /2040-03-01 is in an earlier term: the current term begins on 2042-01-01, and the seller can change a policy from 2040-03-23 \(backDays\)/,
    );
    today = '2042-02-01';
    const { quoteId } = await quoted(id, '2040-03-01', limit(300_000));
    today = '2042-06-01';
    const endorsing = { policyId: id, quoteId, effectiveDate: '2040-03-01' };
    expect(await desk.refusal('POLICY_ENDORSE', endorsing)).toMatch(/backDays|expired/);
  });

  it('is refused with an agreed premium, and where a carrier rated a term', async () => {
    const id = await renewedTwice();
    const agreed = { policyId: id, effectiveDate: '2041-03-01', premium: 10 };
    expect(await desk.refusal('POLICY_ENDORSE', agreed)).toMatch(
      /in an earlier term, from which an agreed premium cannot be carried over: quote the change/,
    );
    const [, second] = (await historyOf(id)).terms;
    await Quote.query(world.db).findById(second!.quoteId!).patch({ actionType: 'THIRD_PARTY_RATING' });
    const asked = { policyId: id, effectiveDate: '2040-03-01', ...limit(300_000) };
    expect(await desk.refusal('POLICY_ENDORSEMENT_QUOTING', asked)).toMatch(/term 2 was rated by a carrier/);
  });

  it('is refused after another change of any of them, and made once', async () => {
    const id = await renewedTwice();
    const { quoteId } = await quoted(id, '2040-03-01', limit(300_000));
    await endorse(id, '2042-01-20', limit(250_000));
    const stale = { policyId: id, quoteId, effectiveDate: '2040-03-01' };
    expect(await desk.refusal('POLICY_ENDORSE', stale)).toMatch(/have it quoted again/);

    const again = (await quoted(id, '2040-03-01', limit(300_000))).quoteId;
    const both = await Promise.all(
      [1, 2].map(() => desk.fire('POLICY_ENDORSE', { ...stale, quoteId: again })),
    );
    expect(both.filter((outcome) => 'refused' in outcome)).toHaveLength(1);
    expect((await changesOf(id)).filter((change) => change.quoteId === again)).toHaveLength(3);
    await expectSound(world.db, id, now());
  });

  it('is refused by a product that sets no days', async () => {
    const other = await anEventWorld(itemShop({ automatic: true }), { now });
    try {
      const office = new PolicyDesk(other, now);
      today = '2040-01-01';
      const intake = { ...intakeOf({ 'shop.revenue': '1', 'shop.limit': '200000' }), ...itemsOf([100]) };
      const action = { actionId: shopIds.standard, type: 'IOI_RATING' as const, name: 'Standard' };
      const effectiveDate = '2040-01-01';
      const id = await office.issueQuoted({ intake, action, plan: 'FULL_PAYMENT', effectiveDate });
      for (const day of ['2040-11-15', '2041-01-01']) {
        today = day;
        await office.lookAfter(id);
      }
      const asked = { policyId: id, effectiveDate: '2040-12-01', ...limit(300_000) };
      expect(await office.refusal('POLICY_ENDORSEMENT_QUOTING', asked)).toMatch(
        /^2040-12-01 is in an earlier term: the current term begins on 2041-01-01$/,
      );
    } finally {
      await other.close();
    }
  });
});
