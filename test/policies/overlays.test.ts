import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnswerLanguages } from '../../api/http/answer-languages.js';
import { ProductService } from '../../api/products/service.js';
import { QuoteReplays } from '../../api/quotes/replay-service.js';
import { Policy } from '../../db/models/policy.js';
import { productDefinition } from '../../domain/product/definition.js';
import { testRater } from '../support/documents.js';
import { intakeOf } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { PolicyDesk } from '../support/policy-desk.js';
import { shopIds, shopProduct } from '../support/shop-product.js';

/** The shop in two states; Ohio has another rate and text from October 2039, and another rate from 2040. */
function shopInTwoStates() {
  const shop = structuredClone(shopProduct());
  const questions = shop.product.display?.sections[0]?.subsections[0]?.questions as object[];
  questions.push({
    ...{ qid: 'client.state', question: 'State', answerType: 'SELECT', required: true },
    answerChoices: ['OH', 'TX'],
  });
  const rate = (by: string) => ({ plan: 'standard', step: 'Rate', set: { by } });
  const question = { question: 'shop.revenue', set: { question: 'Revenue in Ohio' } };
  return productDefinition.parse({
    ...shop,
    overlays: [
      {
        name: 'Ohio 2039',
        state: 'OH',
        from: '2039-10-01',
        until: '2040-01-01',
        changes: [rate('0.02'), question],
      },
      { name: 'Ohio 2040', state: 'OH', from: '2040-01-01', changes: [rate('0.03')] },
    ],
  });
}

let world: EventWorld;
let desk: PolicyDesk;
let day = '2039-10-01';
const now = () => new Date(`${day}T15:00:00Z`);
const action = { actionId: shopIds.standard, type: 'IOI_RATING' as const, name: 'Standard' };
const intake = (state: string, revenue = '10000') =>
  intakeOf({ 'client.name': 'Corner Shop', 'shop.revenue': revenue, 'client.state': state });

beforeAll(async () => {
  world = await anEventWorld(shopInTwoStates(), { now });
  desk = new PolicyDesk(world, now);
});
afterAll(() => world?.close());

describe('a product with overlays', () => {
  it('quotes by what holds in the state on the first day, and says by what', async () => {
    const quoted = async (state: string, effectiveDate: string) => {
      const { quoteIds } = await desk.askForQuote({ intake: intake(state), action, effectiveDate });
      const { premium, metadata } = await desk.quote(quoteIds[0]!);
      return [premium, metadata.overlays];
    };
    expect(await quoted('OH', '2039-10-01')).toEqual(['200.00', { state: 'OH', names: ['Ohio 2039'] }]);
    expect(await quoted('OH', '2040-01-01')).toEqual(['300.00', { state: 'OH', names: ['Ohio 2040'] }]);
    expect(await quoted('TX', '2040-01-01')).toEqual(['100.00', { state: 'TX', names: [] }]);
  });

  it('keeps for a policy what held on the first day of its term', async () => {
    day = '2039-10-01';
    const policyId = await desk.issueQuoted({
      ...{ intake: intake('OH'), action, plan: 'FULL_PAYMENT', effectiveDate: '2039-10-01' },
    });
    const contract = async () =>
      (await Policy.query(world.db).findById(policyId).throwIfNotFound()).policyContract;
    expect((await contract()).overlays).toEqual({ state: 'OH', names: ['Ohio 2039'] });
    day = '2040-04-01';
    const change = async (asked: object) => {
      const { quoteId } = (await desk.done('POLICY_ENDORSEMENT_QUOTING', {
        ...{ policyId, effectiveDate: '2040-04-01' },
        ...asked,
      })) as { quoteId: string };
      const { metadata, quoteDetails } = await desk.quote(quoteId);
      return { quoteId, overlays: metadata.overlays, premium: quoteDetails?.premium.amount };
    };
    const more = await change({ intake: intakeOf({ 'shop.revenue': '20000' }) });
    // Half a year of 400 a year in place of 200.
    expect(more).toMatchObject({ overlays: { state: 'OH', names: ['Ohio 2039'] }, premium: 100 });
    const { quoteId } = await change({ intake: intakeOf({ 'client.state': 'TX' }) });
    await desk.done('POLICY_ENDORSE', { policyId, quoteId, effectiveDate: '2040-04-01' });
    expect((await contract()).overlays).toEqual({ state: 'TX', names: [] });
  });

  it('replays a quote by the same overlays, in its thread too', async () => {
    const asked = { intake: intake('OH'), action, effectiveDate: '2040-01-01' };
    const { quoteIds } = await desk.askForQuote(asked);
    const replays = new QuoteReplays({ db: world.db, catalog: world.catalog, rater: testRater() });
    expect(await replays.replay(world.agency, quoteIds[0]!)).toMatchObject({
      result: 'identical',
      stepDifferenceCount: 0,
    });
  });

  it('asks the questions of the state that is answered', async () => {
    day = '2039-10-02';
    const { db, catalog } = world;
    const products = new ProductService({ db, catalog, environment: 'DEV', now });
    const asked = async (state?: string) => {
      const answers = state === undefined ? {} : intakeOf({ 'client.state': state });
      const ownLanguage = new AnswerLanguages({ headers: {} }, { setHeader: () => undefined as never });
      const request = { answers, skipLineQuestions: [], excludeQuestions: false };
      return JSON.stringify(await products.questions(world.agency, shopIds.line, request, ownLanguage));
    };
    expect(await asked('OH')).toContain('Revenue in Ohio');
    expect(await asked('TX')).not.toContain('Revenue in Ohio');
    expect(await asked()).toContain('Annual revenue');
  });
});
