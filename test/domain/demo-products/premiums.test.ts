import { Decimal } from 'decimal.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DemoProduct, demoProducts } from '../../../db/seeds/demo-products.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { questionTypesOf } from '../../../domain/product/question-types.js';
import { compilePlan } from '../../../domain/rating/compile-plan.js';
import type { Term } from '../../../domain/rating/plan.js';
import type { QuotedRating, RatingResult } from '../../../domain/rating/result.js';
import * as byHand from './by-hand.js';

let products: Map<string, DemoProduct>;
beforeAll(async () => {
  products = new Map((await demoProducts()).map((product) => [product.key, product]));
});

type Outcome = keyof DemoProduct['intakes'];

interface Request {
  plan?: string;
  term?: Term;
  effectiveDate?: string;
  /** Answers that differ from the intake; null takes one away. */
  change?: Record<string, string | null>;
}

/** Rates a demo intake, with changes, by the product's first plan unless it says another. */
function rate(
  key: string,
  outcome: Outcome,
  { plan, term, effectiveDate, change }: Request = {},
): RatingResult {
  const { definition, intakes } = products.get(key)!;
  const rated = definition.ratingPlans[plan ?? Object.keys(definition.ratingPlans)[0]!]!;
  const compiled = compilePlan(rated, definition.tables, questionTypesOf(definition.product));
  return compiled.rate({
    answers: changed(intakes[outcome], change ?? {}),
    effectiveDate: effectiveDate ?? '2026-07-01',
    term,
  });
}

function quote(key: string, outcome: Outcome, request?: Request): QuotedRating {
  const result = rate(key, outcome, request);
  if (result.outcome !== 'QUOTED') throw new Error(`declined: ${JSON.stringify(result.messages)}`);
  return result;
}

function changed(intake: AnswerMap, change: Record<string, string | null>): AnswerMap {
  const answers = { ...intake };
  for (const [qid, answer] of Object.entries(change)) {
    if (answer === null) delete answers[qid];
    else answers[qid] = { type: 'ANSWER', qid, answer };
  }
  return answers;
}

const rules = (result: RatingResult) => result.messages.map(({ rule }) => rule);

describe.each([
  ['general-liability', byHand.generalLiability, '11080.00'],
  ['business-package', byHand.businessPackage, '5109.00'],
  ['cyber', byHand.cyber, '2741.18'],
] as const)('%s', (key, worked, premium) => {
  it('quotes to the cent what the rate pages give by hand', () => {
    const expected = worked();
    const result = quote(key, 'quoted');
    expect(result.premium).toBe(premium);
    expect(new Decimal(result.premium).toFixed()).toBe(expected.premium);
    expect(result.rateMeta).toMatchObject(expected.coverages);
    expect(result.coverages.map(({ code }) => code)).toEqual(Object.keys(expected.coverages));
    const charges = result.taxesAndFees.map(({ type, amount }) => ({
      type,
      amount: new Decimal(amount).toFixed(),
    }));
    expect(charges).toEqual(expected.taxesAndFees);
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

  it('quotes all five terms, annual where none is asked for', () => {
    const { terms } =
      products.get(key)!.definition.ratingPlans[
        key === 'general-liability' ? 'standard' : Object.keys(products.get(key)!.definition.ratingPlans)[0]!
      ]!;
    expect(terms.map(({ term }) => term)).toEqual([
      'ANNUAL',
      'EIGHTEEN_MONTHS',
      'HALF_YEAR',
      'THREE_MONTHS',
      'MONTH',
    ]);
    expect(quote(key, 'quoted').term).toBe('ANNUAL');
    const premiums = terms.map(({ term }) => Number(quote(key, 'quoted', { term }).premium));
    expect([premiums[1], premiums[0], ...premiums.slice(2)]).toEqual([...premiums].sort((a, b) => b - a));
  });
});

describe('general-liability underwriting', () => {
  it('declines for claims', () => {
    const result = rate('general-liability', 'declined');
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'DECLINE' });
    expect(rules(result)).toContain('too-many-claims');
  });

  it('refers for experience and for uninsured subcontractors', () => {
    const result = quote('general-liability', 'referred');
    expect(result.requiresUnderwriterApproval).toBe(true);
    expect(rules(result)).toEqual(['adverse-experience', 'uninsured-subcontractors']);
    expect(result.premium).toBe('27239.00');
  });

  it('refuses a prohibited class before rating', () => {
    const change = { 'client.industry.naics': '561612', 'operations.alcoholShare': null };
    const result = rate('general-liability', 'quoted', { change });
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'RULE_BASED_INELIGIBILITY' });
    expect(rules(result)).toEqual(['prohibited-class']);
  });

  it('declines a young business in a high hazard class', () => {
    const change = { 'client.industry.naics': '722410', 'business.yearsInBusiness': '1' };
    expect(rules(rate('general-liability', 'quoted', { change }))).toEqual(['new-high-hazard-business']);
  });

  it('asks the policyholder to accept that terrorism is not covered, and leaves that coverage out', () => {
    const result = quote('general-liability', 'quoted', { change: { 'coverage.terrorism': 'false' } });
    expect(result.requiresPolicyholderAcceptance).toBe(true);
    expect(result.premium).toBe('10979.00');
    expect(result.coverages.map(({ code }) => code)).not.toContain('TERRORISM');
  });

  it('says that products are excluded', () => {
    const result = quote('general-liability', 'quoted', { change: { 'coverage.products': 'false' } });
    expect(result.messages).toMatchObject([{ severity: 'INFO', rule: 'products-excluded' }]);
    // Without products, $1,257, and one percent of them in the terrorism premium.
    expect(result.premium).toBe('9810.00');
  });
});

describe('general-liability rating', () => {
  it('is 12% cheaper in the preferred plan', () => {
    expect(quote('general-liability', 'quoted', { plan: 'preferred' }).premium).toBe('9750.00');
  });

  it('offers the preferred plan to established businesses without claims only', () => {
    const { configurations } = products.get('general-liability')!.definition;
    const preferred = configurations[0]!.events.GET_QUOTES!.find(({ plan }) => plan === 'preferred')!;
    expect(preferred.when).toEqual({
      and: [{ '==': [{ answer: 'claims.count' }, 0] }, { '>=': [{ answer: 'business.yearsInBusiness' }, 5] }],
    });
  });

  it('never goes below the minimum premium of the hazard', () => {
    const { intakes } = products.get('general-liability')!;
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
    const answers = changed(intakes.quoted, bookshop);
    const locations = answers.locations!;
    if (locations.type !== 'LOOP') throw new Error('locations is a loop');
    const [first] = locations.iterations;
    const revenue = { type: 'ANSWER' as const, qid: 'location.revenue', answer: '60000' };
    answers.locations = {
      ...locations,
      iterations: [{ ...first!, answers: { ...first!.answers, 'location.revenue': revenue } }],
    };
    const { definition } = products.get('general-liability')!;
    const plan = compilePlan(
      definition.ratingPlans.standard!,
      definition.tables,
      questionTypesOf(definition.product),
    );
    expect(plan.rate({ answers, effectiveDate: '2026-07-01' })).toMatchObject({
      outcome: 'QUOTED',
      premium: '350.00',
    });
  });

  it('charges the taxes of the mailing state', () => {
    const florida = quote('general-liability', 'quoted', { change: { 'client.state': 'FL' } });
    // Hired auto is $210 x 1.60 = $336 in Florida, so the premium is $11,168.
    expect(florida.taxesAndFees).toEqual([
      { type: 'STATE_SURCHARGE', amount: '145.18' },
      { type: 'POLICY_FEE', amount: '25.00' },
    ]);
    const kentucky = quote('general-liability', 'quoted', { change: { 'client.state': 'KY' } });
    expect(kentucky.taxesAndFees.map(({ type }) => type)).toEqual([
      'STATE_SURCHARGE',
      'MUNICIPAL_TAX',
      'POLICY_FEE',
    ]);
  });

  it('charges a schedule of additional insureds at most what the blanket form costs', () => {
    const change = { 'coverage.additionalInsuredCount': '30' };
    expect(quote('general-liability', 'quoted', { change }).rateMeta.ADDITIONAL_INSUREDS).toBe('350');
  });
});

describe('business-package underwriting', () => {
  it('declines for an unprotected combustible building', () => {
    const result = rate('business-package', 'declined');
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'DECLINE' });
    expect(rules(result)).toEqual(['unprotected-combustible-building']);
  });

  it('refers for high values', () => {
    const result = quote('business-package', 'referred');
    expect(result.requiresUnderwriterApproval).toBe(true);
    expect(rules(result)).toEqual(['large-values']);
    expect(result.premium).toBe('17846.00');
  });
});

describe('cyber underwriting', () => {
  it('declines many records without multi-factor authentication', () => {
    const result = rate('cyber', 'declined');
    expect(result).toMatchObject({ outcome: 'DECLINED', type: 'DECLINE' });
    expect(rules(result)).toContain('no-mfa-with-many-records');
  });

  it('refers for the highest limit', () => {
    const result = quote('cyber', 'referred');
    expect(result.requiresUnderwriterApproval).toBe(true);
    expect(rules(result)).toEqual(['high-limit']);
    expect(result.premium).toBe('24235.87');
  });

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
