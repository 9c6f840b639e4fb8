import { describe, expect, it } from 'vitest';
import { thirdPartySettings } from '../../../domain/actions/third-party-action.js';
import { CarrierInputProblem, carrierInputs } from '../../../domain/carrier/carrier-inputs.js';
import { carrierOutcomeOf, rawText, readCarrierAnswer } from '../../../domain/carrier/carrier-outcome.js';
import type { ProductDefinition } from '../../../domain/product/definition.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { marketProduct } from '../../support/market-product.js';

const quoted = (change: object, currency = 'USD') =>
  readCarrierAnswer({ outcome: 'QUOTED', premium: 10, ...change } as never, currency);

describe('amounts', () => {
  it.each([
    [1000.1, '1000.10'],
    ['1000.1', '1000.10'],
    ['0010.500', '10.50'],
    [0.01, '0.01'],
    [1e6, '1000000.00'],
    ['9999999999999999.99', '9999999999999999.99'],
  ])('%s is read exactly', (premium, expected) => {
    expect(quoted({ premium })).toMatchObject({ premium: expected });
  });

  it.each([
    0,
    '0.00',
    -1,
    '-0.01',
    0.001,
    '1.005',
    1e300,
    '1e3',
    '',
    'ten',
    '12345678901234567',
    null,
    true,
    [1],
  ])('%s is no premium', (premium) => {
    expect(quoted({ premium })).toMatchObject({ problem: expect.stringContaining('premium') });
  });

  it.each([
    ['JPY', 1000, { premium: '1000' }],
    ['JPY', 1000.5, { problem: expect.stringContaining('must have no decimal places: it is in JPY') }],
    ['KWD', '10.005', { premium: '10.005' }],
    ['KWD', 10.0005, { problem: expect.stringContaining('at most 3 decimal places') }],
  ])('have the decimals of %s: %s', (currency, premium, expected) => {
    expect(quoted({ premium }, currency)).toMatchObject(expected);
  });

  it('may be zero for a coverage that is included', () => {
    const answer = quoted({ coverages: [{ type: 'A', title: 'B', premium: 0 }] });
    expect(answer).toMatchObject({ coverages: [{ premium: '0.00' }] });
  });
});

describe('the validity', () => {
  it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2028-02-29T12:00:00+14:00'])(
    'may be until %s',
    (expirationDate) => {
      expect(quoted({ expirationDate })).toMatchObject({ expirationDate });
    },
  );

  it.each([
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2027-02-29T00:00:00Z',
    '2027-01-01',
  ])('is not until %s', (expirationDate) => {
    expect(quoted({ expirationDate })).toMatchObject({ problem: expect.stringContaining('expirationDate') });
  });
});

describe('the text of an answer', () => {
  it.each([
    '',
    'null',
    '[]',
    '"x"',
    '{"a":',
    '{"a":"\\u0000"}',
    '{"a":"\\ud800"}',
    '{"__proto__":{"b":1}}',
    `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`,
    '{"a":1e999}',
  ])('%s cannot be read, and what is kept of it can be stored', (text) => {
    const outcome = carrierOutcomeOf(200, text);
    expect(outcome).toMatchObject({ kind: 'FAILED', code: 'CARRIER_ANSWER_MALFORMED' });
    expect(JSON.stringify(rawText(200, text))).not.toMatch(/\\u0000"|\ud800/);
  });

  it('does not need to be kept whole', () => {
    expect(JSON.stringify(rawText(500, 'x'.repeat(1_000_000))).length).toBeLessThan(5_000);
  });
});

describe('what a plan reads of a raw answer', () => {
  const read = (raw: object, from: string) =>
    carrierInputs(raw as never, [{ qid: 'q', answerType: 'TEXT', from }]).q;

  it.each([
    [{ a: { b: 'x' } }, 'a.b', 'x'],
    [{ a: [{ b: 0.1 }] }, 'a.0.b', '0.1'],
    [{ a: 1e21 }, 'a', '1000000000000000000000'],
    [{ a: false }, 'a', 'false'],
    [{ a: ['X', 'Y'] }, 'a', 'X,Y'],
  ])('%j at %s is %s', (raw, from, answer) => {
    expect(read(raw, from)).toEqual({ type: 'ANSWER', qid: 'q', answer });
  });

  it.each([
    [{}, 'a'],
    [{ a: null }, 'a'],
    [{ a: 'x' }, 'a.length'],
    [{ a: [] }, 'a.length.b'],
    [{}, 'constructor.name'],
    [{}, '__proto__'],
  ])('%j has nothing at %s', (raw, from) => {
    expect(read(raw, from)).toBeUndefined();
  });

  it('is no object', () => {
    expect(() => read({ a: { b: 1 } }, 'a')).toThrow(CarrierInputProblem);
    expect(() => read({ a: [[1]] }, 'a')).toThrow(CarrierInputProblem);
  });
});

describe('the action in a product', () => {
  it.each(['/quotes', '/v2/quotes.json', '/a_b/c-d~e', '/...'])('may name the path %s', (path) => {
    expect(thirdPartySettings.path.safeParse(path).success).toBe(true);
  });

  it.each([
    'quotes',
    '/',
    '//evil.example',
    '/a//b',
    '/../x',
    '/a/..',
    '/.',
    '/a?b',
    '/a#b',
    '/a\\b',
    '/a b',
    '/%2e%2e',
  ])('may not name the path %s', (path) => {
    expect(thirdPartySettings.path.safeParse(path).success).toBe(false);
  });

  const issuesOf = (change: (definition: ProductDefinition) => void) => {
    const definition = structuredClone(marketProduct());
    change(definition);
    return lintDefinition(definition).filter(({ severity }) => severity === 'ERROR');
  };
  const algorithmOf = ({ configurations }: ProductDefinition) => {
    const action = configurations[0]?.events.GET_QUOTES?.find(
      ({ type }) => type === 'THIRD_PARTY_RATING_ALGO',
    );
    if (action?.type !== 'THIRD_PARTY_RATING_ALGO') throw new Error('the product has no such action');
    return action;
  };

  it('is sound as it is', () => {
    expect(issuesOf(() => undefined)).toEqual([]);
  });

  it('names a plan that is there', () => {
    const issues = issuesOf((definition) => {
      algorithmOf(definition).plan = 'nothing';
    });
    expect(JSON.stringify(issues)).toContain('nothing');
  });

  it('reads of the answer what its plan needs, under names that no line asks', () => {
    const missing = issuesOf((definition) => {
      algorithmOf(definition).inputs.shift();
    });
    expect(JSON.stringify(missing)).toContain('carrier.premium');
    const taken = issuesOf((definition) => {
      algorithmOf(definition).inputs.push({ qid: 'shop.revenue', answerType: 'MONEY', from: 'x' });
    });
    expect(JSON.stringify(taken)).toContain('is already a question of the product');
  });
});

it('of a carrier that is wrong more often than can be told is malformed, and does not break what reads it', () => {
  const details = Object.fromEntries(Array.from({ length: 160_000 }, (_, at) => [`d${at}`, 1]));
  expect(quoted({ coverages: [{ type: 'a', title: 'b', premium: 1, details }] })).toEqual({
    problem: 'the response has too many errors to list',
  });
});
