import { Decimal } from 'decimal.js';
import { describe, expect, it } from 'vitest';
import { monthsOfTerm, type Term } from '../../../domain/ground/term.js';
import type { BundleRating } from '../../../domain/rating/bundle/result.js';
import { readIntake } from '../rating/reference/intake.js';
import { worked } from './by-hand/products.js';
import { changed, planOf, products, quote, rate, rules } from './rating-support.js';

const allTerms = ['ANNUAL', 'EIGHTEEN_MONTHS', 'HALF_YEAR', 'THREE_MONTHS', 'MONTH'] as const;

describe.each([
  ['general-liability', '11080.00', allTerms],
  ['business-package', '5109.00', allTerms],
  ['cyber', '2741.18', allTerms],
  ['personal-auto', '1589.00', ['HALF_YEAR', 'ANNUAL']],
] as const)('%s', (key, premium, offered) => {
  it('quotes to the cent what the rate pages give by hand', () => {
    const { definition, intakes } = products.get(key)!;
    const effectiveDate = '2026-07-01';
    const intake = readIntake(definition.product, intakes.quoted, effectiveDate);
    const [plan] = worked[key].plans;
    const expected = worked[key].work(intake, { effectiveDate, term: 'ANNUAL', plan });
    if (expected.outcome !== 'QUOTED') throw new Error('declined by hand');
    const result = quote(key, 'quoted', { term: 'ANNUAL' });
    expect(result.premium).toBe(premium);
    expect(result.premium).toBe(expected.premium);
    expect(result.rateMeta).toMatchObject(expected.coverages);
    expect(result.coverages.map(({ code }) => code)).toEqual(
      Object.keys(expected.coverages).map((name) => name.split('.').at(-1)),
    );
    expect(result.taxesAndFees.map(({ type, amount }) => ({ type, amount }))).toEqual(expected.taxesAndFees);
  });

  it('needs no approval or acceptance for it, and has nothing to remark', () => {
    const result = quote(key, 'quoted');
    expect(result.requiresUnderwriterApproval).toBe(false);
    expect(result.requiresPolicyholderAcceptance).toBe(false);
    expect(result.messages).toEqual([]);
  });

  it('shows coverages that add up to the premium', () => {
    for (const outcome of ['quoted', 'referred'] as const) {
      const { coverages, premium: total } = quote(key, outcome);
      const sum = coverages.reduce((all, coverage) => all.plus(coverage.premium), new Decimal(0));
      expect(sum.toFixed(2)).toBe(total);
    }
  });

  it('quotes all its terms, the first where none is asked for', () => {
    const { terms } = planOf(products.get(key)!.compiled);
    expect(terms).toEqual(offered);
    expect(quote(key, 'quoted').term).toBe(offered[0]);
    const byLength = [...terms].sort((a, b) => monthsOfTerm(a) - monthsOfTerm(b));
    const premiums = byLength.map((term) => Number(quote(key, 'quoted', { term }).premium));
    expect(premiums).toEqual([...premiums].sort((a, b) => a - b));
  });
});

describe('general-liability rating', () => {
  it('is 12% cheaper in the preferred plan', () => {
    expect(quote('general-liability', 'quoted', { plan: 'preferred' }).premium).toBe('9750.00');
  });

  it('offers the preferred plan to established businesses without claims only', () => {
    const { compiled, intakes } = products.get('general-liability')!;
    const preferred = '30df568c-d7a1-4124-8aa2-a10e98f3dcad';
    const offered = (change: Record<string, string | null>) =>
      compiled.actionApplies(preferred, changed(intakes.quoted, change));
    expect(offered({})).toBe(false);
    expect(offered({ 'claims.count': '0', 'claims.incurred': null })).toBe(true);
    expect(offered({ 'claims.count': '0', 'business.yearsInBusiness': '4' })).toBe(false);
  });

  it('never goes below the minimum premium of the hazard', () => {
    const bookshop = {
      'client.industry.naics': '459210',
      'operations.alcoholShare': null,
      'coverage.additionalInsureds': 'NONE',
      'coverage.additionalInsuredCount': null,
      'coverage.hiredAuto': 'false',
      'coverage.drivers': null,
      'coverage.dataBreach': 'false',
      'coverage.dataBreachLimit': null,
    };
    expect(rate('general-liability', 'quoted', { change: bookshop, revenue: '60000' })).toMatchObject({
      outcome: 'QUOTED',
      premium: '350.00',
    });
  });

  it('never gets cheaper when revenue rises, whichever part of the size curve it is on', () => {
    let last = 0;
    for (let revenue = 0; revenue <= 14_000_000; revenue += 35_000) {
      const premium = Number(quote('general-liability', 'quoted', { revenue: String(revenue) }).premium);
      expect(premium).toBeGreaterThanOrEqual(last);
      last = premium;
    }
  });

  it('charges the taxes of the mailing state', () => {
    const florida = quote('general-liability', 'quoted', { change: { 'client.state': 'FL' } });
    // Hired auto is $210 x 1.60 = $336 in Florida, so the premium is $11,168.
    expect(florida.taxesAndFees).toEqual([
      { type: 'STATE_SURCHARGE', amount: '145.18', authority: 'Florida Insurance Guaranty Association' },
      { type: 'POLICY_FEE', amount: '25.00', onCancellation: 'KEPT' },
    ]);
    const kentucky = quote('general-liability', 'quoted', { change: { 'client.state': 'KY' } });
    expect(kentucky.taxesAndFees.map(({ type, authority }) => [type, authority])).toEqual([
      ['STATE_SURCHARGE', 'Kentucky Department of Revenue'],
      ['MUNICIPAL_TAX', 'Municipalities of Kentucky'],
      ['POLICY_FEE', undefined],
    ]);
  });

  it('charges a schedule of additional insureds at most what the blanket form costs', () => {
    const change = { 'coverage.additionalInsuredCount': '30' };
    expect(quote('general-liability', 'quoted', { change }).rateMeta.ADDITIONAL_INSUREDS).toBe('350');
  });
});

describe('business-package rating', () => {
  it('gives credit on what property and liability cost on their own', () => {
    const { components } = rate('business-package', 'quoted') as BundleRating;
    const own = components.map(({ key, rating }) => [key, rating.outcome === 'QUOTED' && rating.premium]);
    expect(own).toEqual([
      ['property', '4141.00'],
      ['liability', '1665.00'],
    ]);
    // 88% of 5,806 is 5,109.28.
    expect(components.map(({ packagePremium }) => packagePremium)).toEqual(['3644.00', '1465.00']);
  });

  it('never goes below the minimum premium of the term', () => {
    const change = {
      'client.industry.naics': '541110',
      'property.businessIncome': 'false',
      'property.businessIncomeMonths': null,
      'property.equipmentBreakdown': 'false',
      'liability.employeeDishonesty': 'false',
      'liability.dishonestyLimit': null,
      'business.employees': null,
    };
    const { compiled, intakes } = products.get('business-package')!;
    const answers = changed(intakes.quoted, change);
    // A law office in the rented building only.
    const { buildings } = answers;
    if (buildings?.type !== 'LOOP') throw new Error('buildings is a loop');
    answers.buildings = { ...buildings, iterations: buildings.iterations.slice(1) };
    const premiumOf = (term: Term) => {
      const result = planOf(compiled).rate({ answers, effectiveDate: '2026-07-01', term });
      return result.outcome === 'QUOTED' ? result.premium : result.messages;
    };
    expect([premiumOf('ANNUAL'), premiumOf('HALF_YEAR')]).toEqual(['500.00', '260.00']);
  });
});

describe('cyber rating', () => {
  it('forgets an incident as time goes by', () => {
    const factorOn = (effectiveDate: string) =>
      quote('cyber', 'referred', { effectiveDate }).rateMeta.incidentFactor;
    expect([factorOn('2025-03-17'), factorOn('2025-03-18'), factorOn('2027-03-18')]).toEqual([
      '1.5',
      '1.25',
      '1.1',
    ]);
    expect(rules(quote('cyber', 'referred', { effectiveDate: '2025-03-17' }))).toContain('recent-incident');
  });

  it('keeps credits and debits for controls within their bounds', () => {
    expect(quote('cyber', 'referred').rateMeta).toMatchObject({
      controlPoints: '-0.44',
      controlsFactor: '0.7',
    });
    const declined = rate('cyber', 'declined');
    expect(declined.rateMeta).toMatchObject({ controlPoints: '0.6', controlsFactor: '1.5' });
  });
});

describe('personal-auto rating', () => {
  it('shows the premium of each coverage by vehicle', () => {
    const { coverages, premium } = quote('personal-auto', 'quoted');
    const parts = coverages.flatMap(({ details }) => details.premium ?? []);
    const byVehicle = new Map<string, Decimal>();
    for (const { scopeLabel = '', amount } of parts) {
      byVehicle.set(scopeLabel, new Decimal(amount).plus(byVehicle.get(scopeLabel) ?? 0));
    }
    expect([...byVehicle].map(([vehicle, part]) => `${vehicle}: ${part.toFixed(2)}`)).toEqual([
      '2021 Toyota Camry: 462.50',
      '2016 Ford F-150: 332.00',
    ]);
    expect(premium).toBe('794.50');
  });

  it('rates the dearest vehicle with a young driver who drives none most of the time', () => {
    // Zara, 19: age 2.25, license 1.12, good student 0.88, two points 1.18.
    expect(quote('personal-auto', 'referred').rateMeta).toMatchObject({
      occasionalLiability: '2.616768',
      mostPoints: '2',
    });
  });
});
