import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoProducts } from '../../../db/seeds/demo-products.js';
import type { OwnRatingAction } from '../../../domain/actions/configured-action.js';
import { namedTerm, type Term } from '../../../domain/ground/term.js';
import { compileProduct, ratingOf } from '../../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../../domain/product/definition.js';
import type { RatingResult } from '../../../domain/rating/run/result.js';
import { likelyAnswers } from '../../support/likely-answers.js';
import { productIntakes } from '../../support/product-intakes.js';
import { ratePackage } from './reference/bundle.js';
import { readIntake } from './reference/intake.js';
import { holds } from './reference/logic.js';
import { everything, type Rated, ratePlan } from './reference/plan.js';

const products = await demoProducts();
const intakesPerProduct = 400;

/** What the engine must have in common with the plain reading of the authoring guide in `reference/`. */
interface Compared {
  outcome: string;
  premium?: string;
  coverages?: string[];
  charges?: string[];
  flags?: boolean[];
  type?: string;
  faults?: string[];
  rules: string[];
}

describe.each(products)('$key, rated again by an independent implementation', (product) => {
  const { key, definition, intakes } = product;
  const compiled = compileProduct(definition);
  const actions = ratingActionsOf(definition);
  const random = productIntakes(definition.product, likelyAnswers[key]);
  // Nothing has happened to a driver after the effective date.
  const min = new Date(key === 'personal-auto' ? '2026-07-01' : '2020-01-01');
  const dates = fc.date({ min, max: new Date('2030-12-31'), noInvalidDate: true });
  const offered = actions.flatMap((action) => ratingOf(compiled, action)?.terms ?? []);
  const terms = fc.constantFrom<Term>(...offered, ...offered, ...namedTerm.options);

  it('gives the same outcome, premiums to the cent, charges, flags and rules', { timeout: 120_000 }, () => {
    const seen = { QUOTED: 0, DECLINED: 0 };
    fc.assert(
      fc.property(random, dates, terms, (answers, date, term) => {
        const effectiveDate = date.toISOString().slice(0, 10);
        const intake = readIntake(definition.product, answers, effectiveDate);
        for (const action of actions) {
          expect(compiled.actionApplies(action.id, answers, { effectiveDate })).toBe(
            holds(action.when, intake.policy),
          );
          const engine = ratingOf(compiled, action)?.rate({
            answers,
            effectiveDate,
            term,
            keepWorksheet: false,
          });
          if (!engine) throw new Error(`the action ${action.name} is rated by nothing`);
          const asked = { root: definition.product, tables: definition.tables, intake, effectiveDate, term };
          const reference =
            action.type === 'BUNDLE_RATING'
              ? ratePackage(action, definition.ratingPlans, asked)
              : ratePlan(planOf(definition, action.plan), asked, everything);
          seen[engine.outcome] += 1;
          expect(ofEngine(engine)).toEqual(ofReference(reference));
        }
      }),
      { numRuns: intakesPerProduct, seed: 4, examples: [[intakes.quoted, new Date('2026-01-01'), 'ANNUAL']] },
    );
    expect(seen.QUOTED).toBeGreaterThan(intakesPerProduct / 4);
    expect(seen.DECLINED).toBeGreaterThan(intakesPerProduct / 20);
  });
});

function ratingActionsOf({ configurations }: ProductDefinition): OwnRatingAction[] {
  return configurations
    .flatMap(({ events }) => events.GET_QUOTES ?? [])
    .flatMap((action) => (action.type === 'IOI_RATING' || action.type === 'BUNDLE_RATING' ? [action] : []));
}

function planOf({ ratingPlans }: ProductDefinition, key: string) {
  const plan = ratingPlans[key];
  if (!plan) throw new Error(`there is no plan ${key}`);
  return plan;
}

function ofEngine(result: RatingResult): Compared {
  const rules = result.messages.flatMap(({ rule }) => (rule === undefined ? [] : [rule]));
  const errors = result.messages.filter(({ severity, rule }) => severity === 'ERROR' && rule === undefined);
  if (result.outcome === 'DECLINED') {
    const faults = errors.map(({ code, qid }) => `${code} ${qid ?? ''}`.trim());
    return { outcome: result.outcome, type: result.type, faults: faults.sort(), rules };
  }
  return {
    outcome: result.outcome,
    premium: result.premium,
    coverages: result.coverages.map(({ code, premium }) => `${code} ${premium}`),
    charges: result.taxesAndFees.map(({ type, amount }) => `${type} ${amount}`),
    flags: [result.requiresUnderwriterApproval, result.requiresPolicyholderAcceptance],
    rules,
  };
}

function ofReference(rated: Rated): Compared {
  const { outcome, rules } = rated;
  if (rated.outcome === 'DECLINED') {
    const faults = rated.faults.map(({ code, qid }) => `${code} ${qid}`);
    const all = [...faults, ...rated.codes];
    return { outcome, type: rated.type, faults: all.sort(), rules };
  }
  return {
    outcome,
    premium: rated.premium.toCents(),
    coverages: rated.coverages.map(({ code, premium }) => `${code} ${premium.toCents()}`),
    charges: rated.charges.map(({ type, amount }) => `${type} ${amount.toCents()}`),
    flags: [rated.referred, rated.acceptance],
    rules,
  };
}
