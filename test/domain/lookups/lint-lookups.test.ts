import { describe, expect, it } from 'vitest';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { type Lookup, lookupProduct, shopLookups } from '../../support/lookup-product.js';

const found = (changes: { score?: Lookup; vehicle?: Lookup }) =>
  lintDefinition(lookupProduct(shopLookups(changes))).map(
    ({ severity, path, message }) => `${severity} ${path.slice(4).join('.')}: ${message}`,
  );

it('finds nothing in lookups that work', () => {
  expect(found({})).toEqual([]);
});

it('warns of lookups one after another that take longer than a request waits', () => {
  const score = { deadlineSeconds: 20 };
  expect(found({ score, vehicle: { deadlineSeconds: 20 } })).toEqual([]);
  expect(found({ score, vehicle: { deadlineSeconds: 20, order: -2 } }).join('\n')).toContain(
    'may take 40 s, but a synchronous request waits 25 s',
  );
});

describe('finds', () => {
  const fill = { from: 'value' };
  it.each([
    ['one that runs too late', { score: { order: 0 } }, 'ERROR -1'],
    ['a loop that is none', { vehicle: { each: 'vehicle' } }, 'no line asks the loop question "vehicle"'],
    ['a question that nobody asks', { score: { fills: { 'shop.points': fill } } }, '"shop.points"'],
    [
      'a question of another loop',
      { score: { fills: { 'vehicle.value': fill } } },
      'not a question of the policy',
    ],
    [
      'a default out of bounds',
      { score: { fills: { 'shop.score': { ...fill, default: '101' } } } },
      'must be from 0 to 100',
    ],
    ['a default that is missing', { score: { fills: { 'shop.score': fill } } }, 'needs a default'],
    ['a place that is none', { score: { send: '{{payload.x}}' } }, 'cannot be sent to a source'],
    ['an answer of a loop', { score: { send: ['{{answer:vehicle.vin}}'] } }, 'has several answers'],
    [
      'one that fills what nothing reads',
      { vehicle: { send: {}, fills: { 'vehicle.value': fill, 'vehicle.vin': fill } } },
      'nothing in the product reads "vehicle.vin"',
    ],
  ])('%s', (_what, changes, part) => {
    const all = found(changes).join('\n');
    expect(all).toContain(part === 'ERROR -1' ? 'must run before the rating' : part);
  });

  it('a question that only a source answers, and none does', () => {
    expect(found({ score: { fills: { 'shop.revenue': { from: 'a', default: '1' } } } }).join('\n')).toContain(
      'nobody is asked "shop.score", and no lookup fills it',
    );
  });
});
