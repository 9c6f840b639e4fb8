import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Event } from '../../db/models/event.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyEvent } from '../../db/models/policy-event.js';
import { Quote } from '../../db/models/quote.js';
import { correctEffectiveDate } from '../../db/policies/correct-policy.js';
import { policiesForAttention } from '../../db/policies/policies-for-attention.js';
import { lockPolicy } from '../../db/policy-changes/lock-policy.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { addingItem, itemId, itemShop, itemsOf } from '../support/item-shop.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopIds } from '../support/shop-product.js';
import { expectSound } from './invariants.js';

let today = '2040-01-01';
const now = () => new Date(`${today}T08:00:00Z`);

for (const automatic of [false, true]) {
  describe(`a renewal${automatic ? ' of a product that renews automatically' : ''}`, () => {
    let world: EventWorld;
    let desk: PolicyDesk;

    beforeAll(async () => {
      world = await anEventWorld(itemShop({ automatic }), { now });
      desk = new PolicyDesk(world, now);
    });

    afterAll(async () => {
      await world?.close();
    });

    const policyOf = (id: string) => Policy.query(world.db).findById(id).throwIfNotFound().execute();
    const quoteOf = (id: string) => Quote.query(world.db).findById(id).throwIfNotFound().execute();
    const firedAbout = async (policyId: string) =>
      (await Event.query(world.db).whereRaw(`envelope->'payload'->>'policyId' = ?`, [policyId])).map(
        ({ type }) => type,
      );
    const recordedOf = async (policyId: string, type: string) =>
      PolicyEvent.query(world.db).where({ policy_id: policyId, type }).orderBy('created_at').execute();
    const waiting = async () =>
      (
        await policiesForAttention(
          world.db,
          world.carrier.organizationId,
          { reason: 'RENEWAL' },
          { offset: 0, limit: 50 },
        )
      ).policies;

    /** A limit of 200,000 and an item of 26,500: a premium of 465. Quoted for its renewal. */
    async function aPolicyToRenew(wishes: object = {}) {
      today = '2040-01-01';
      const intake = {
        ...intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '1', 'shop.limit': '200000' }),
        ...itemsOf([26_500]),
      };
      const action = { actionId: shopIds.standard, type: 'IOI_RATING' as const, name: 'Standard' };
      const id = await desk.issueQuoted({ intake, action, plan: 'FULL_PAYMENT', effectiveDate: today });
      today = '2040-11-15';
      await desk.lookAfter(id);
      if (Object.keys(wishes).length === 0) return id;
      await desk.done('POLICY_RENEWAL_QUOTING', { policyId: id, ...wishes });
      return id;
    }
    const lastQuote = async (id: string) => quoteOf((await policyOf(id)).lastRenewalQuoteId!);
    async function accepted(wishes: object = {}) {
      const id = await aPolicyToRenew(wishes);
      const quoteId = (await lastQuote(id)).requestId;
      await desk.done('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId });
      return { id, quoteId };
    }
    async function endorse(policyId: string, change: object, effectiveDate = '2040-11-20') {
      const asked = { policyId, effectiveDate, ...change };
      const { quoteId } = await desk.done('POLICY_ENDORSEMENT_QUOTING', asked);
      const { requestId, bindable } = await quoteOf(String(quoteId));
      if (!bindable) await world.underwriting.decide(world.carrier, requestId, { isApproved: true });
      await desk.done('POLICY_ENDORSE', { policyId, quoteId, effectiveDate });
    }
    const renewed = async (id: string) => {
      today = '2041-01-01';
      await desk.lookAfter(id);
      return policyOf(id);
    };
    const limit = (amount: number) => ({ intake: intakeOf({ 'shop.limit': String(amount) }) });
    const name = (text: string) => ({ intake: intakeOf({ 'client.name': text }) });

    it('is refused with a quote that lacks a later change, with what to do', async () => {
      const id = await aPolicyToRenew();
      const stale = await lastQuote(id);
      expect(stale.premium).toBe('465.00');
      await endorse(id, { edits: { ...addingItem(2, 120_000), ...limit(265_000).intake } });

      const select = { policyId: id, quoteId: stale.requestId };
      expect(await desk.refusal('RENEWAL_QUOTE_SELECTED', select)).toMatch(
        /changed since the renewal was quoted: quote it again, with this quote as renewalId/,
      );
      await desk.lookAfter(id);
      const again = await lastQuote(id);
      expect(again).toMatchObject({ premium: '1730.00', type: 'RENEWAL' });
      await desk.done('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: again.requestId });
      expect(await renewed(id)).toMatchObject({ termNumber: 2, premium: '1730.00', renewalWaits: null });
      await expectSound(world.db, id, now());
    });

    it('keeps its wishes after a change without effect on the premium, with the new answers', async () => {
      const { id, quoteId } = await accepted(limit(300_000));
      await endorse(id, name('Corner Shop and Sons'));
      // Nothing is released before it is rated again.
      expect((await policyOf(id)).renewalQuoteId).toBe(quoteId);
      await desk.lookAfter(id);

      const held = await quoteOf((await policyOf(id)).renewalQuoteId!);
      expect(held.requestId).not.toBe(quoteId);
      expect(held).toMatchObject({
        premium: '565.00',
        metadata: { policyRenewal: { edits: { 'shop.limit': { answer: '300000' } } } },
        intake: { 'client.name': { answer: 'Corner Shop and Sons' }, 'shop.limit': { answer: '300000' } },
      });
      expect(await renewed(id)).toMatchObject({ termNumber: 2, premium: '565.00' });
      expect(await firedAbout(id)).not.toContain('POLICY_RENEWAL_FAILED');
    });

    it('keeps what an underwriter approved', async () => {
      const id = await aPolicyToRenew(limit(1_200_000));
      const referred = await lastQuote(id);
      expect(referred).toMatchObject({ bindable: false, premium: '1465.00' });
      await world.underwriting.decide(world.carrier, referred.requestId, { isApproved: true });
      await desk.done('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: referred.requestId });
      await endorse(id, name('Corner Shop and Sons'));
      await desk.lookAfter(id);
      const held = await quoteOf((await policyOf(id)).renewalQuoteId!);
      expect(held).toMatchObject({ bindable: true, underwriterResponse: { isApproved: true } });
      expect(await firedAbout(id)).not.toContain('POLICY_RENEWAL_REFERRED');
      expect(await renewed(id)).toMatchObject({ termNumber: 2, premium: '1465.00' });
    });

    it('stays held within the tolerance, which counts from what was accepted', async () => {
      const { id } = await accepted();
      await endorse(id, limit(230_000));
      await desk.lookAfter(id);
      const held = await quoteOf((await policyOf(id)).renewalQuoteId!);
      expect(held.premium).toBe('495.00');
      await endorse(id, limit(260_000), '2040-11-21');
      await desk.lookAfter(id);
      expect(await policyOf(id)).toMatchObject({
        renewalQuoteId: null,
        renewalWaits: 'the premium of the renewal moved from 465.00 to 525.00, by more than 10 %',
      });
    });

    it('waits for a person where its premium moved by more', async () => {
      const { id } = await accepted();
      await endorse(id, { edits: addingItem(2, 50_000) });
      await desk.lookAfter(id);
      const reason = 'the premium of the renewal moved from 465.00 to 965.00, by more than 10 %';
      expect(await policyOf(id)).toMatchObject({ renewalQuoteId: null, renewalWaits: reason });
      expect(await firedAbout(id)).toContain('POLICY_RENEWAL_REFERRED');
      expect(await recordedOf(id, 'RENEWAL_REFERRED')).toMatchObject([{ description: reason }]);
      expect(await waiting()).toContainEqual(expect.objectContaining({ id, renewalWaits: reason }));
      // A change that the premium does not feel does not decide for the person.
      await endorse(id, name('Corner Shop and Sons'), '2040-11-21');
      await desk.lookAfter(id);
      expect(await policyOf(id)).toMatchObject({ renewalQuoteId: null, renewalWaits: reason });

      const { requestId: quoteId } = await lastQuote(id);
      await desk.done('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId });
      expect((await waiting()).map((policy) => policy.id)).not.toContain(id);
      expect(await renewed(id)).toMatchObject({ termNumber: 2, premium: '965.00', renewalWaits: null });
    });

    it('waits where an underwriting rule holds now, and fails aloud where nobody decides', async () => {
      const { id } = await accepted({ edits: addingItem(2, 100_000) });
      await endorse(id, limit(1_000_001));
      await desk.lookAfter(id);
      expect(await policyOf(id)).toMatchObject({
        renewalQuoteId: null,
        renewalWaits: "the quote needs an underwriter's approval",
      });
      expect(await renewed(id)).toMatchObject({ termNumber: 1, renewalWaits: null });
      expect(await firedAbout(id)).toContain('POLICY_RENEWAL_FAILED');
      expect(await recordedOf(id, 'POLICY_EXPIRED')).toMatchObject([
        { description: "Not renewed: the quote needs an underwriter's approval" },
      ]);
    });

    it('follows a change of what its wishes do not touch', async () => {
      const wish = { edits: { ...limit(4_000_000).intake } };
      const id = await aPolicyToRenew(wish);
      await world.underwriting.decide(world.carrier, (await lastQuote(id)).requestId, { isApproved: true });
      await desk.done('RENEWAL_QUOTE_SELECTED', { policyId: id, quoteId: (await lastQuote(id)).requestId });
      await endorse(id, { intakeLoopIterationIdsToDelete: [itemId(1)] });
      await desk.lookAfter(id);
      const held = await quoteOf((await policyOf(id)).renewalQuoteId!);
      expect(held).toMatchObject({ premium: '4000.00', intake: { items: { iterations: [] } } });
    });

    it('says which of its wishes are for what the policy no longer has', async () => {
      const edited = [{ iterationId: itemId(1), answers: intakeOf({ 'item.value': '30000' }) }];
      const wish = { edits: { items: { type: 'LOOP', qid: 'items', added: [], removed: [], edited } } };
      const { id } = await accepted(wish);
      expect((await lastQuote(id)).premium).toBe('500.00');
      await endorse(id, { intakeLoopIterationIdsToDelete: [itemId(1)], edits: addingItem(2, 30_000) });
      await desk.lookAfter(id);
      expect(await policyOf(id)).toMatchObject({
        renewalQuoteId: null,
        renewalWaits: `the renewal was to change what the policy no longer has: iteration ${itemId(1)}`,
      });
      const again = { policyId: id, ...wish };
      expect(await desk.refusal('POLICY_RENEWAL_QUOTING', again)).toMatch(/has no iteration/);
    });

    it('adds wishes to those of an earlier quote, and drops one that is taken back', async () => {
      const id = await aPolicyToRenew(limit(300_000));
      const first = await lastQuote(id);
      const more = { policyId: id, renewalId: first.requestId, edits: addingItem(2, 10_000) };
      expect(await desk.done('POLICY_RENEWAL_QUOTING', more)).toMatchObject({
        premium: 665,
        edits: { 'shop.limit': { answer: '300000' }, items: { added: [{ iterationId: itemId(2) }] } },
      });
      const second = await lastQuote(id);
      const back = { policyId: id, renewalId: second.requestId, ...limit(200_000) };
      const { edits, premium } = await desk.done('POLICY_RENEWAL_QUOTING', back);
      expect(premium).toBe(565);
      expect(Object.keys(edits as object)).toEqual(['items']);
      const other = await aPolicyToRenew();
      const stranger = { policyId: other, renewalId: second.requestId };
      expect(await desk.refusal('POLICY_RENEWAL_QUOTING', stranger)).toMatch(/not one of this renewal/);
    });

    it('is the same in whatever order its wish and the changes were recorded', async () => {
      const changes = [
        (id: string) => endorse(id, { edits: addingItem(2, 1_000) }, '2040-12-01'),
        (id: string) => endorse(id, limit(210_000), '2040-11-25'),
        (id: string) => endorse(id, name('Corner Shop and Sons'), '2040-12-05'),
      ];
      const intakes = [];
      for (const order of [
        [0, 1, 2],
        [2, 1, 0],
        [1, 2, 0],
      ]) {
        const { id } = await accepted({ edits: addingItem(3, 2_000) });
        for (const at of order) {
          await changes[at]!(id);
          if (at === 1) await desk.lookAfter(id);
        }
        const policy = await renewed(id);
        expect(policy).toMatchObject({ termNumber: 2, premium: '505.00' });
        const { intake } = await quoteOf(policy.quoteId);
        intakes.push({
          ...intake,
          items: new Set((intake.items as never as { iterations: object[] }).iterations),
        });
      }
      expect(intakes[1]).toEqual(intakes[0]);
      expect(intakes[2]).toEqual(intakes[0]);
    });

    it('moves with a corrected term, and stays held', async () => {
      const { id } = await accepted(limit(300_000));
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
      const held = await quoteOf((await policyOf(id)).renewalQuoteId!);
      expect(held).toMatchObject({ effectiveDate: '2041-01-10', premium: '565.00' });
    });

    it('goes on after a cancellation that is undone', async () => {
      const { id } = await accepted(limit(300_000));
      await desk.done('POLICY_CANCEL', { policyId: id, effectiveDate: '2040-11-20' });
      await desk.done('POLICY_REINSTATE', { policyId: id });
      await desk.lookAfter(id);
      const held = await quoteOf((await policyOf(id)).renewalQuoteId!);
      expect(held).toMatchObject({ premium: '565.00' });
      expect(await renewed(id)).toMatchObject({ termNumber: 2, premium: '565.00' });
    });

    it('is rated again before its time if it was quoted before its time', async () => {
      today = '2040-01-01';
      const intake = {
        ...intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': '1', 'shop.limit': '200000' }),
        ...itemsOf([26_500]),
      };
      const action = { actionId: shopIds.standard, type: 'IOI_RATING' as const, name: 'Standard' };
      const id = await desk.issueQuoted({ intake, action, plan: 'FULL_PAYMENT', effectiveDate: today });
      today = '2040-05-01';
      await desk.done('POLICY_RENEWAL_QUOTING', { policyId: id, ...limit(300_000) });
      await endorse(id, { edits: addingItem(2, 100) }, '2040-05-02');
      await desk.lookAfter(id);
      expect(await lastQuote(id)).toMatchObject({ premium: '566.00' });
    });
  });
}
