import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DemoProduct, demoProducts } from '../../../db/seeds/demo-products.js';
import { excelWorksheet } from '../../../documents/worksheets/excel.js';
import { pdfWorksheet } from '../../../documents/worksheets/pdf.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import type { RatingResult } from '../../../domain/rating/run/result.js';
import { aCoverage, aLine, answers, commonQuestions, compiled } from '../../domain/rating/rating-factory.js';
import {
  exampleIntake,
  exampleTables,
  exampleTypes,
  stepExamples,
} from '../../domain/rating/step-examples.js';
import { bundleIds, bundleProduct } from '../../support/bundle-product.js';
import { intakesNear } from '../../support/generated-intakes.js';
import { pdfPages } from '../../support/pdf-text.js';
import { openSpreadsheet, type Spreadsheet } from '../../support/spreadsheet.js';
import { aWorksheetDocument, type RateableAction, rateableActions } from '../../support/worksheet-factory.js';

let products: DemoProduct[];
let actions: RateableAction[];
beforeAll(async () => {
  products = await demoProducts();
  actions = rateableActions(products);
});

const bookOf = async (rating: RatingResult, intake: Parameters<RateableAction['rate']>[0]) =>
  openSpreadsheet(await excelWorksheet(aWorksheetDocument(rating, intake)));

/** What a row of the summary comes to when everything is computed anew. */
const onSummary = (book: Spreadsheet, label: string, column = 4) =>
  Number(book.computed('Summary', book.rowOf('Summary', label), column)).toFixed(2);

/** Computes the whole workbook anew and compares it with the rating, to the cent. */
function expectSamePremium(book: Spreadsheet, rating: RatingResult): void {
  for (const { sheet, row, column, formula, stored, computed } of book.formulas()) {
    const place = `${sheet} ${row}:${column} ${formula}`;
    if (typeof stored !== 'number') expect([place, computed]).toEqual([place, stored]);
    else expect(computed, place).toBeCloseTo(stored, 7);
  }
  if (rating.outcome !== 'QUOTED') return;
  expect(onSummary(book, 'Premium')).toBeDefined();
  const total = rating.taxesAndFees.reduce((sum, { amount }) => sum + Number(amount), Number(rating.premium));
  expect(onSummary(book, 'To pay')).toBe(total.toFixed(2));
  expect(onSummary(book, 'As quoted')).toBe(total.toFixed(2));
  const labels = book.rowOf('Summary', 'Coverage');
  const parts = rating.coverages.map((_, index) =>
    Number(book.computed('Summary', labels + 1 + index, 4)).toFixed(2),
  );
  expect(parts).toEqual(rating.coverages.map(({ premium }) => premium));
  const premiumRow = labels + rating.coverages.length + 1;
  expect(Number(book.computed('Summary', premiumRow, 4)).toFixed(2)).toBe(rating.premium);
}

describe('a workbook', () => {
  it('recalculates to the premium of every demo quote', async () => {
    expect(actions.length).toBeGreaterThan(3);
    for (const { product, rate } of actions) {
      for (const intake of [product.intakes.quoted, product.intakes.referred]) {
        const rating = rate(intake);
        expect(rating.outcome).toBe('QUOTED');
        expectSamePremium(await bookOf(rating, intake), rating);
      }
    }
  });

  it('recalculates to the premium of generated intakes, whatever their term', async () => {
    for (const { compiled: product, product: demo, rate, terms } of actions) {
      const cases = fc
        .constantFrom(demo.intakes.quoted, demo.intakes.referred)
        .chain((intake) => intakesNear(product.questionTypes, intake));
      await fc.assert(
        fc.asyncProperty(cases, fc.constantFrom(...terms), async (intake, term) => {
          const rating = rate(intake, term);
          if (rating.worksheet.length > 0) expectSamePremium(await bookOf(rating, intake), rating);
        }),
        { numRuns: 12 },
      );
    }
  }, 120_000);

  it('has a sheet for the summary and one for each coverage, with numbers as numbers', async () => {
    const { product, rate } = actions.find(({ product: { key } }) => key === 'cyber')!;
    const rating = rate(product.intakes.quoted);
    const book = await bookOf(rating, product.intakes.quoted);

    expect(book.sheetNames[0]).toBe('Summary');
    if (rating.outcome !== 'QUOTED') throw new Error('declined');
    for (const { title } of rating.coverages) {
      const start = title.slice(0, 15);
      expect(book.sheetNames.filter((name) => name.startsWith(start))).toHaveLength(1);
    }
    for (const name of book.sheetNames) expect(name.length).toBeLessThanOrEqual(31);
    const [sheet] = book.sheetNames.filter((name) => name.startsWith('Breach'));
    expect(typeof book.stored(sheet!, 3, 9)).toBe('number');
    expect(book.stored(sheet!, 3, 2)).toBe('Core premium');
  });

  it('shows every step once, under its number', async () => {
    for (const { product, rate } of actions) {
      const intake = product.intakes.quoted;
      const rating = rate(intake);
      const book = await bookOf(rating, intake);
      const numbers = book.workbook.worksheets
        .filter(({ name }) => name !== 'Summary' && name !== 'Inputs')
        .flatMap((sheet) => (sheet.getRows(1, sheet.rowCount) ?? []).map((row) => row.getCell(1).value))
        .filter((value) => typeof value === 'number');
      expect(numbers.toSorted((a, b) => a - b)).toEqual(rating.worksheet.map((_, index) => index + 1));
    }
  });

  it('follows a changed answer to the premium', async () => {
    const { product, rate } = actions.find(({ product: { key } }) => key === 'general-liability')!;
    const book = await bookOf(rate(product.intakes.quoted), product.intakes.quoted);
    const before = Number(onSummary(book, 'To pay'));

    book.change('Inputs', book.rowOf('Inputs', 'location.revenue'), 3, 2_300_000);

    expect(Number(onSummary(book, 'To pay'))).toBeGreaterThan(before + 1_000);
  });
});

describe('a step of each kind', () => {
  it.each(Object.entries(stepExamples))('%s is computed anew', async (_op, { plan }) => {
    const rated = compiled(plan, exampleTables, exampleTypes).rate({
      answers: exampleIntake,
      effectiveDate: '2026-01-01',
    });
    expectSamePremium(await bookOf(rated, exampleIntake), rated);
  });
});

describe('steps over a loop', () => {
  const steps = [
    { name: 'Area', op: 'set', by: { answer: 'location.area' } },
    { name: 'Twice', op: 'multiply', by: 2, when: { '==': [{ answer: 'location.state' }, 'CA'] } },
  ];
  const condition = { '>': [{ answer: 'location.area' }, 10] };
  const plan = compiled({
    allowZeroPremium: true,
    derive: ['countOverLoop', 'anyOverLoop', 'allOverLoop'].map((op) => ({
      ...{ name: op, op, loop: 'locations', condition, as: op },
    })),
    coverages: ['sumOverLoop', 'maxOverLoop', 'minOverLoop', 'averageOverLoop'].map((op) =>
      aCoverage(op, [
        { name: op, op, loop: 'locations', steps, apply: 'set' },
        { name: 'Trend', op: 'multiply', by: { power: ['1.05', { iterations: 'locations' }] } },
        { name: 'Cents', op: 'round', digits: 2 },
        { name: 'Each', op: 'multiply', by: { value: 'countOverLoop' } },
        { name: 'Any', op: 'add', by: 3, when: { value: 'anyOverLoop' } },
        { name: 'All', op: 'add', by: { if: [{ '==': [{ value: 'allOverLoop' }, true] }, 5, 7] } },
      ]),
    ),
  });

  it('are computed anew from what each iteration came to', async () => {
    const location = fc.record({
      'location.area': fc.integer({ min: 1, max: 20 }).map(String),
      'location.state': fc.constantFrom('CA', 'NY'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(location, { minLength: 1, maxLength: 5 }), async (locations) => {
        const intake = answers({ locations });
        const rating = plan.rate({ answers: intake, effectiveDate: '2026-01-01' });
        expect(rating.outcome).toBe('QUOTED');
        const book = await bookOf(rating, intake);
        expectSamePremium(book, rating);
        const formulas = book.formulas().map(({ formula }) => formula.replace(/\(.*/, ''));
        for (const name of ['SUM', 'MAX', 'MIN', 'AVERAGE', 'COUNTIF', 'OR', 'AND']) {
          expect(formulas).toContain(name);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('loops inside loops', () => {
  const loop = (qid: string, questions: object[]) => ({
    ...{ qid, answerType: 'TEXT' as const },
    loop: { questions: questions as { qid: string; answerType: 'NUMBER' }[] },
  });
  const types = questionTypesOf(
    aLine([
      loop('drivers', [{ qid: 'driver.age', answerType: 'NUMBER' }]),
      loop('vehicles', [{ qid: 'vehicle.value', answerType: 'NUMBER' }]),
    ]),
  );
  const both = { '+': [{ answer: 'driver.age' }, { answer: 'vehicle.value' }] };
  const old = { '>': [{ answer: 'driver.age' }, 30] };
  const overDrivers = (op: string, more: object) => ({ name: op, op, loop: 'drivers', ...more });
  const pairs = (op: string) => ({
    ...{ name: 'Pairs', op, loop: 'vehicles', apply: 'set' },
    steps: [
      overDrivers(op, { apply: 'add', steps: [{ name: 'Both', op: 'set', by: both }] }),
      overDrivers('countOverLoop', { condition: old, as: 'old' }),
      { name: 'Old drivers', op: 'multiply', by: { value: 'old' } },
      { name: 'Fixed', op: 'add', by: 1 },
    ],
  });

  it('are computed anew, the inner amounts apart from the outer ones', async () => {
    const ops = ['sumOverLoop', 'maxOverLoop', 'minOverLoop', 'averageOverLoop'];
    const plan = compiled({ coverages: ops.map((op) => aCoverage(op, [pairs(op)])) }, {}, types);
    const intake = answers({
      drivers: [{ 'driver.age': '20' }, { 'driver.age': '40' }, { 'driver.age': '60' }],
      vehicles: [{ 'vehicle.value': '5' }, { 'vehicle.value': '9' }],
    });
    const rating = plan.rate({ answers: intake, effectiveDate: '2026-01-01' });
    const book = await bookOf(rating, intake);
    expectSamePremium(book, rating);
    const outer = book
      .formulas()
      .filter(({ formula }) => /^(SUM|MAX|MIN|AVERAGE)\(J\d+:J\d+,J/.test(formula));
    expect(outer).toHaveLength(ops.length);
  });
});

describe('ranks', () => {
  it('are computed anew, of fractions and of equals', async () => {
    const rank = (first: string) => ({ name: first, op: 'rank', first, as: first, by: { value: 'share' } });
    const plan = compiled({
      allowZeroPremium: true,
      loops: [
        {
          loop: 'locations',
          derive: [
            { name: 'Share', op: 'derive', as: 'share', value: { '/': [{ answer: 'location.area' }, 7] } },
            ...['highest', 'lowest'].map(rank),
          ] as never,
        },
      ],
      coverages: ['highest', 'lowest'].map((by) =>
        aCoverage(by, [
          {
            ...{ name: 'All', op: 'sumOverLoop', loop: 'locations', apply: 'set' },
            steps: [
              { name: 'By rank', op: 'set', by: { '*': [{ value: by }, { answer: 'location.area' }] } },
            ],
          },
        ]),
      ),
    });
    const areas = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(areas, async (given) => {
        const intake = answers({ locations: given.map((area) => ({ 'location.area': String(area) })) });
        const rating = plan.rate({ answers: intake, effectiveDate: '2026-01-01' });
        const book = await bookOf(rating, intake);
        expectSamePremium(book, rating);
        expect(book.formulas().filter(({ formula }) => formula.startsWith('RANK'))).toHaveLength(
          given.length * 2,
        );
      }),
      { numRuns: 12 },
    );
  });
});

describe('rounding', () => {
  const modes = ['HALF_UP', 'HALF_EVEN', 'UP', 'DOWN', 'CEILING', 'FLOOR'];
  const amounts = [
    '2.345',
    '2.355',
    '1.005',
    '1234.5',
    '1233.5',
    '0.125',
    '17.3',
    '8.28',
    '1.115',
    '1000000.075',
  ];

  it.each(modes)('%s gives the same cents as the rating', async (mode) => {
    for (const digits of [2, 1, 0, -1]) {
      const plan = compiled({
        allowZeroPremium: true,
        coverages: amounts.map((amount, index) =>
          aCoverage(`C${index}`, [
            { name: 'Amount', op: 'set', by: amount },
            { name: 'Computed', op: 'multiply', by: { '/': [{ '*': [1, 3] }, 3] } },
            { name: 'Rounded', op: 'round', digits, mode },
            { name: 'Plus', op: 'add', by: 1 },
          ]),
        ),
      });
      const rating = plan.rate({ answers: {}, effectiveDate: '2026-01-01' });
      expectSamePremium(await bookOf(rating, {}), rating);
    }
  });
});

describe('parts of a premium', () => {
  it('are shared out like the rating does, to the last cent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(5_000), { minLength: 1, maxLength: 9 }),
        fc.constantFrom('0.7', '1.333', '0.0001'),
        fc.constantFrom(0, 1, 2),
        async (amounts, factor, digits) => {
          const plan = compiled({
            allowZeroPremium: true,
            rounding: { digits, mode: 'HALF_UP' },
            coverages: amounts.map((amount, index) =>
              aCoverage(`C${index}`, [{ name: 'Base', op: 'set', by: String(amount / 100) }]),
            ),
            policy: [{ name: 'Discount', op: 'multiply', by: factor }],
          });
          const rating = plan.rate({ answers: {}, effectiveDate: '2026-01-01' });
          expectSamePremium(await bookOf(rating, {}), rating);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('a premium divided among iterations', () => {
  const rowsOf = ({ workbook }: Spreadsheet, title: string): number[] => {
    const sheet = workbook.getWorksheet('Premium')!;
    const rows = sheet.getRows(1, sheet.rowCount) ?? [];
    return rows.filter((row) => row.getCell(2).value === title).map(({ number }) => number);
  };
  const addsUp = async (rating: RatingResult, intake: Parameters<RateableAction['rate']>[0]) => {
    const book = await bookOf(rating, intake);
    expectSamePremium(book, rating);
    return book;
  };

  it('is computed anew, to the last cent', async () => {
    const areas = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 7 });
    await fc.assert(
      fc.asyncProperty(areas, fc.constantFrom(0, 2), async (given, digits) => {
        const by = { '*': [{ answer: 'location.area' }, '1.23'] };
        const steps = [{ name: 'Area', op: 'set', by, as: 'rated' }];
        const details = [{ key: 'premium', loop: 'locations', allocate: { value: 'rated' } }];
        const plan = compiled({
          rounding: { digits, mode: 'HALF_UP' },
          coverages: ['A', 'B'].map((code) =>
            aCoverage(code, [{ name: 'All', op: 'sumOverLoop', loop: 'locations', steps, apply: 'set' }], {
              details,
            }),
          ),
          policy: [{ name: 'Discount', op: 'multiply', by: '0.777' }],
        } as never);
        const intake = answers({ locations: given.map((area) => ({ 'location.area': String(area) })) });
        await addsUp(plan.rate({ answers: intake, effectiveDate: '2026-01-01' }), intake);
      }),
      { numRuns: 12 },
    );
  });

  it('follows a changed answer, in a package, too', async () => {
    const bundle = compileProduct(bundleProduct()).bundles.get(bundleIds.action)!;
    const intake = answers({
      ...{ 'owner.loyal': 'true', 'house.value': '200000' },
      cars: [{ 'car.value': '20000' }, { 'car.value': '4333' }],
    });
    const rating = bundle.rate({ answers: intake, effectiveDate: '2026-01-01' });
    const book = await addsUp(rating, intake);
    const parts = () => {
      const last = rowsOf(book, 'Cars 2').at(-1)!;
      return [last - 1, last].map((row) => Number(book.computed('Premium', row, 9)).toFixed(2));
    };
    if (rating.outcome !== 'QUOTED') throw new Error('declined');
    const car = rating.coverages.find(({ code }) => code === 'CAR');
    expect(parts()).toEqual(car?.details.premium?.map(({ amount }) => amount));
    const [before = ''] = parts();
    book.change('Inputs', book.rowOf('Inputs', 'car.value'), 3, 40_000);
    expect(Number(parts()[0])).toBeGreaterThan(Number(before) * 1.5);
  });
});

describe('a workbook of thousands of iterations', () => {
  it('is written, and still adds up', async () => {
    const questions = commonQuestions.map((question) =>
      question.loop ? { ...question, loop: { ...question.loop, maxIterations: 5_000 } } : question,
    );
    const types = questionTypesOf(aLine(questions));
    const plan = compiled(
      {
        coverages: [
          aCoverage('MAIN', [
            {
              name: 'All',
              op: 'sumOverLoop',
              loop: 'locations',
              apply: 'set',
              steps: [
                { name: 'Area', op: 'set', by: { answer: 'location.area' } },
                { name: 'Rate', op: 'multiply', by: '0.015' },
              ],
            },
          ]),
        ],
      },
      {},
      types,
    );
    const intake = answers({
      locations: Array.from({ length: 5_000 }, (_, index) => ({ 'location.area': String(index) })),
    });
    const rating = plan.rate({ answers: intake, effectiveDate: '2026-01-01' });
    const book = await bookOf(rating, intake);

    expect(rating.worksheet.length).toBeGreaterThan(10_000);
    const sum = book.workbook.getWorksheet('MAIN')!.getRow(10_003);
    expect([sum.getCell(2).value, sum.getCell(8).formula]).toEqual(['All', 'SUM(J4:J10002)']);
    expect(sum.getCell(8).result).toBeCloseTo(187_462.5);
  }, 60_000);
});

describe('texts that a spreadsheet could take for something else', () => {
  it('stay texts', async () => {
    const plan = compiled({
      coverages: [
        aCoverage('=1+1', [{ name: '=HYPERLINK("http://example.com")', op: 'set', by: 100 }], {
          title: "[A] 'very' long: title / of * a ? coverage \\ here",
        }),
      ],
    });
    const rating = plan.rate({ answers: {}, effectiveDate: '2026-01-01' });
    const book = await bookOf(rating, {});

    const sheet = book.workbook.worksheets[1]!;
    expect(sheet.name).toMatch(/^A 'very' long/);
    expect(sheet.getCell('B3').formula).toBeUndefined();
    expect(sheet.getCell('B3').value).toBe('=HYPERLINK("http://example.com")');
    expectSamePremium(book, rating);
  });
});

describe('answers that no spreadsheet or page was made for', () => {
  it('are shown as far as they can be', async () => {
    const odd = [
      '\u0001\u0002 control \uFFFE',
      '👩‍👩‍👧 𝒳 مرحبا 漢字',
      'x'.repeat(60_000),
      `${'9'.repeat(17)}`,
      '<b>&"\'',
    ];
    for (const note of odd) {
      const plan = compiled({
        derive: [{ name: 'Copied', op: 'derive', as: 'copy', value: { answer: 'note' } }],
        coverages: [aCoverage('MAIN', [{ name: 'Base', op: 'set', by: 100 }])],
      });
      const intake = answers({ note, 'client.name': note });
      const rating = plan.rate({ answers: intake, effectiveDate: '2026-01-01' });
      expect(rating.worksheet.length).toBeGreaterThan(1);

      const book = await bookOf(rating, intake);
      expect(onSummary(book, 'To pay')).toBe('100.00');
      const document = aWorksheetDocument(rating, intake);
      for (const verbose of [false, true]) {
        const pages = await pdfPages(await pdfWorksheet(document, { verbose }));
        expect(pages.join(' ')).toContain('100.00');
      }
    }
  });
});
