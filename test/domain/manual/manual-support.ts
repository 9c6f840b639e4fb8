import { type DemoProduct, demoProducts } from '../../../db/seeds/demo-products.js';
import { rateAction, ratingActionOf } from '../../../domain/cases/rate-action.js';
import type { ResolvedNode } from '../../../domain/forms/blocks/index.js';
import type { ResolvedDocument } from '../../../domain/forms/resolved.js';
import type { ManualExample } from '../../../domain/manual/example-chapter.js';
import { rateManual } from '../../../domain/manual/rate-manual.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../../domain/product/definition.js';

export const products = await demoProducts();

export function productOf(key: string): DemoProduct {
  return products.find((product) => product.key === key)!;
}

/** The demo intake that is quoted, as a manual's example. */
export function anExample({ definition, intakes }: DemoProduct): ManualExample {
  const product = { definition, compiled: compileProduct(definition) };
  const action = ratingActionOf(definition, undefined);
  if (typeof action === 'string') throw new Error(action);
  const asked = { intake: intakes.quoted, effectiveDate: '2026-07-01', term: 'ANNUAL' as const };
  return { name: 'A quote', action, ...asked, rated: rateAction(product, action, asked) };
}

export function manualOf(
  definition: ProductDefinition,
  example: ManualExample | null = null,
): ResolvedDocument {
  return rateManual({ definition, example, createdAt: '2026-07-01T00:00:00Z' });
}

/** The texts of a manual in order; `without` leaves out the chapters of these titles. */
export function textsOf({ content }: ResolvedDocument, without: readonly string[] = []): string[] {
  let left = false;
  return content.flatMap((node) => {
    const texts = textsIn(node);
    if (node.style === 'chapter') left = without.some((title) => texts[0]?.endsWith(`  ${title}`));
    return left ? [] : texts;
  });
}

function textsIn(node: ResolvedNode): string[] {
  switch (node.kind) {
    case 'text': {
      const text = node.runs.map((run) => ('text' in run ? run.text : '')).join('');
      return text === '' ? [] : [text];
    }
    case 'table':
      return node.rows.flatMap(({ cells }) => cells.flatMap(textsIn));
    case 'stack':
    case 'columns':
    case 'list':
      return node.items.flatMap(textsIn);
    case 'image':
    case 'rule':
    case 'shapes':
    case 'space':
      return [];
  }
}
