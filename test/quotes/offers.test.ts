import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../api/http/caller.js';
import { ChangedQuotes } from '../../api/quotes/changed-quote.js';
import { InformationRequests } from '../../api/quotes/information-requests.js';
import { Offers } from '../../api/quotes/offers.js';
import { EarlierDecisions } from '../../api/quotes/similar-decisions.js';
import { readActivity } from '../../db/activity/read-activity.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { Task } from '../../db/models/task.js';
import { closeExpiredReviews } from '../../db/quotes/expired-reviews.js';
import { readQuoteWithWorksheet } from '../../db/quotes/read-stored-quote.js';
import { productDefinition } from '../../domain/product/definition.js';
import type { DecisionChanges } from '../../domain/quote/underwriter-decision.js';
import { replayQuote } from '../../domain/rerating/replay-quote.js';
import { rerateOn } from '../../domain/rerating/rerate.js';
import { expectSound } from '../policies/invariants.js';
import { testRater } from '../support/documents.js';
import { aFire, intakeOf } from '../support/event-factory.js';
import { type PolicyLives, policyLives } from '../support/policy-life.js';
import { shopOfLives } from '../support/shop-of-lives.js';
import { shopIds } from '../support/shop-product.js';

const definition = productDefinition.parse({
  ...shopOfLives({ renewal: { automatic: true } }),
  underwriting: { loading: { least: '-10', most: '50', step: '0.5' } },
});
let lives: PolicyLives;
let today = '2040-01-01';
let offers: Offers;
let information: InformationRequests;
let seller: Caller;
let insurer: Caller;

beforeAll(async () => {
  lives = await policyLives(definition);
  const { db, catalog, runs } = lives;
  const changedQuotes = new ChangedQuotes({ catalog, rater: testRater() });
  const uses = { db, catalog, runs, changedQuotes, now: () => new Date(`${today}T08:00:00Z`) };
  offers = new Offers(uses);
  information = new InformationRequests(uses);
  seller = lives.agency;
  insurer = lives.carrier;
});
afterAll(() => lives?.close());

const goTo = (date: string) => {
  today = date;
  lives.setDay(date);
};

/** A quote of revenue that is referred. */
async function referred(revenue = '2000000'): Promise<string> {
  const payload = {
    effectiveDate: '2040-01-01',
    intake: intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': revenue }),
  };
  const fire = aFire({ forceSync: true, eventTargets: [shopIds.standard], payload });
  const { metadata } = await lives.events.fire(seller, fire);
  return (metadata.quotes as { requestId: string }[])[0]!.requestId;
}

const read = (id: string, by = seller) => lives.quotes.one(by, id, { includeRawData: false });
const offer = async (id: string, changes: DecisionChanges) => {
  await offers.offer(insurer, id, changes, { isApproved: true });
  return (await read(id)).underwriting!.replacedBy!;
};
const firedOf = async (quoteId: string) =>
  (await Event.query(lives.db).whereRaw(`envelope->'payload'->>'quoteId' = ?`, [quoteId]).select('type')).map(
    ({ type }) => type,
  );
const openTasks = (quoteId: string) =>
  Task.query(lives.db).where({ quote_id: quoteId }).whereNull('completed_at');
const bind = async (quoteId: string) => {
  const { clientId } = await read(quoteId);
  const asked = { clientId, quoteIds: [quoteId], paymentRequired: false };
  const paymentPlans = { [quoteId]: 'FULL_PAYMENT' };
  const { POLICY_CREATE } = await lives.fire('POLICY_CREATE', { ...asked, paymentPlans });
  return (POLICY_CREATE as unknown as { policies: { id: string }[] }).policies[0]!.id;
};

describe('an approval with changes', () => {
  it('is an offer that binds once the seller has accepted it and what must be met before is confirmed', async () => {
    const original = await referred();
    const offered = await offer(original, {
      answers: { 'shop.revenue': '3000000' },
      loading: { percent: 12.5, reason: 'Loss history' },
      conditions: [{ text: 'Install an alarm', dueDays: 30 }, { text: 'Send the accounts' }],
    });
    expect(await read(original)).toMatchObject({
      bindable: false,
      underwriterResponse: { isApproved: true },
    });
    await expect(bind(original)).rejects.toThrow(/took its place/);

    const quote = await read(offered);
    expect(quote).toMatchObject({ bindable: false, underwriting: { replaces: original, waitsFor: 'OFFER' } });
    expect(quote.quoteDetails?.premium).toMatchObject({
      amount: 33_750,
      loading: { percent: 12.5, amount: 3_750 },
    });
    await expect(bind(offered)).rejects.toThrow(/has not accepted/);
    expect((await openTasks(offered)).map(({ organizationId }) => organizationId)).toEqual([
      seller.organizationId,
    ]);

    await offers.answer(seller, original, 'ACCEPTED');
    await offers.answer(seller, offered, 'ACCEPTED');
    await expect(offers.answer(seller, offered, 'DECLINED')).rejects.toThrow(/already accepted/);
    await expect(bind(offered)).rejects.toThrow(/has not confirmed the condition "Send the accounts"/);
    const before = quote.underwriting!.conditions!.find(({ dueDays }) => dueDays === undefined)!;
    await offers.confirm(insurer, offered, before.conditionId);
    expect((await read(offered)).bindable).toBe(true);
    expect(await openTasks(offered)).toEqual([]);

    const policyId = await bind(offered);
    const [due] = await openTasks(offered);
    expect(due).toMatchObject({ policyId, dueOn: '2040-01-31', organizationId: insurer.organizationId });
    const policy = await lives.policy(policyId);
    expect(policy.policyContract).toMatchObject({
      premium: { amount: 33_750, loading: { percent: 12.5 } },
      conditions: [{ text: 'Install an alarm', dueDays: 30 }, { text: 'Send the accounts' }],
    });
    expect(await firedOf(offered)).toEqual(
      expect.arrayContaining(['UNDERWRITING_OFFERED', 'UNDERWRITING_OFFER_ACCEPTED']),
    );
    await expectReplays(offered);

    // The loading is on a change, and on the next term.
    goTo('2040-07-01');
    const changed = { policyId, effectiveDate: '2040-07-01', intake: intakeOf({ 'shop.revenue': '800000' }) };
    const { quoteId } = await lives.fire('POLICY_ENDORSEMENT_QUOTING', changed);
    const endorsement = (await Quote.query(lives.db).findById(String(quoteId)))!;
    expect(endorsement.metadata).toMatchObject({
      loading: { percent: '12.5' },
      policyChange: { termPremium: { after: '9000.00' } },
    });
    expect(endorsement.quoteDetails?.premium.loading).toBeUndefined();
    await expectReplays(endorsement.requestId);
    await lives.fire('POLICY_ENDORSE', { policyId, effectiveDate: '2040-07-01', quoteId });
    await expectSound(lives.db, policyId, new Date('2040-07-01T08:00:00Z'));
    const { quoteId: renewalId } = await lives.fire('POLICY_RENEWAL_QUOTING', { policyId });
    const renewal = (await Quote.query(lives.db).findById(String(renewalId)))!;
    expect(renewal).toMatchObject({ premium: '9000.00', metadata: { loading: { percent: '12.5' } } });
    expect(renewal.underwriting).toBeNull();
    goTo('2040-01-01');
  });

  it('refuses what the product does not allow, and says where', async () => {
    const original = await referred();
    const decision = { isApproved: true };
    const fails = (changes: DecisionChanges, detail: RegExp) =>
      expect(offers.offer(insurer, original, changes, decision)).rejects.toThrow(detail);
    await fails({ loading: { percent: '60', reason: 'Losses' } }, /from -10 to 50/);
    await fails({ loading: { percent: '0.3', reason: 'Losses' } }, /multiple of 0.5/);
    await fails({ answers: { 'shop.size': '3' } }, /no question of the product/);
    await fails({ answers: { 'shop.revenue': 'much' } }, /shop.revenue/);
    await fails({ answers: { 'shop.revenue': '10000000' } }, /over what we insure/);
    await fails({}, /must have answers/);
    await expect(
      offers.offer(seller, original, { conditions: [{ text: 'A' }] }, decision),
    ).rejects.toMatchObject({ status: 403 });
    expect(await read(original)).toMatchObject({ bindable: false, requiresUnderwriterApproval: true });
  });

  it('ends when the seller declines it', async () => {
    const offered = await offer(await referred(), { conditions: [{ text: 'A' }] });
    await expect(offers.answer(insurer, offered, 'DECLINED')).rejects.toMatchObject({ status: 403 });
    await offers.answer(seller, offered, 'DECLINED');
    await expect(bind(offered)).rejects.toThrow(/has declined the underwriter's offer/);
    await expect(offers.answer(seller, offered, 'ACCEPTED')).rejects.toThrow(/already declined/);
    expect(await firedOf(offered)).toContain('UNDERWRITING_OFFER_DECLINED');
  });

  it('keeps loading and conditions where its quote is referred again', async () => {
    const changes = {
      answers: { 'shop.revenue': '6000000' },
      loading: { percent: '20', reason: 'Losses' },
      conditions: [{ text: 'An alarm' }],
    };
    const offered = await offer(await referred(), changes);
    // As if the changed answers were referred for another reason.
    const referAgain = (id: string) =>
      Quote.query(lives.db).findById(id).patch({ underwriterResponse: null, bindable: false });
    await referAgain(offered);
    const kept = { offer: { state: 'OPEN', loading: { percent: 20 } }, conditions: [{ text: 'An alarm' }] };

    const again = await offer(offered, { answers: { 'shop.revenue': '5000000' } });
    expect(await read(again)).toMatchObject({
      underwriting: { ...kept, replaces: offered },
      quoteDetails: { premium: { loading: { percent: 20 } } },
    });

    await referAgain(again);
    const questions = [{ text: 'Really?', questionId: 'shop.revenue' }];
    await information.ask(insurer, again, { questions });
    const [request] = (await read(again)).underwriting!.informationRequests!;
    const newId = await information.answer(seller, again, request!.informationRequestId, [
      { id: 'q1', answer: '900000' },
    ]);
    // Nothing refers it, but its offer was made of other answers.
    const made = await read(newId);
    expect(made).toMatchObject({
      ...{ bindable: false, requiresUnderwriterApproval: true, underwriting: kept },
      quoteDetails: { premium: { loading: { percent: 20 } } },
    });
    expect(made.underwriting?.waitsFor).toBeUndefined();
    await expect(offers.answer(seller, newId, 'ACCEPTED')).rejects.toThrow(/under review/);
    await lives.underwriting.decide(insurer, newId, { isApproved: true });
    expect(await read(newId)).toMatchObject({ bindable: false, underwriting: { waitsFor: 'OFFER' } });
    const open = async (id: string) => (await openTasks(id)).map(({ title }) => title);
    expect(await open(newId)).toEqual(['Accept or decline the underwriter’s offer']);
    expect([await open(offered), await open(again)]).toEqual([[], []]);

    await referAgain(newId);
    const without = await offer(newId, { loading: { percent: 0, reason: 'None' }, conditions: [] });
    const last = await read(without);
    expect(last.underwriting?.conditions ?? last.quoteDetails?.premium.loading).toBeUndefined();
    expect(await open(newId)).toEqual([]);
  });

  it('is refused for one of two at once', async () => {
    const original = await referred();
    const changes = { loading: { percent: '10', reason: 'Losses' } };
    const both = await Promise.allSettled([offer(original, changes), offer(original, changes)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await openTasks(original)).toEqual([]);
  });
});

describe('a request for information', () => {
  it('goes back to the underwriter with the answer', async () => {
    const quoteId = await referred();
    const ask = () => information.ask(insurer, quoteId, { questions: [{ text: 'Why?' }] });
    await ask();
    await expect(ask()).rejects.toThrow(/waits for the answer/);
    const { underwriting } = await read(quoteId);
    const [request] = underwriting!.informationRequests!;
    expect(underwriting).toMatchObject({ waitsFor: 'INFORMATION' });
    expect(await openTasks(quoteId)).toHaveLength(1);

    const answer = () =>
      information.answer(seller, quoteId, request!.informationRequestId, [{ id: 'q1', text: 'It grew.' }]);
    await expect(information.answer(seller, quoteId, request!.informationRequestId, [])).rejects.toThrow(
      /no answer to/,
    );
    await expect(
      information.answer(insurer, quoteId, request!.informationRequestId, [{ id: 'q1', text: 'No.' }]),
    ).rejects.toMatchObject({ status: 403 });
    const twice = await Promise.allSettled([answer(), answer()]);
    expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(answer()).rejects.toThrow(/answered already/);
    const after = await read(quoteId);
    expect(after.underwriting?.waitsFor).toBeUndefined();
    expect(after.underwriting?.informationRequests?.[0]?.answers).toEqual([{ id: 'q1', text: 'It grew.' }]);
    expect((await openTasks(quoteId)).map(({ organizationId }) => organizationId)).toEqual([
      insurer.organizationId,
    ]);
    await lives.underwriting.decide(insurer, quoteId, { isApproved: true });
    expect((await read(quoteId)).bindable).toBe(true);
    expect(await openTasks(quoteId)).toEqual([]);
    expect(await firedOf(quoteId)).toEqual(
      expect.arrayContaining(['UNDERWRITING_INFORMATION_REQUESTED', 'UNDERWRITING_INFORMATION_PROVIDED']),
    );
  });

  it('makes a new quote where the answer is another one than that of the quote', async () => {
    const quoteId = await referred();
    const asked = { id: 'revenue', text: 'Is that right?', questionId: 'shop.revenue' };
    await information.ask(insurer, quoteId, { questions: [asked], dueOn: '2040-02-01' });
    const [request] = (await read(quoteId)).underwriting!.informationRequests!;
    const answer = (given: object) =>
      information.answer(seller, quoteId, request!.informationRequestId, [{ id: 'revenue', ...given }]);
    await expect(answer({ text: 'Yes' })).rejects.toThrow(/is required/);
    await expect(answer({ answer: 'a lot' })).rejects.toThrow(/answers\.0\.answer/);
    const newId = await answer({ answer: '900000' });
    expect(await read(quoteId)).toMatchObject({
      bindable: false,
      underwriting: { replacedBy: newId },
      quoteDetails: { premium: { amount: 20_000 } },
    });
    // No rule refers it any more.
    const made = await read(newId);
    expect(made).toMatchObject({ bindable: true, quoteDetails: { premium: { amount: 9_000 } } });
    expect(made).toMatchObject({ underwriting: { replaces: quoteId }, triggerRequestId: expect.any(String) });
    await expect(lives.underwriting.decide(insurer, quoteId, { isApproved: true })).rejects.toThrow();
  });

  it('is neither made nor answered for an expired quote', async () => {
    const quoteId = await referred();
    const questions = [{ text: 'Right?', questionId: 'shop.revenue' }];
    await information.ask(insurer, quoteId, { questions });
    const [request] = (await read(quoteId)).underwriting!.informationRequests!;
    const other = await referred();
    goTo('2041-06-01');
    const answers = [{ id: 'q1', answer: '900000' }];
    await expect(information.answer(seller, quoteId, request!.informationRequestId, answers)).rejects.toThrow(
      /expired/,
    );
    await expect(information.ask(insurer, other, { questions })).rejects.toThrow(/expired/);
    goTo('2040-01-01');
  });

  it('cannot be answered once it is withdrawn or the quote is decided', async () => {
    const quoteId = await referred();
    const ask = async () => {
      await information.ask(insurer, quoteId, { questions: [{ text: 'Why?' }] });
      return (await read(quoteId)).underwriting!.informationRequests!.at(-1)!.informationRequestId;
    };
    const answer = (id: string) => information.answer(seller, quoteId, id, [{ id: 'q1', text: 'So.' }]);
    const withdrawn = await ask();
    await information.withdraw(insurer, quoteId, withdrawn);
    await information.withdraw(insurer, quoteId, withdrawn);
    await expect(answer(withdrawn)).rejects.toThrow(/withdrawn/);
    const open = await ask();
    await lives.underwriting.decide(insurer, quoteId, { isApproved: false });
    await expect(answer(open)).rejects.toMatchObject({ status: 409 });
    await expect(ask()).rejects.toThrow(/not under review/);
    expect(await openTasks(quoteId)).toEqual([]);
  });
});

async function expectReplays(quoteId: string) {
  const stored = (await readQuoteWithWorksheet(lives.db, quoteId))!;
  const rerated = rerateOn((await lives.catalog.version(stored.productVersionId))!)(stored);
  if (rerated.status !== 'RATED') throw new Error(rerated.status);
  expect(replayQuote(stored, rerated.rating)).toMatchObject({ result: 'identical' });
}

describe('referrals', () => {
  const waiting = async (waitsFor: 'DECISION' | 'INFORMATION' | 'OFFER' | 'CONDITION') => {
    const { content } = await lives.quotes.list(insurer, { page: 0, size: 1_000, waitsFor });
    return content.map(({ requestId }) => requestId);
  };

  it('are found by what they wait for, and tell the limit that they broke', async () => {
    goTo('2040-01-01');
    const id = await referred('1700000');
    expect(await waiting('DECISION')).toContain(id);
    const limit = { label: 'Annual revenue', qid: 'shop.revenue', operator: '>', limit: '1000000' };
    const [reason] = (await read(id)).reasons!;
    expect(reason).toMatchObject({ rule: 'large', compared: [{ ...limit, value: '1700000' }] });
    expect(reason?.answers).toMatchObject([{ qid: 'shop.revenue', answer: '1700000' }]);
    const listed = await lives.quotes.list(insurer, { page: 0, size: 1_000, waitsFor: 'DECISION' });
    expect(listed.content.find(({ requestId }) => requestId === id)?.brokenLimits).toMatchObject([limit]);

    await information.ask(insurer, id, { questions: [{ text: 'Why so much?' }] });
    expect(await waiting('INFORMATION')).toContain(id);
    expect(await waiting('DECISION')).not.toContain(id);
    const other = await referred('1800000');
    const offered = await offer(other, { conditions: [{ text: 'Send the accounts' }] });
    expect(await waiting('OFFER')).toEqual(expect.arrayContaining([offered]));
    await offers.answer(seller, offered, 'ACCEPTED');
    expect(await waiting('CONDITION')).toContain(offered);
    expect(await waiting('OFFER')).not.toContain(offered);

    const like = new EarlierDecisions({ db: lives.db, catalog: lives.catalog });
    const { decisions } = await like.like(insurer, id, { size: 50 });
    expect(decisions.filter(({ requestId }) => requestId === other || requestId === offered)).toHaveLength(1);
    const before = decisions.find(({ requestId }) => requestId === other);
    expect(before).toMatchObject({
      ...{ requestId: other, isApproved: true, rules: ['large'], bound: false },
      brokenLimits: [{ ...limit, value: '1800000' }],
      offer: { conditions: ['Send the accounts'] },
    });
    await expect(like.like(seller, id, { size: 1 })).rejects.toThrow(/only the quoting organization/);
  });

  it('that expire leave nothing to do, and neither do conditions of a canceled policy', async () => {
    goTo('2040-01-01');
    const id = await referred();
    await information.ask(insurer, id, { questions: [{ text: 'Why so much?' }] });
    expect(await openTasks(id)).toHaveLength(1);
    await closeExpiredReviews(lives.db, new Date('2040-01-02T08:00:00Z'));
    expect(await openTasks(id)).toHaveLength(1);
    await closeExpiredReviews(lives.db, new Date('2041-01-02T08:00:00Z'));
    expect(await openTasks(id)).toEqual([]);

    const offered = await offer(await referred(), { conditions: [{ text: 'An alarm', dueDays: 30 }] });
    await offers.answer(seller, offered, 'ACCEPTED');
    const policyId = await bind(offered);
    expect(await openTasks(offered)).toHaveLength(1);
    await lives.fire('POLICY_CANCEL', { policyId, effectiveDate: '2040-02-01' });
    expect(await openTasks(offered)).toEqual([]);
    await lives.fire('POLICY_REINSTATE', { policyId });
    expect(await openTasks(offered)).toHaveLength(1);
  });

  it('tell in the activity who asked, answered and confirmed', async () => {
    goTo('2040-01-01');
    const id = await referred();
    await information.ask(insurer, id, { questions: [{ text: 'Why so much?' }] });
    const [request] = (await read(id)).underwriting!.informationRequests!;
    await information.answer(seller, id, request!.informationRequestId, [{ id: 'q1', text: 'A new shop' }]);
    const rows = await readActivity(lives.db, {
      organizationId: insurer.organizationId,
      subject: { kind: 'QUOTE', id, hasClock: false },
      ...{ sources: ['underwriting'], kinds: ['DECISION'], from: undefined, to: undefined, after: undefined },
      size: 10,
    });
    expect(rows.map(({ type, details }) => [type, details.description])).toEqual(
      expect.arrayContaining([
        ['INFORMATION_REQUESTED', 'Why so much?'],
        ['INFORMATION_PROVIDED', 'A new shop'],
      ]),
    );
  });
});
