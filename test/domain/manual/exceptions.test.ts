import { describe, expect, it } from 'vitest';
import type { ProductDefinition } from '../../../domain/product/definition.js';
import { readProductFile } from '../../../domain/product/file/product-file.js';
import { productContent } from '../../support/product-factory.js';
import { manualOf, textsOf } from './manual-support.js';

const question = (qid: string, text: string, more: object) => ({
  qid,
  question: text,
  required: true,
  ...more,
});

/** A product of two states with a table of bands, a table of sizes, a rule and a tax. */
function definitionWith(changes: object[]): ProductDefinition {
  const content = structuredClone(productContent());
  content.product.display.sections[0]!.subsections[0]!.questions.push(
    question('client.state', 'State?', { answerType: 'SELECT', answerChoices: ['OH', 'TX'] }) as never,
    question('shop.size', 'Size of the shop', {
      answerType: 'SELECT',
      answerChoices: [
        { value: 'S', label: 'Small' },
        { value: 'L', label: 'Large' },
      ],
    }) as never,
    question('shop.area', 'Area', { answerType: 'NUMBER', min: 0, max: 500 }) as never,
    question('drug.free', 'Drug-free workplace', { answerType: 'BOOLEAN', condition: false }) as never,
  );
  const keys = { size: { answer: 'shop.size' } };
  const area = { keys: { area: { answer: 'shop.area' } }, column: 'amount' };
  Object.assign(content.ratingPlans.standard as object, {
    policy: [
      { name: 'Size', op: 'lookup', table: 'sizes', keys, column: 'factor', apply: 'multiply' },
      { name: 'Area', op: 'lookup', table: 'areas', ...area, apply: 'add' },
      { name: 'Fee', op: 'add', by: 10 },
    ],
    underwriting: [
      {
        id: 'large',
        outcome: 'REFER',
        when: { '>': [{ answer: 'shop.area' }, 400] },
        message: 'Large shop.',
      },
    ],
  });
  const tables = {
    sizes: {
      title: 'Sizes',
      keys: [{ name: 'size' }],
      columns: [{ name: 'factor' }],
      rows: [
        ['S', 1],
        ['L', 2],
      ],
    },
    areas: {
      keys: [{ name: 'area', match: 'upTo', type: 'number' }],
      columns: [{ name: 'amount' }],
      rows: [
        [100, 5],
        ['*', 9],
      ],
    },
  };
  const overlay = { name: 'Ohio, March 2027', state: 'OH', from: '2027-03-01', changes };
  const file = { ...content, tables, overlays: [overlay] };
  const { definition, issues } = readProductFile(JSON.stringify(file), 'JSON');
  expect(issues).toEqual([]);
  return definition!;
}

/** The texts of the chapter's only table, without its head. */
function exceptions(changes: object[]): string[] {
  const texts = textsOf(manualOf(definitionWith(changes)));
  const start = texts.lastIndexOf('In the state') + 1;
  return texts.slice(
    start,
    texts.findIndex((text, index) => index > start && /^\d+ {2}Index$/.test(text)),
  );
}

describe('the exceptions by state of a manual', () => {
  it('name exhibits and rows as the exhibits do', () => {
    const rows = [
      { table: 'sizes', row: ['L'], set: { factor: 2.5 } },
      { table: 'areas', row: ['*'], set: { amount: 12 } },
    ];
    expect(exceptions(rows)).toEqual([
      ...['Exhibit 1', 'Sizes', 'Size of the shop: Large', 'Factor: 2.5 instead of 2'],
      ...['Exhibit 2', 'Areas', 'Area: Over 100', 'Amount: 12 instead of 9'],
    ]);
  });

  it('write rules as the chapters do, with their numbers', () => {
    const half = { name: 'Half', op: 'multiply', by: '50 %', when: { answer: 'drug.free' } };
    expect(
      exceptions([
        { question: 'drug.free', set: { condition: null } },
        { step: 'Size', set: { when: { '<': [{ answer: 'shop.area' }, 300] } } },
        { step: 'Fee', after: [half], remove: true },
        { rule: 'large', set: { outcome: 'DECLINE' } },
      ]),
    ).toEqual([
      ...['Drug-free workplace', 'Yes or no.', 'Always; must be answered.'],
      ...['3.3.2', 'Size', 'Only if “Area” is less than 300:'],
      'Multiply by Factor in Exhibit 1 (Sizes), by “Size of the shop”.',
      ...['3.3.4', 'Fee', 'Does not apply.'],
      ...['New, after “Area”', 'Half', 'Only if “Drug-free workplace” is yes:', 'Multiply by 50 %.'],
      ...['3.1.1', 'Eligibility and underwriting', 'If “Area” is more than 400:', 'Declined.', 'Large shop.'],
    ]);
  });

  it('apply by the question for the state, which the rules do not name', () => {
    const texts = textsOf(manualOf(definitionWith([{ step: 'Fee', set: { by: 20 } }])));
    const notes = texts.slice(texts.indexOf('State?'), texts.indexOf('Size of the shop'));
    expect(notes).toContain('Decides which exceptions by state apply.');
    expect(notes).not.toContain('Not used in rating.');
  });

  it('write a new tax, and what they have no words for by its name', () => {
    const steps = [{ name: 'Levy', op: 'set', by: { '*': [{ value: 'premium' }, '1 %'] } }];
    const taxesAndFees = [{ type: 'FIRE_TAX', authority: 'Ohio', steps }];
    expect(exceptions([{ plan: 'standard', set: { quoteValidDays: 7, taxesAndFees } }])).toEqual([
      ...['New', 'Fire tax'],
      'Always charged. Levied by Ohio. A cancellation returns it by days, and an endorsement changes it by days.',
      ...['Levy', 'Take Premium × 1 %.'],
      ...['Quote valid days', '7 instead of 30'],
    ]);
  });
});
