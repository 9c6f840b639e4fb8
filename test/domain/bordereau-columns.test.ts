import { expect, it } from 'vitest';
import { bordereauColumns, cellOf, defaultColumns } from '../../domain/bordereau/columns.js';
import type { BordereauRow } from '../../domain/bordereau/row-facts.js';
import { lintDefinition } from '../../domain/product/lint/lint.js';
import { shopOfLives } from '../support/shop-of-lives.js';

const row: BordereauRow = {
  ...{ policyNumber: 'P-1', insured: { name: 'Corner Shop' }, sellerName: 'Agency', insurerName: 'Mutual' },
  ...{ productName: 'Shops', termFrom: '2040-01-10', termUntil: '2041-01-10', type: 'ISSUE' },
  ...{ effectiveDate: '2040-01-10', recordedOn: '2040-01-09', periodEnd: '2040-01-31', currency: 'USD' },
  ...{
    premium: '1200.00',
    taxesAndFees: '60.00',
    commission: '180.00',
    answers: { 'shop.revenue': '120000' },
  },
};

const problems = (columns: unknown) =>
  bordereauColumns.safeParse(columns).error?.issues.map(({ path, message }) => [path.join('.'), message]) ??
  [];

it('a column is a fact, an answer or a text', () => {
  expect(cellOf({ name: 'Revenue', answer: 'shop.revenue' }, row)).toBe('120000');
  expect(cellOf({ name: 'Loss', answer: 'shop.loss' }, row)).toBeNull();
  expect(cellOf({ name: 'UMR', text: 'B0999' }, row)).toBe('B0999');
  expect(cellOf({ name: '%', fact: 'commissionPercent' }, { ...row, premium: '0.00' })).toBeNull();
  expect(problems([{ name: 'Both', fact: 'premium', text: 'B0999' }])).toEqual([
    ['0', 'must have a `fact`, an `answer` or a `text`'],
  ]);
});

it('refuses an unknown fact by the nearest one, and a name twice', () => {
  expect(problems([{ name: 'Premium', fact: 'premum' }])).toEqual([
    ['0.fact', 'is no fact of a bordereau; did you mean "premium"?'],
  ]);
  const twice = { name: 'Premium', fact: 'premium' };
  expect(problems([twice, twice])).toEqual([['', 'must have each name only once']]);
});

it('a product is refused whose column names no question that is asked once', () => {
  const shop = shopOfLives({ reporting: { bordereau: [{ name: 'Revenue', answer: 'shop.revenues' }] } });
  expect(lintDefinition(shop)).toContainEqual(
    expect.objectContaining({
      severity: 'ERROR',
      path: ['policy', 'reporting', 'bordereau', 0, 'answer'],
      message: 'there is no question "shop.revenues"; did you mean "shop.revenue"?',
    }),
  );
});

it('the default columns have names of the Coverholder Reporting Standards, each once', () => {
  expect(problems(defaultColumns)).toEqual([]);
  const values = defaultColumns.map((column) => [column.name, cellOf(column, row)]);
  expect(values.slice(-5)).toEqual([
    ['Total Gross Written Premium', 1200],
    ['Total Taxes and Levies', 60],
    ['Commission %', 15],
    ['Commission Amount', 180],
    ['Net Premium to Underwriters', 1020],
  ]);
});
