import { describe, expect, it } from 'vitest';
import { demoProducts } from '../../../db/seeds/demo-products.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import { lookupKeys } from '../../../domain/reasons/lookup-keys.js';
import { reasonsOfChange, reasonsOfQuote, reasonText } from '../../../domain/reasons/reasons.js';
import { lookupProduct, shopWithVehicles } from '../../support/lookup-product.js';

const { plans, questionTypes } = compileProduct(lookupProduct());
const options = {
  currency: 'USD',
  keyOf: lookupKeys(lookupProduct()),
  labelOf: (name: string) => questionTypes.get(name)?.definition?.question,
  iterationName: (id: string) => `Vehicle #${id.at(-1)}`,
};

function rated(score: string, revenue = '100000') {
  const intake = { ...shopWithVehicles([], { 'shop.score': score, 'shop.revenue': revenue }) };
  const rating = plans.get('standard')!.rate({
    ...{ answers: intake, effectiveDate: '2027-01-01', today: '2027-01-01', term: 'ANNUAL' },
  });
  if (rating.outcome !== 'QUOTED') throw new Error(JSON.stringify(rating.messages));
  return {
    ...{ premium: rating.premium, taxesAndFees: [], worksheet: rating.worksheet, intake },
    ...{ messages: [], outcome: 'QUOTED', quoteDetails: null, metadata: {}, worksheetSha256: '' },
    ...{ actionId: 'a', actionType: 'IOI_RATING', effectiveDate: '2027-01-01', term: 'ANNUAL' },
    ...{ productVersionId: 'v', quoteTimestamp: new Date(0) },
  } as const;
}

describe('the reasons of a premium', () => {
  it('are the inputs of factors and surcharges, with what they add', () => {
    const reasons = reasonsOfQuote(rated('30').worksheet, options);
    expect(reasons).toEqual([
      {
        inputs: [{ name: 'shop.score', label: 'Fire score', value: '30' }],
        step: 'Score',
        amount: '300.00',
      },
    ]);
    expect(reasons.map(reasonText)).toEqual(['Fire score: 30']);
  });

  it('are none where nothing raises it', () => {
    expect(reasonsOfQuote(rated('0').worksheet, options)).toEqual([]);
  });

  it('are, of a renewal or change, what differs', () => {
    // biome-ignore lint/suspicious/noExplicitAny: of a stored quote, what the comparison reads
    const [before, after] = [rated('30') as any, rated('90', '120000') as any];
    const reasons = reasonsOfChange(before, after, options);
    expect(reasons.map((reason) => [reasonText(reason), reason.amount])).toEqual([
      ['Fire score: 90 (was 30)', '600.00'],
      ['Annual revenue: 120000 (was 100000)', '200.00'],
    ]);
  });

  it('say what a step adds, with the steps that follow it, for the premium without it alone', () => {
    const definition = structuredClone(lookupProduct());
    const [liability] = definition.ratingPlans.standard!.coverages;
    const add = (by: string) => ({
      name: `Add ${by}`,
      op: 'add',
      by: { '*': [{ answer: 'shop.score' }, by] },
    });
    const half = { name: 'Half', op: 'multiply', by: '0.5' };
    const twice = { name: 'Twice', op: 'multiply', by: { '/': [{ answer: 'shop.revenue' }, 50_000] } };
    liability!.steps = [
      { name: 'Base', op: 'set', by: '1000' },
      twice,
      half,
      add('1'),
      { ...half, name: 'Half again' },
    ] as never;
    const { plans: changed } = compileProduct(definition);
    const intake = shopWithVehicles([], { 'shop.score': '30', 'shop.revenue': '100000' });
    const rating = changed.get('standard')!.rate({ answers: intake, effectiveDate: '2027-01-01' });
    if (rating.outcome !== 'QUOTED') throw new Error('declined');
    const reasons = reasonsOfQuote(rating.worksheet, options);
    // (1000 × 2 × 0.5 + 30) × 0.5
    expect(rating.premium).toBe('515.00');
    expect(reasons.map(({ step, amount }) => [step, amount])).toEqual([
      ['Twice', '250.00'],
      ['Add 1', '15.00'],
    ]);
  });

  it('of a factor from a loop are what raises it there, by the questions that its lookups read', async () => {
    const auto = (await demoProducts()).find(({ key }) => key === 'personal-auto')!;
    const { plans: ofAuto, questionTypes: types } = compileProduct(auto.definition);
    const [plan] = ofAuto.values();
    const rating = plan!.rate({ answers: auto.intakes.referred, effectiveDate: '2026-07-01' });
    if (rating.outcome !== 'QUOTED') throw new Error('declined');
    const [largest] = reasonsOfQuote(rating.worksheet, {
      ...options,
      keyOf: lookupKeys(auto.definition),
      labelOf: (name: string) => types.get(name)?.definition?.question,
    });
    const names = largest!.inputs.map(({ name }) => name);
    // The occasional driver of 19 years, who had an accident.
    expect(largest).toMatchObject({ step: 'Vehicle factor' });
    expect(names).toEqual(
      expect.arrayContaining(['driver.birthDate', 'driver.licenseDate', 'accident.date']),
    );
    // Factors below 1, a credit, and results are no reasons.
    for (const none of ['vehicle.use', 'driver.goodStudent', 'max', 'iterations', 'prefix', 'state'])
      expect(names).not.toContain(none);
  });
});
