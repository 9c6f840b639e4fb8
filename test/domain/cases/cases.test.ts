import { describe, expect, it } from 'vitest';
import type { RateableProduct } from '../../../domain/cases/rate-action.js';
import { readCasesText } from '../../../domain/cases/read-cases.js';
import { runCases } from '../../../domain/cases/run-cases.js';
import { readCasesSheet } from '../../../domain/cases/sheet-cases.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import { aProduct } from '../../support/product-factory.js';

/** Premium 2 for each of the sales and 100 for each van, at least 50; sales above 900 are referred. */
function shop(): RateableProduct {
  const definition = aProduct(({ product, ratingPlans, configurations }) => {
    product.display.sections[0]!.subsections[0]!.questions.push({
      qid: 'vans',
      question: 'Vans?',
      answerType: 'TEXT',
      loop: {
        iterationLabel: 'Van',
        questions: [{ qid: 'van.plate', question: 'Plate?', answerType: 'TEXT' }],
      },
    });
    const standard = {
      title: 'Standard',
      terms: [
        { term: 'ANNUAL', factor: 1 },
        { term: 'HALF_YEAR', factor: 0.5 },
      ],
      derive: [{ name: 'Twice', op: 'derive', as: 'twice', value: { '*': [{ answer: 'shop.sales' }, 2] } }],
      coverages: [
        {
          code: 'BASE',
          title: 'Base',
          type: 'Liability',
          steps: [
            { name: 'Sales', op: 'set', by: { value: 'twice' } },
            { name: 'Vans', op: 'add', by: { '*': [{ iterations: 'vans' }, 100] } },
          ],
        },
      ],
      policy: [{ name: 'Minimum', op: 'max', by: 50 }],
      taxesAndFees: [{ type: 'FEE', steps: [{ name: 'Fee', op: 'set', by: 7 }] }],
      underwriting: [
        { id: 'large', outcome: 'REFER', when: { '>': [{ answer: 'shop.sales' }, 900] }, message: 'Large.' },
      ],
    };
    ratingPlans.standard = standard;
    ratingPlans.small = { ...standard, title: 'Small' };
    configurations[0]!.events.GET_QUOTES!.push({
      id: '5b0d3f5e-7c1b-4d8c-9c3b-2a4f6e8d0c12',
      name: 'Small',
      type: 'IOI_RATING',
      plan: 'small',
      when: { '<': [{ answer: 'shop.sales' }, 10] },
    });
  });
  return { definition, compiled: compileProduct(definition) };
}

const product = shop();

function run(text: string) {
  const { cases, issues } = readCasesText(text, product);
  expect(issues).toEqual([]);
  return runCases(product, cases);
}

function caseOf(expectation: string, answers = 'client.name: A, shop.sales: 200', more = ''): string {
  return `- { name: One, effectiveDate: 2026-01-01, ${more} answers: { ${answers} }, expect: { ${expectation} } }`;
}

describe('a case', () => {
  it.each([
    ['outcome: QUOTED, premium: 400, taxesAndFees: 7, total: 407.00, messages: []', undefined, ''],
    ['taxesAndFees: { FEE: 7 }, values: { BASE: 400, twice: 400.0 }', undefined, ''],
    ['premium: 200', undefined, 'term: HALF_YEAR,'],
    ['premium: 600', 'client.name: A, shop.sales: 200, vans: [{ van.plate: X }, { van.plate: 07 }]', ''],
    ['outcome: REFERRED, messages: [large]', 'client.name: A, shop.sales: 901', ''],
    ['messages: [UNDERWRITING_REFERRAL]', 'client.name: A, shop.sales: 901', ''],
    ['outcome: DECLINED, messages: [OUT_OF_BOUNDS]', 'client.name: A, shop.sales: 1001', ''],
    ['outcome: NOT_OFFERED', undefined, 'action: Small,'],
    ['outcome: QUOTED, premium: 50', 'client.name: A, shop.sales: 9', 'action: Small,'],
  ])('that expects %s of { %s } passes', (expectation, answers, more) => {
    expect(run(caseOf(expectation, answers, more))).toMatchObject([{ passed: true, differences: [] }]);
  });

  it('that fails says what differs, and the first step of the worksheet that leads there', () => {
    const [result] = run(caseOf('premium: 410, total: 407, values: { twice: 401 }'));
    expect(result).toMatchObject({
      passed: false,
      differences: [
        { key: 'premium', expected: '410', got: '400.00' },
        { key: 'values.twice', expected: '401', got: '400' },
      ],
      step: { number: 1, section: 'derive', step: 'Twice', after: '400' },
    });
    const [premiumOnly] = run(caseOf('premium: 410'));
    expect(premiumOnly?.step).toMatchObject({ section: 'policy', did: 'BASE, BASE 400', after: '400' });
  });

  it('that expects a premium of a declined quote got none', () => {
    const [result] = run(caseOf('premium: 1', 'client.name: A, shop.sales: 1001'));
    expect(result?.differences).toEqual([{ key: 'premium', expected: '1', got: null }]);
    expect(result?.messages).toMatchObject([{ code: 'OUT_OF_BOUNDS', qid: 'shop.sales' }]);
  });
});

describe('a file of cases', () => {
  it.each([
    ['- { name: A, effectivDate: 2026-01-01 }', 'effectivDate', 'did you mean "effectiveDate"?'],
    [caseOf('premum: 1'), 'premum', 'did you mean "premium"?'],
    [caseOf('premium: 1', 'shop.sale: 1'), 'shop.sale', 'did you mean "shop.sales"?'],
    [caseOf('premium: 1', 'vans: [{ van.plat: 1 }]'), 'van.plat', 'did you mean "van.plate"?'],
    [caseOf('premium: 1', 'van.plate: 1'), 'van.plate', 'in the loop "vans"'],
    [caseOf('premium: 1', 'vans: 3'), 'vans', '"vans" is a loop'],
    [caseOf('premium: 1', undefined, 'action: Smal,'), 'Smal', 'did you mean "Small"?'],
    [caseOf('premium: much'), 'much', 'must be a decimal number'],
    [caseOf('outcome: quoted'), 'quoted', 'must be one of QUOTED'],
    [caseOf(''), '{  }', 'must name at least one result'],
    [`${caseOf('premium: 1')}\n${caseOf('premium: 2')}`, 'One', 'another case has the name "One"'],
    ['name: A', 'name', 'must be a list, not a map of keys'],
  ])('%s is wrong at %s: %s', (text, wrong, message) => {
    const { cases, issues } = readCasesText(text, product);
    expect(cases).toEqual([]);
    const before = text.slice(0, text.lastIndexOf(wrong)).split('\n');
    const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
    expect(issues).toContainEqual({ ...place, message: expect.stringContaining(message) });
  });

  it('says where its syntax is broken', () => {
    expect(readCasesText('- { name: A', product).issues).toMatchObject([{ line: 1 }]);
  });

  it('can be a sheet with a row a case', () => {
    const cells = [
      [
        'name',
        'effectiveDate',
        'term',
        'client.name',
        'shop.sales',
        'vans[0].van.plate',
        'expect.premium',
        'expect.values.twice',
        null,
      ],
      ['One', '2026-01-01', null, 'A', 200, null, 400, 400, 'a note'],
      ['Two', '2026-01-01', 'HALF_YEAR', 'A', 200, '07', '250', null, null],
    ];
    const rows = cells.map((row, index) => ({ place: `line ${index + 1}`, cells: row }));
    const { cases, issues } = readCasesSheet(rows, product);
    expect(issues).toEqual([]);
    expect(runCases(product, cases)).toMatchObject([{ passed: true }, { passed: true, place: { line: 3 } }]);
  });

  it('that is a sheet has no unknown columns, and its errors name row and column', () => {
    const rows = (...cells: (string | null)[][]) =>
      cells.map((row, index) => ({ place: `line ${index + 1}`, cells: row }));
    expect(readCasesSheet(rows(['name', 'shop.sale']), product).issues).toEqual([
      { line: 1, column: 2, message: expect.stringContaining('did you mean "shop.sales"?') },
    ]);
    const wrong = rows(['name', 'effectiveDate', 'expect.premium'], ['One', '2026-13-01', '5']);
    expect(readCasesSheet(wrong, product).issues).toMatchObject([{ line: 2, column: 2 }]);
  });
});
