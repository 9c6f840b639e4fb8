import { beforeAll } from 'vitest';
import { type DemoProduct, demoProducts } from '../../../db/seeds/demo-products.js';
import type { Term } from '../../../domain/ground/term.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { type CompiledProduct, compileProduct } from '../../../domain/product/compile-product.js';
import type { CompiledPlan } from '../../../domain/rating/plan/compiled-plan.js';
import type { QuotedRating, RatingResult } from '../../../domain/rating/run/result.js';

export let products: Map<string, DemoProduct & { compiled: CompiledProduct }>;
beforeAll(async () => {
  const demo = await demoProducts();
  products = new Map(
    demo.map((product) => [product.key, { ...product, compiled: compileProduct(product.definition) }]),
  );
});

type Outcome = Exclude<keyof DemoProduct['intakes'], 'carrier'>;

interface Request {
  plan?: string;
  term?: Term;
  effectiveDate?: string;
  /** Answers that differ from the intake; null takes one away. */
  change?: Record<string, string | null>;
  /** Leaves one location, with this revenue. */
  revenue?: string;
}

/** Rates a demo intake, with changes, by the product's package or else its first plan, unless it says another. */
export function rate(
  key: string,
  outcome: Outcome,
  { plan, term, effectiveDate, change, revenue }: Request = {},
): RatingResult {
  const { compiled, intakes } = products.get(key)!;
  const answers = changed(intakes[outcome], change ?? {});
  return planOf(compiled, plan).rate({
    answers: revenue === undefined ? answers : withOneLocation(answers, revenue),
    effectiveDate: effectiveDate ?? '2026-07-01',
    term,
  });
}

export function planOf({ plans, bundles }: CompiledProduct, name?: string): CompiledPlan {
  if (name !== undefined) return plans.get(name)!;
  return [...bundles.values(), ...plans.values()][0]!;
}

export function quote(key: string, outcome: Outcome, request?: Request): QuotedRating {
  const result = rate(key, outcome, request);
  if (result.outcome !== 'QUOTED') throw new Error(`declined: ${JSON.stringify(result.messages)}`);
  return result;
}

export function changed(intake: AnswerMap, change: Record<string, string | null>): AnswerMap {
  const answers = { ...intake };
  for (const [qid, answer] of Object.entries(change)) {
    if (answer === null) delete answers[qid];
    else answers[qid] = { type: 'ANSWER', qid, answer };
  }
  return answers;
}

function withOneLocation(answers: AnswerMap, revenue: string): AnswerMap {
  const { locations } = answers;
  if (locations?.type !== 'LOOP') throw new Error('locations is a loop');
  const [first] = locations.iterations;
  const answer = { type: 'ANSWER' as const, qid: 'location.revenue', answer: revenue };
  const only = { ...first!, answers: { ...first!.answers, 'location.revenue': answer } };
  return { ...answers, locations: { ...locations, iterations: [only] } };
}

export const rules = (result: RatingResult) => result.messages.map(({ rule }) => rule);
