import { Decimal } from '../expression/index.js';
import { totalOf } from '../money/total.js';
import { compileProduct } from '../product/compile-product.js';
import type { ProductDefinition } from '../product/definition.js';
import type { RatingResult } from '../rating/run/result.js';
import { type Rerate, type Rerating, rerateOn } from '../rerating/rerate.js';
import { concernedBy } from './concerned.js';
import { isQuoted, type Priced, type RatedRisk, type Risk } from './risk.js';
import { type SplitKey, splitValue } from './split-value.js';
import type { Stages } from './stages.js';

/** Rates a risk on every stage; null for one that no plan of the product rates. */
export type RateRisk = (risk: Risk) => RatedRisk | null;

/** Compiles the stages once. Steps are not recorded, so that it is fast. */
export function riskRater({ before, stages }: Stages, by: readonly SplitKey[]): RateRisk {
  const rerateBefore = rerates(before);
  const onWay = stages.map((stage) => ({
    isConcerned: concernedBy(before, stage),
    together: rerates(stage.definition),
    alone: stage.alone === stage.definition ? null : stage.alone && rerates(stage.alone),
    isFirst: stage.alone === stage.definition,
  }));
  return (risk) => {
    const first = rerateBefore(risk, bulk);
    if (first.status === 'NOT_BY_OWN_PLAN') return null;
    const own = storedOr(risk, pricedOf(first));
    // What no change concerns keeps its stored premium, whatever it would be rated at.
    const rerated = onWay.some(({ isConcerned }) => isConcerned(risk.actionId)) ? pricedOf(first) : own;
    let last: Rerating = first;
    let reached = rerated;
    const found = onWay.map(({ isConcerned, together, alone, isFirst }) => {
      if (!isConcerned(risk.actionId)) return { stage: reached, alone: alone || isFirst ? rerated : null };
      last = together(risk, bulk);
      reached = pricedOf(last);
      return { stage: reached, alone: isFirst ? reached : alone && pricedOf(alone(risk, bulk)) };
    });
    return {
      id: risk.id,
      effectiveDate: risk.effectiveDate,
      term: risk.term,
      before: own,
      rerated,
      stages: found.map(({ stage }) => stage),
      alone: found.map(({ alone }) => alone),
      values: by.map((key) => splitValue(key, risk, [first, last])),
      reason: isQuoted(reached) ? null : reasonOf(last),
    };
  };
}

const bulk = { keepWorksheet: false, onlyWhereApplies: true };

/** The whole cents of a premium, with a definition; for the factor that balances two versions. */
export function premiumRater(definition: ProductDefinition): (risk: Risk) => Priced {
  const rerate = rerates(definition);
  return (risk) => pricedOf(rerate(risk, bulk));
}

function rerates(definition: ProductDefinition): Rerate {
  return rerateOn({ compiled: compileProduct(definition) });
}

const nothing = { premium: 0, charges: 0 };

function pricedOf(rerating: Rerating): Priced {
  if (rerating.status !== 'RATED') return { outcome: 'NOT_OFFERED', ...nothing };
  const { rating } = rerating;
  if (rating.outcome === 'DECLINED') {
    const outcome = rating.type === 'RULE_BASED_INELIGIBILITY' ? 'INELIGIBLE' : 'DECLINED';
    return { outcome, ...nothing };
  }
  const charges = totalOf(rating.taxesAndFees.map(({ amount }) => Decimal.of(amount)));
  return { outcome: quotedAs(rating), premium: cents(rating.premium), charges: cents(charges.toFixed(2)) };
}

function quotedAs(rating: RatingResult & { outcome: 'QUOTED' }): Priced['outcome'] {
  if (rating.requiresUnderwriterApproval) return 'REFERRED';
  return rating.requiresPolicyholderAcceptance ? 'ACCEPTANCE' : 'QUOTED';
}

/** The result on the first version with the stored premium. */
function storedOr({ stored }: Risk, priced: Priced): Priced {
  if (stored === undefined) return priced;
  if (stored.premium === null) return isQuoted(priced) ? { outcome: 'DECLINED', ...nothing } : priced;
  const outcome = isQuoted(priced) ? priced.outcome : 'QUOTED';
  return { ...priced, outcome, premium: cents(stored.premium) };
}

/** Decimal text with two places as whole cents: exact, as premiums have fewer than 15 digits. */
function cents(amount: string): number {
  return Math.round(Number(amount) * 100);
}

function reasonOf(rerating: Rerating): NonNullable<RatedRisk['reason']> {
  if (rerating.status !== 'RATED') {
    return { kind: 'NOT_OFFERED', message: 'the action does not run for these answers' };
  }
  const found = rerating.rating.messages.find(({ severity }) => severity !== 'INFO');
  if (found === undefined) return { kind: '', message: 'declined without a message' };
  const { code, message, qid, rule, step, component } = found;
  return { kind: [code, component, qid, rule, step].join('\n'), message };
}
