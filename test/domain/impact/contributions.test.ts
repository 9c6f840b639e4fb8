import { describe, expect, it } from 'vitest';
import { type Contribution, storedTitle } from '../../../domain/impact/contributions.js';
import { afterOf, isQuoted } from '../../../domain/impact/risk.js';
import { stagesBetween } from '../../../domain/impact/stages.js';
import { aDemoProduct, casesAsRisks, changed, impactOf } from './book.js';

const liability = aDemoProduct('general-liability');
const risks = await casesAsRisks('general-liability');

/** One table cell, one step and one tax changed. */
const revised = changed(liability, ({ tables, ratingPlans }) => {
  tables.deductibles!.rows[2]![1] = 0.9;
  const plan = ratingPlans.standard!;
  plan.coverages
    .find(({ code }) => code === 'MEDICAL')!
    .steps.push({
      name: 'Trend',
      op: 'multiply',
      by: 1.1,
    });
  plan.taxesAndFees[0]!.steps.splice(2, 0, { name: 'Doubled', op: 'multiply', by: 2 });
  plan.quoteValidDays = 5;
});

const sum = (list: readonly Contribution[], of: 'premium' | 'charges') =>
  list.reduce((total, one) => total + one[of], 0);

describe('the contributions of changes', () => {
  it('are listed in the order in which the parts act', () => {
    const { stages } = stagesBetween(liability, revised);
    expect(stages.map(({ title }) => title)).toEqual([
      'Deductible factors (table deductibles)',
      'plan standard, Medical expense (coverage MEDICAL), step "Trend"',
      'plan standard, tax or fee STATE_SURCHARGE',
    ]);
  });

  it('leave a stored premium that its own version does not give on a line of its own', () => {
    const stored = (premium: string) => risks.map((risk) => ({ ...risk, stored: { premium } }));
    const { contributions, totals } = impactOf(liability, revised, stored('100.00')).report;
    const [own, ...changes] = contributions;
    expect(own).toMatchObject({ title: storedTitle, parts: [], alone: null });
    expect(own?.premium).toBeGreaterThan(100_000);
    expect(sum(contributions, 'premium')).toBe(totals.after - totals.before);
    const quoted = impactOf(liability, revised, risks).report.contributions;
    expect(changes.map(({ title }) => title)).toEqual(quoted.map(({ title }) => title));
    expect(changes[0]?.premium).toBeLessThan(0);
  });

  it('blame no change for a stored premium that its own version declines', () => {
    const declining = changed(liability, ({ ratingPlans }) => {
      for (const { underwriting } of Object.values(ratingPlans)) {
        for (const rule of underwriting) if (rule.id === 'large-revenue') rule.outcome = 'DECLINE';
      }
    });
    const cheaper = changed(liability, ({ tables }) => {
      tables.deductibles!.rows[2]![1] = 0.5;
    });
    const stored = risks.map((risk) => ({ ...risk, stored: { premium: '100.00' } }));
    const { rated } = impactOf(declining, liability, risks);
    const large = stored.filter((_, at) => !isQuoted(rated[at]!.before) && isQuoted(afterOf(rated[at]!)));
    const { contributions, totals } = impactOf(declining, cheaper, large).report;
    const [own, ...changes] = contributions;
    expect(own).toMatchObject({ title: storedTitle, premium: totals.after - totals.before });
    expect(changes.map(({ premium, charges }) => [premium, charges])).toEqual(changes.map(() => [0, 0]));
    expect(changes.reduce((gains, { gained }) => gains + gained, 0)).toBe(large.length);
    expect(large.length).toBeGreaterThan(0);
  });

  it('add up to the whole change to the cent, in premium and in charges', () => {
    const { contributions, totals } = impactOf(liability, revised, risks).report;
    expect(totals.quotedOnBoth).toBeGreaterThan(20);
    expect(totals.after).not.toBe(totals.before);
    expect(totals.chargesAfter).not.toBe(totals.chargesBefore);
    expect(sum(contributions, 'premium')).toBe(totals.after - totals.before);
    expect(sum(contributions, 'charges')).toBe(totals.chargesAfter - totals.chargesBefore);
    const [table, step, tax] = contributions;
    expect(table!.premium).toBeLessThan(0);
    expect(step!.premium).toBeGreaterThan(0);
    expect(tax!.premium).toBe(0);
    expect(tax!.charges).toBeGreaterThan(0);
    expect(table!.alone).toEqual({ premium: table!.premium, charges: table!.charges });
    expect(step!.alone!.premium).toBeGreaterThan(0);
  });

  it('are zero for a change without an effect', () => {
    const unused = changed(revised, ({ tables, product }) => {
      tables.minimumPremiums!.title = 'Another title';
      product.title = 'Another title';
    });
    const { contributions, totals } = impactOf(liability, unused, risks).report;
    const byTitle = new Map(contributions.map((one) => [one.title, one]));
    for (const title of ['questions', 'Another title (table minimumPremiums)']) {
      expect(byTitle.get(title)).toMatchObject({ premium: 0, charges: 0, changed: 0, alone: { premium: 0 } });
    }
    expect(sum(contributions, 'premium')).toBe(totals.after - totals.before);
  });

  it('of changes that need each other are one', () => {
    const renamed = changed(liability, ({ tables, ratingPlans }) => {
      tables.limits!.columns[2]!.name = 'premisesFactor';
      for (const plan of Object.values(ratingPlans)) {
        for (const step of plan.derive) {
          if (step.op === 'lookup' && step.column === 'premises') step.column = 'premisesFactor';
        }
      }
      ratingPlans.standard!.derive.push({ name: 'Unused', op: 'derive', as: 'unused', value: 1 });
    });
    const { stages } = stagesBetween(liability, renamed);
    expect(stages.map(({ parts }) => parts.map(({ title }) => title))).toEqual([
      [
        'Increased limit factors (table limits)',
        'plan standard, derived value "Premises limit factor"',
        'plan preferred, derived value "Premises limit factor"',
      ],
      ['plan standard, derived value "Unused"'],
    ]);
  });

  it('of a new table count at the step that uses it', () => {
    const withTable = changed(liability, ({ tables, ratingPlans }) => {
      tables.trend = { ...tables.deductibles!, title: 'Trend' };
      ratingPlans.standard!.coverages[0]!.steps.push({
        name: 'Trend',
        op: 'lookup',
        table: 'trend',
        keys: { deductible: 0 },
        apply: 'multiply',
      });
    });
    const { stages, report } = impactOf(liability, withTable, risks);
    expect(stages.map(({ title }) => title)).toEqual([
      'plan standard, Premises and operations (coverage PREMISES), step "Trend"',
    ]);
    expect(report.contributions[0]!.premium).toBe(report.totals.after - report.totals.before);
  });

  it('tell which rule declines, and a declined stage on the way breaks no sum', () => {
    const stricter = changed(liability, ({ ratingPlans, tables }) => {
      tables.deductibles!.rows[2]![1] = 0.9;
      const rules = ratingPlans.standard!.underwriting;
      rules.find(({ id }) => id === 'large-revenue')!.outcome = 'DECLINE';
    });
    const { contributions, totals, reasons } = impactOf(liability, stricter, risks).report;
    const rule = contributions.find(({ title }) => title.includes('rule large-revenue'))!;
    expect(rule.lost).toBeGreaterThan(0);
    expect(rule.lost).toBe(totals.lost);
    expect(totals.lostPremium).toBeGreaterThan(0);
    expect(sum(contributions, 'premium')).toBe(totals.after - totals.before);
    expect(reasons.length).toBeGreaterThan(0);
  });

  it('beyond the limit are one together', () => {
    const { stages, report } = impactOf(liability, revised, risks, { atMost: 2 });
    expect(stages.map(({ parts }) => parts.length)).toEqual([1, 2]);
    expect(sum(report.contributions, 'premium')).toBe(report.totals.after - report.totals.before);
  });

  it('split the steps of a package and of its components', async () => {
    const before = aDemoProduct('business-package');
    const after = changed(before, ({ tables, configurations }) => {
      tables.packageCredits!.rows[0]!.splice(-1, 1, 0.5);
      for (const { events } of configurations) {
        for (const action of events.GET_QUOTES ?? []) {
          if (action.type === 'BUNDLE_RATING') {
            action.package.policy.push({ name: 'Load', op: 'multiply', by: 1.02 });
          }
        }
      }
    });
    const { stages, report } = impactOf(before, after, await casesAsRisks('business-package'));
    expect(stages.map(({ title }) => title)).toEqual([
      "Package factor by the property's share of the premium (table packageCredits)",
      expect.stringMatching(/package, policy step "Load"$/),
    ]);
    expect(report.totals.quotedOnBoth).toBeGreaterThan(10);
    expect(sum(report.contributions, 'premium')).toBe(report.totals.after - report.totals.before);
  });

  it('are none between equal versions', () => {
    expect(
      stagesBetween(
        liability,
        changed(liability, () => {}),
      ).stages,
    ).toEqual([]);
    const { totals } = impactOf(liability, liability, risks.slice(0, 3)).report;
    expect(totals.before).toBe(totals.after);
  });
});
