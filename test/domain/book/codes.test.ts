import { beforeAll, describe, expect, it } from 'vitest';
import { demoProduct } from '../../../db/seeds/demo-products.js';
import { codesOf, oddCodesOf, oddCodesOfClient, type ProductCodes } from '../../../domain/book/codes.js';
import { bookPolicy } from '../../../domain/book/records.js';
import { compileProduct } from '../../../domain/product/compile-product.js';

let codes: ProductCodes;
beforeAll(async () => {
  const { definition } = await demoProduct('general-liability');
  codes = codesOf({ definition, compiled: compileProduct(definition) });
});

const issued = { kind: 'ISSUE', effectiveDate: '2025-03-01', premium: '100' };
const renewed = { kind: 'RENEW', effectiveDate: '2026-03-01', premium: '100' };

const found = (changes: object[], isInForce = true) => {
  const policy = bookPolicy.parse({ id: 'P', policyNumber: 'P', client: 'C', product: 'gl', changes });
  const { errors, odd } = oddCodesOf(policy, codes, { isInForce });
  return {
    errors: errors.map(({ field, message }) => `${field}: ${message}`),
    odd: odd.map(({ finding: { field, message } }) => `${field}: ${message}`),
  };
};

describe('codes of a book', () => {
  it('names questions and coverages that the product does not know', () => {
    const answers = {
      'locations[0].location.area': '3200',
      'client.sate': 'TX',
      'locations[0].color': 'red',
    };
    const coverages = [
      { coverage: 'PREMISES', premium: '90' },
      { coverage: 'MEDICALS', premium: '10' },
    ];
    expect(found([{ ...issued, premium: undefined, answers, coverages }])).toEqual({
      errors: [],
      odd: [
        'changes[0].answers.client.sate: general-liability asks no question "client.sate"; did you mean "client.state"?',
        'changes[0].answers.locations[0].color: general-liability asks no question "color"',
        'changes[0].coverages[1].coverage: general-liability has no coverage "MEDICALS"; did you mean "MEDICAL"?',
      ],
    });
  });

  it('refuses answers that a policy in force has now and that its product cannot read', () => {
    const unreadable = { 'locations[0].location.area': 'large', 'location.area': '5', locations: '2' };
    const { errors } = found([{ ...issued, answers: unreadable }]);
    expect(errors).toEqual([
      'changes[0].answers.locations[0].location.area: the answer to "location.area" is not a number of at most 18 digits before and 16 after the point: "large"',
      'changes[0].answers.location.area: the product asks it as `locations[0].location.area`',
      'changes[0].answers.locations: the product asks it as `locations[0].…`',
    ]);
  });

  it('warns of those of the past, and of policies that have ended', () => {
    const odd = { ...issued, answers: { 'claims.count': 'many', 'client.website': '' } };
    const corrected = { kind: 'ENDORSE', effectiveDate: '2025-05-01', premium: '0' };
    expect(found([odd]).errors).toHaveLength(1);
    expect(found([odd], false)).toMatchObject({ errors: [], odd: [expect.any(String)] });
    expect(found([odd, { ...corrected, answers: { 'claims.count': '2' } }])).toMatchObject({
      errors: [],
      odd: [expect.any(String)],
    });
    expect(found([odd, { ...renewed, answers: { 'claims.count': '2' } }]).errors).toEqual([]);
    expect(found([odd, renewed]).errors).toHaveLength(1);
  });

  it('names answers of a client that no product asks', () => {
    const answers = { 'client.name': 'Heron', 'locations[0].location.area': '1', 'client.shoe': '9' };
    const odd = oddCodesOfClient(answers, { insurer: 'Granite', products: [codes] });
    expect(odd.map(({ finding }) => finding)).toEqual([
      {
        field: 'answers.client.shoe',
        message: expect.stringContaining('no product of Granite asks "client.shoe"'),
      },
    ]);
  });
});
