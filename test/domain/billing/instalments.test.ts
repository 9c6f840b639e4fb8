import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instalmentsOf } from '../../../domain/billing/instalments.js';
import { paymentPlans } from '../../../domain/billing/payment-plan.js';
import type { PlanTerms } from '../../../domain/billing/plan-terms.js';
import { Decimal } from '../../../domain/expression/index.js';
import { addDays } from '../../../domain/ground/calendar.js';
import { mostTermMonths } from '../../../domain/ground/term.js';
import { policySettings } from '../../../domain/policy/policy-settings.js';

const planOf = (terms: Record<string, unknown>): PlanTerms =>
  policySettings.parse({ paymentPlans: [terms] }).paymentPlans[0]!;
const charges = {
  digits: 2,
  premium: '1000.00',
  taxesAndFees: '50.00',
  effectiveDate: '2026-01-31',
  termMonths: 12,
};
const sum = (amounts: string[]) => amounts.reduce((total, one) => total.plus(one), Decimal.of(0)).toFixed(2);
const cents = (max: number) =>
  fc.integer({ min: 0, max }).map((units) => Decimal.of(units).dividedBy(100).toFixed(2));

const plans = fc
  .record(
    {
      plan: fc.constantFrom(...paymentPlans),
      downPayment: fc.integer({ min: 0, max: 1000 }).map((thousandths) => thousandths / 1000),
      instalments: fc.integer({ min: 1, max: 36 }),
      instalmentFee: cents(5_000),
      taxesAndFees: fc.constantFrom('FIRST', 'SPREAD'),
      dueDays: fc.integer({ min: 0, max: 90 }),
    },
    { requiredKeys: ['plan'] },
  )
  .map(planOf);
const terms = fc.record({
  premium: cents(500_000_000),
  taxesAndFees: cents(5_000_000),
  effectiveDate: fc
    .date({
      min: new Date('2019-01-01T00:00:00Z'),
      max: new Date('2040-12-31T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((day) => day.toISOString().slice(0, 10)),
  termMonths: fc.oneof(fc.constantFrom(1, 3, 6, 12, 18), fc.integer({ min: 1, max: mostTermMonths })),
  digits: fc.constant(2),
});

describe('instalmentsOf', () => {
  it('adds up to premium, taxes and fees to the cent, whatever the plan', () => {
    fc.assert(
      fc.property(plans, terms, (plan, term) => {
        const instalments = instalmentsOf(plan, term);
        expect(sum(instalments.map(({ premium }) => premium))).toBe(term.premium);
        expect(sum(instalments.map(({ taxesAndFees }) => taxesAndFees))).toBe(term.taxesAndFees);
        for (const { amount, premium, taxesAndFees, instalmentFee } of instalments) {
          expect(sum([premium, taxesAndFees, instalmentFee])).toBe(amount);
          expect(Decimal.of(amount).isNegative()).toBe(false);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('bills in order, from the effective date on, each within the term', () => {
    fc.assert(
      fc.property(plans, terms, (plan, term) => {
        const instalments = instalmentsOf(plan, term);
        expect(instalments.map(({ number }) => number)).toEqual(instalments.map((_, index) => index + 1));
        expect(instalments[0]!.billingDate).toBe(term.effectiveDate);
        for (const [index, { billingDate, dueDate }] of instalments.entries()) {
          expect(dueDate).toBe(addDays(billingDate, plan.dueDays));
          if (index > 0) expect(billingDate > instalments[index - 1]!.billingDate).toBe(true);
        }
        const last = new Date(`${instalments.at(-1)!.billingDate}T00:00:00Z`).getTime();
        const begin = new Date(`${term.effectiveDate}T00:00:00Z`).getTime();
        expect((last - begin) / 86_400_000).toBeLessThan(term.termMonths * 31);
      }),
      { numRuns: 500 },
    );
  });

  it('are billed on the day of issue, with the days to pay, where their own day is over', () => {
    const plan = planOf({ plan: 'MONTHLY', dueDays: 10 });
    const instalments = instalmentsOf(plan, charges, '2026-03-02');
    expect(instalments.slice(0, 4).map(({ billingDate, dueDate }) => [billingDate, dueDate])).toEqual([
      ['2026-03-02', '2026-03-12'],
      ['2026-03-02', '2026-03-12'],
      ['2026-03-31', '2026-04-10'],
      ['2026-04-30', '2026-05-10'],
    ]);
  });

  it('keeps the day of the month where months are short, in leap years too', () => {
    const dates = (effectiveDate: string) =>
      instalmentsOf(planOf({ plan: 'MONTHLY' }), { ...charges, effectiveDate }).map(
        ({ billingDate }) => billingDate,
      );
    expect(dates('2027-10-31').slice(0, 7)).toEqual([
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ]);
    expect(dates('2026-01-31')[1]).toBe('2026-02-28');
  });

  it('charges the down payment first, and fees for installments after it', () => {
    const plan = planOf({ plan: 'BI_ANNUALLY', downPayment: '0.25', instalmentFee: 5, dueDays: 15 });
    expect(instalmentsOf(plan, charges)).toEqual([
      {
        number: 1,
        billingDate: '2026-01-31',
        dueDate: '2026-02-15',
        amount: '300.00',
        premium: '250.00',
        taxesAndFees: '50.00',
        instalmentFee: '0.00',
      },
      {
        number: 2,
        billingDate: '2026-07-31',
        dueDate: '2026-08-15',
        amount: '755.00',
        premium: '750.00',
        taxesAndFees: '0.00',
        instalmentFee: '5.00',
      },
    ]);
  });

  it('weighs a shorter last period by its months', () => {
    const amounts = instalmentsOf(planOf({ plan: 'ANNUALLY' }), {
      ...charges,
      premium: '900.00',
      termMonths: 18,
    }).map(({ premium }) => premium);
    expect(amounts).toEqual(['600.00', '300.00']);
  });

  it('gives the cents that do not divide to the first installments', () => {
    const amounts = instalmentsOf(planOf({ plan: 'MONTHLY', taxesAndFees: 'SPREAD' }), {
      ...charges,
      premium: '100.00',
      taxesAndFees: '0.05',
    });
    expect(amounts.filter(({ premium }) => premium === '8.34')).toHaveLength(4);
    expect(sum(amounts.map(({ amount }) => amount))).toBe('100.05');
  });

  it('pays for a term in fewer installments than it has months', () => {
    const ten = instalmentsOf(planOf({ plan: 'MONTHLY', instalments: 10 }), charges);
    expect(ten.map(({ premium }) => premium)).toEqual(Array.from({ length: 10 }, () => '100.00'));
    expect(ten.at(-1)!.billingDate).toBe('2026-10-31');
  });
});
