import { readFile } from 'node:fs/promises';
import { demoProducts } from '../../../db/seeds/demo-products.js';
import { readCasesText } from '../../../domain/cases/read-cases.js';
import { BookImpact } from '../../../domain/impact/book-impact.js';
import { riskRater } from '../../../domain/impact/rate-risk.js';
import type { RatedRisk, Risk } from '../../../domain/impact/risk.js';
import type { SplitKey } from '../../../domain/impact/split-value.js';
import { stagesBetween } from '../../../domain/impact/stages.js';
import { compileProduct, ratingOf } from '../../../domain/product/compile-product.js';
import { type ProductDefinition, productDefinition } from '../../../domain/product/definition.js';

const products = await demoProducts();

/** A demo product; changes to it touch no other copy. */
export function aDemoProduct(key: string): ProductDefinition {
  const found = products.find((one) => one.key === key);
  if (!found) throw new Error(`There is no demo product ${key}.`);
  // Not `structuredClone`, which would keep parts shared that the file repeats by an alias.
  return JSON.parse(JSON.stringify(found.definition)) as ProductDefinition;
}

/** The cases of a demo product as a book of risks. */
export async function casesAsRisks(key: string): Promise<Risk[]> {
  const definition = aDemoProduct(key);
  const compiled = compileProduct(definition);
  const text = await readFile(`db/seeds/products/${key}.cases.yaml`, 'utf8');
  const { cases } = readCasesText(text, { definition, compiled });
  return cases.map(({ name, action, effectiveDate, term, intake }) => ({
    id: name,
    actionId: action.id,
    actionType: action.type,
    effectiveDate,
    term: term ?? ratingOf(compiled, action)?.terms[0] ?? 'ANNUAL',
    intake,
  }));
}

export function changed(
  definition: ProductDefinition,
  change: (copy: ProductDefinition) => void,
): ProductDefinition {
  const copy = structuredClone(definition);
  change(copy);
  return productDefinition.parse(copy);
}

/** Rates a book on two versions. */
export function impactOf(
  a: ProductDefinition,
  b: ProductDefinition,
  risks: readonly Risk[],
  { by = [], atMost }: { by?: SplitKey[]; atMost?: number } = {},
) {
  const stages = stagesBetween(a, b, atMost === undefined ? {} : { atMost });
  const book = new BookImpact(stages.stages, by);
  const rate = riskRater(stages, by);
  const rated = risks.map(rate).filter((one): one is RatedRisk => one !== null);
  for (const one of rated) book.add(one);
  return { stages: stages.stages, rated, report: book.report() };
}
