import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { htmlDocument } from '../../documents/html/html-document.js';
import { type QuoteToShow, quoteRecord } from '../../domain/forms/quote-record.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { compileProduct } from '../../domain/product/compile-product.js';
import { lintDefinition } from '../../domain/product/lint/lint.js';
import { quoteDetailsOf } from '../../domain/quote/quote-details.js';
import { answers } from '../domain/rating/rating-factory.js';
import { aProduct } from '../support/product-factory.js';

type Content = Record<string, unknown>;

const question = (qid: string, answerType: string) => ({ qid, question: qid, answerType, required: true });
const overVehicles = (by: unknown, when?: Content) => ({
  ...{ name: 'All vehicles', op: 'sumOverLoop', loop: 'vehicles', apply: 'set' },
  steps: [{ name: 'Rate', op: 'set', by, ...(when && { when }) }],
});
const label = { cat: [{ answer: 'vehicle.year' }, ' ', { answer: 'vehicle.make' }] };
const perVehicle = { loop: 'vehicles', scopeLabel: label };
const isInsured = { '>': [{ answer: 'vehicle.value' }, 0] };
const rates = {
  BI: { '+': [300, { '-': [2030, { answer: 'vehicle.year' }] }] },
  COLL: { '*': [{ answer: 'vehicle.value' }, 0.02] },
};
const formConfigId = randomUUID();

/** Vehicles by coverages, with a premium in each cell and the coverages' deductibles below. */
const layout = {
  content: [
    {
      table: {
        headerRows: 1,
        widths: ['*', 80, 80, 80],
        rows: [
          ['Vehicle', 'Bodily injury', 'Collision', 'Premium'],
          {
            ...{ repeat: 'quote.schedule', as: 'vehicle' },
            cells: [
              '{{vehicle.label}}',
              '{{vehicle.premiums.BI}}',
              '{{vehicle.premiums.COLL | or: –}}',
              '{{vehicle.premium}}',
            ],
          },
        ],
      },
    },
    {
      ...{ repeat: 'quote.schedule', as: 'vehicle' },
      content: [
        {
          ...{ repeat: 'vehicle.coverages', as: 'coverage' },
          content: ['{{vehicle.label}}: {{coverage.title}} {{coverage.limits}}'],
        },
      ],
    },
  ],
};

const product = aProduct((content) => {
  content.product.display.sections[0]!.subsections[0]!.questions.push({
    ...question('vehicles', 'TEXT'),
    loop: {
      iterationLabel: 'Vehicle',
      questions: [
        { ...question('vehicle.year', 'NUMBER'), min: 1950, max: 2030, decimals: 0 },
        question('vehicle.make', 'TEXT'),
        { ...question('vehicle.value', 'MONEY'), min: 0, max: 200000 },
      ],
    },
  });
  const deductible = { key: 'deductible', amount: 500, amountType: 'DEDUCTIBLE', description: 'Each loss' };
  Object.assign(content.ratingPlans.standard as Content, {
    coverages: [
      {
        ...{ code: 'BI', title: 'Bodily injury', type: 'Liability', steps: [overVehicles(rates.BI)] },
        details: [{ key: 'premium', allocate: rates.BI, ...perVehicle }],
      },
      {
        ...{ code: 'COLL', title: 'Collision', type: 'Physical damage' },
        steps: [overVehicles(rates.COLL, isInsured)],
        details: [
          { key: 'premium', when: isInsured, allocate: rates.COLL, ...perVehicle },
          { ...deductible, when: isInsured, ...perVehicle },
        ],
      },
    ],
    policy: [{ name: 'Multi-car', op: 'multiply', by: 0.85 }],
  });
  Object.assign(content, {
    forms: [
      {
        ...{ formConfigId, name: 'Schedule', kind: 'DOCUMENT', formNumber: 'S 1', formVersion: '01' },
        ...{ fileName: 'Schedule', needs: ['quote'], type: 'HTML', layout },
      },
    ],
  });
});

it('a form shows vehicles by coverages, with the premium and the deductibles of each', () => {
  expect(lintDefinition(product)).toEqual([]);
  const compiled = compileProduct(product);
  const intake = answers({
    'client.name': 'Ada',
    vehicles: [
      { 'vehicle.year': '2024', 'vehicle.make': 'Toyota', 'vehicle.value': '31000' },
      { 'vehicle.year': '1998', 'vehicle.make': 'Ford', 'vehicle.value': '0' },
    ],
  });
  const rating = compiled.plans.get('standard')!.rate({ answers: intake, effectiveDate: '2026-01-01' });
  if (rating.outcome !== 'QUOTED') throw new Error(JSON.stringify(rating.messages));
  const quote = quoteRecord(
    {
      ...{ requestId: randomUUID(), lineName: 'Auto', quotingOrganizationName: 'Us', type: 'QUOTE' },
      ...{ outcome: 'QUOTED', quoteTimestamp: new Date(0), effectiveDate: '2026-01-01', term: 'ANNUAL' },
      ...{ messages: [], metadata: {}, expiresAt: null },
      ...{ requiresUnderwriterApproval: false, requiresPolicyholderAcceptance: false },
      quoteDetails: quoteDetailsOf(rating, '2026-02-01T00:00:00Z'),
    } satisfies QuoteToShow,
    utcDate,
    'USD',
  );
  const records = { generatedAt: '2026-01-01T00:00:00Z', quote };
  const { document } = compiled.forms.documents.get(formConfigId)!.fill({ answers: intake, records });
  const text = htmlDocument(document)
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, '|');
  const cells = text.split('|').flatMap((cell) => cell.trim() || []);
  // 306 + 332 + 620, less 15%.
  expect(rating.premium).toBe('1069.30');
  expect(cells.slice(cells.indexOf('Vehicle'))).toEqual([
    ...['Vehicle', 'Bodily injury', 'Collision', 'Premium'],
    ...['2024 Toyota', '$260.10', '$527.00', '$787.10'],
    ...['1998 Ford', '$282.20', '–', '$282.20'],
    ...[
      '2024 Toyota: Bodily injury',
      '2024 Toyota: Collision $500 deductible: Each loss',
      '1998 Ford: Bodily injury',
    ],
  ]);
});
