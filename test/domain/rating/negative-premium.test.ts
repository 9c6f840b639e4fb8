import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BusinessTime } from '../../../domain/ground/business-time.js';
import { whyNotBindable } from '../../../domain/quote/bindable.js';
import { newQuote, type QuoteContext } from '../../../domain/quote/new-quote.js';
import type { QuoteType } from '../../../domain/quote/quote.js';
import { issuesOf } from '../product/lint-factory.js';
import { aCoverage, aLine, aPlan, compiled, quoted, rate, refusals, set } from './rating-factory.js';
import { readIntake } from './reference/intake.js';
import { everything, ratePlan } from './reference/plan.js';

const allowed = { allowNegativePremium: true };
const planOf = (...amounts: number[]) => ({
  coverages: amounts.map((amount, index) => aCoverage(`C${index}`, [set(String(amount))])),
  taxesAndFees: [
    {
      type: 'TAX',
      steps: [
        { name: 'Premium', op: 'set', by: { value: 'premium' } },
        { name: 'Rate', op: 'multiply', by: 0.1 },
      ],
    },
  ] as never,
});

describe('a premium below zero', () => {
  it('is refused, unless the plan allows it, which allows zero, too', () => {
    expect(refusals(rate(compiled(planOf(10, -30))))).toEqual([
      { code: 'NEGATIVE_PREMIUM', step: 'Premium' },
    ]);
    const result = quoted(rate(compiled({ ...planOf(10, -30), ...allowed })));
    expect(result).toMatchObject({
      premium: '-20.00',
      taxesAndFees: [{ type: 'TAX', amount: '-2.00' }],
      rateMeta: { total: '-22.00' },
    });
    expect(result.coverages.map(({ premium }) => premium)).toEqual(['10.00', '-30.00']);
    expect(quoted(rate(compiled({ ...planOf(10, -10), ...allowed }))).premium).toBe('0.00');
    // Rounded to nothing, it has no sign.
    expect(quoted(rate(compiled({ ...planOf(-0.001), ...allowed }))).premium).toBe('0.00');
  });

  it('is allocated like any other: the parts add up, as in the independent implementation', () => {
    const amounts = fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(amounts, fc.constantFrom('-0.7', '1.333', '0.5'), (given, factor) => {
        const plan = {
          ...planOf(...given.map((amount) => amount / 100)),
          ...allowed,
          policy: [{ name: 'Factor', op: 'multiply', by: factor }] as never,
        };
        const result = quoted(rate(compiled(plan)));
        const cents = (text: string) => Math.round(Number(text) * 100);
        const sum = result.coverages.reduce((total, { premium }) => total + cents(premium), 0);
        expect(sum).toBe(cents(result.premium));
        const root = aLine([]);
        const intake = readIntake(root, {}, '2026-01-01');
        const asked = { root, tables: {}, intake, effectiveDate: '2026-01-01', term: 'ANNUAL' as const };
        const reference = ratePlan(aPlan(plan), asked, everything);
        if (reference.outcome !== 'QUOTED') throw new Error('declined');
        expect(result.coverages.map(({ premium }) => premium)).toEqual(
          reference.coverages.map(({ premium }) => premium.toCents()),
        );
      }),
      { numRuns: 300, seed: 11 },
    );
  });

  it('can be bound as a change of a policy only', () => {
    const context = {
      ...{ triggerRequestId: 'a', organizationId: 'o', clientId: 'c', term: 'ANNUAL' },
      envelope: { batchMode: false, payload: { effectiveDate: '2026-01-01', intake: {} } },
      action: { actionId: 'b', type: 'IOI_RATING' },
      product: { id: 'p', versionId: 'v', source: 'HOSTING', title: 'Product' },
      quoting: { organizationId: 'o', name: 'Us' },
      ...{ asConfiguredAt: new Date(0), now: new Date(0) },
    } as QuoteContext;
    const quote = (amount: number) => newQuote(context, rate(compiled({ ...planOf(amount), ...allowed })));
    const why = (type: QuoteType, types?: ReadonlySet<QuoteType>) =>
      whyNotBindable({ ...quote(-20), type, bindable: true }, new BusinessTime(new Date(0)), types);
    const reason =
      'the premium of the quote is below zero (-20.00): only a change of a policy can be bound at that';
    expect([quote(-20).bindable, quote(0).bindable, quote(20).bindable]).toEqual([false, true, true]);
    expect([why('QUOTE'), why('PRE_ISSUE'), why('RENEWAL')]).toEqual([reason, reason, reason]);
    expect(why('ENDORSEMENT', new Set(['ENDORSEMENT', 'TRUEUP']))).toBeUndefined();
    expect(whyNotBindable(quote(20), new BusinessTime(new Date(0)))).toBeUndefined();
  });

  it('is possible for lint only where the plan allows it', () => {
    const rule = {
      ...{ id: 'return', outcome: 'REFER', message: 'A return.' },
      when: { '<': [{ value: 'premium' }, 0] },
    };
    const steps = [{ name: 'Less', op: 'subtract', by: { answer: 'sales' } }];
    const issues = (more: object) => issuesOf({ steps, plan: { underwriting: [rule], ...more } });
    expect(issues(allowed)).toEqual([]);
    expect(issues({})).toEqual([expect.stringContaining('this can never hold: "premium" is never < 0')]);
  });
});
