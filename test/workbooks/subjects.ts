import { demoProducts } from '../../db/seeds/demo-products.js';
import { compileProduct, ratingOf } from '../../domain/product/compile-product.js';
import type { SheetSubject } from '../support/sheet-changes.js';
import { sheetFixtures } from '../support/sheet-fixtures.js';

/** Ratings of the demo products, and one for each kind of table and of step. */
export async function sheetSubjects(): Promise<SheetSubject[]> {
  const ofProducts = (await demoProducts()).flatMap((product) => {
    const compiled = compileProduct(product.definition);
    const actions = product.definition.configurations.flatMap(({ events }) => events.GET_QUOTES ?? []);
    return actions.flatMap((action) => {
      const plan = action.type === 'THIRD_PARTY_RATING_ALGO' ? undefined : ratingOf(compiled, action);
      if (!plan) return [];
      return (['quoted', 'referred'] as const).map((intake) => ({
        name: `${product.key} ${action.name} (${intake})`,
        plan,
        tables: product.definition.tables,
        questions: compiled.questionTypes,
        answers: product.intakes[intake],
      }));
    });
  });
  return [...ofProducts, ...sheetFixtures()];
}
