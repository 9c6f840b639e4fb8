import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { demoProducts } from '../../../db/seeds/demo-products.js';
import { readCasesText } from '../../../domain/cases/read-cases.js';
import { runCases } from '../../../domain/cases/run-cases.js';
import { compileProduct } from '../../../domain/product/compile-product.js';

const products = await demoProducts();

describe.each(products)('the cases of $key', ({ key, definition }) => {
  it('are at least 30, calculated by hand, and pass', async () => {
    const product = { definition, compiled: compileProduct(definition) };
    const text = await readFile(`db/seeds/products/${key}.cases.yaml`, 'utf8');

    const { cases, issues } = readCasesText(text, product);
    expect(issues).toEqual([]);
    expect(cases.length).toBeGreaterThanOrEqual(30);

    const failed = runCases(product, cases).filter(({ passed }) => !passed);
    expect(failed).toEqual([]);
  });
});
