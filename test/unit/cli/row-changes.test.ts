import { describe, expect, it } from 'vitest';
import { changeLines } from '../../../cli/comparison/change-text.js';
import { compareProducts } from '../../../domain/product/comparison/compare-products.js';
import { aProduct } from '../../support/product-factory.js';

const rows = (count: number, factor: (row: number) => number) =>
  Array.from({ length: count }, (_, row) => [String(row), factor(row)]);

const product = (table: unknown[]) =>
  aProduct((content) => {
    content.key = 'rates';
    content.product.id = '5f0c1f4e-3c5a-4b8e-9a51-1d7f3f1a0001';
    content.configurations = [];
    content.tables = { zips: { keys: [{ name: 'zip' }], columns: [{ name: 'factor' }], rows: table } };
  });

describe('the text of differences', () => {
  it('sums up the rows of a large table, and lists all where it is asked to', () => {
    const changes = compareProducts(
      product(rows(2_000, () => 1)),
      product(rows(2_000, (row) => (row % 2 === 0 ? 1.1 : 0.95))),
    );
    expect(changes).toHaveLength(2_000);
    const lines = changeLines(changes);
    expect(lines.slice(0, 4)).toEqual([
      '',
      'Tables',
      '  zips: factor of 2,000 rows changed, by -5.0% to +10.0%',
      '  zips [zip 0]: factor 1 → 1.1',
    ]);
    expect(lines).toHaveLength(14);
    expect(lines.at(-1)).toBe('  … and 1990 more changes of zips; --full lists them');
    expect(changeLines(changes, { full: true })).toHaveLength(2_002);
  });

  it('lists the rows of a small one', () => {
    const changes = compareProducts(product(rows(30, () => 1)), product(rows(30, () => 1.1)));
    expect(changeLines(changes)).toHaveLength(32);
  });
});
