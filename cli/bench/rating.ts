import { performance } from 'node:perf_hooks';
import { demoProducts } from '../../db/seeds/demo-products.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { type Figure, rateFigure } from './figures.js';

const leastPerSecond = 3_000;

/** How many quotes of `general-liability` this process rates a second, with and without the worksheet's lines. */
export async function ratingFigures(durationMs: number): Promise<Figure[]> {
  const product = (await demoProducts()).find(({ key }) => key === 'general-liability');
  const [plan] = product ? compileProduct(product.definition).plans.values() : [];
  if (!product || !plan) throw new Error('There is no general-liability product to rate.');
  const request = {
    answers: product.intakes.quoted,
    effectiveDate: new Date().toISOString().slice(0, 10),
  };
  const perSecond = (keepWorksheet: boolean) => {
    rateFor(durationMs / 2, keepWorksheet);
    return rateFor(durationMs, keepWorksheet);
  };
  const rateFor = (ms: number, keepWorksheet: boolean) => {
    const begin = performance.now();
    let count = 0;
    while (performance.now() - begin < ms) {
      const { outcome } = plan.rate({ ...request, keepWorksheet });
      if (outcome !== 'QUOTED') throw new Error('The general-liability intake is not quoted.');
      count += 1;
    }
    return (count * 1000) / (performance.now() - begin);
  };
  return [
    rateFigure('rating.with-worksheet', 'rating on one core', perSecond(true), leastPerSecond),
    rateFigure(
      'rating.without-worksheet',
      'rating on one core, premiums only',
      perSecond(false),
      leastPerSecond,
    ),
  ];
}
