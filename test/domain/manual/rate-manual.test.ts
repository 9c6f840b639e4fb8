import { describe, expect, it } from 'vitest';
import { contentHash } from '../../../domain/ground/canonical-json.js';
import { activeQuestions } from '../../../domain/manual/asked-questions.js';
import { ratingTable } from '../../../domain/rating/tables/table.js';
import { anExample, manualOf, productOf, products, textsOf } from './manual-support.js';

describe.each(products)('the rate manual of $key', (product) => {
  const { definition } = product;
  const manual = manualOf(definition, anExample(product));
  const texts = textsOf(manual);
  const all = texts.join('\n');

  it('has every question, rule, coverage, table and charge', () => {
    expect(all).toContain(contentHash(definition));
    for (const { question } of activeQuestions(definition.product)) expect(all).toContain(question);
    for (const plan of Object.values(definition.ratingPlans)) {
      for (const { title } of plan.coverages) expect(all).toContain(title);
      for (const { message } of plan.underwriting) expect(all).toContain(message);
      for (const { name } of [...plan.derive, ...plan.policy]) expect(all).toContain(name);
    }
    for (const [index, { title = '' }] of Object.values(definition.tables).entries()) {
      expect(all).toContain(`Exhibit ${index + 1}: ${title}`);
    }
  });

  it('speaks in words: outside the index there is no id, no constant and no JSON', () => {
    const qids = new Set(activeQuestions(definition.product).map(({ qid }) => qid));
    const prose = textsOf(manual, ['Index']);
    expect(prose.filter((text) => [...qids].some((qid) => qid.includes('.') && text.includes(qid)))).toEqual(
      [],
    );
    expect(prose.filter((text) => /\b[a-z]+[A-Z]\w*/.test(text))).toEqual([]);
    expect(prose.filter((text) => /\b[A-Z]+_[A-Z_]+\b/.test(text))).toEqual([]);
    expect(prose.filter((text) => /[{}]|\[object|undefined|null|NaN/.test(text))).toEqual([]);
  });

  it('calculates its example through to the quote', () => {
    const example = anExample(product);
    const { premium, total } = example.rated;
    const calculated = texts.slice(
      texts.findIndex((text) => text.endsWith('Example: A quote') && !/^\d+$/.test(text)),
    );
    const [dollars, cents] = total!.split('.');
    const grouped = `$${Number(dollars).toLocaleString('en-US')}${cents === '00' ? '' : `.${cents}`}`;
    expect(calculated).toContain(grouped);
    expect(calculated.join('\n')).toContain(Number(premium).toLocaleString('en-US'));
    const steps = new Set(
      example.rated.worksheet.filter(({ section }) => section !== 'underwriting').map(({ step }) => step),
    );
    for (const step of steps) expect(calculated).toContain(step);
  });
});

describe('a rate manual', () => {
  const manual = textsOf(manualOf(productOf('general-liability').definition));
  const all = manual.join('\n');

  it('puts conditions and choices into words, with the texts of questions and the labels of answers', () => {
    expect(all).toContain(
      'Class hazard is “High” and “For how many full years has the business been operating?” is less than 2.',
    );
    expect(all).toContain('Applies if “Medical expense, any one person” is not “Excluded”.');
    expect(all).toContain(
      'Multiply by Factor in Exhibit 4 (Interest in the premises), by “Does the business own or rent the place?” of the location.',
    );
    expect(all).toContain('Revenue of all locations is more than 5,000,000.');
  });

  it('formats keys: labels with class codes, ranges, wildcards, and answers of a column in one number of digits', () => {
    expect(manual).toContain('Roofing (238160)');
    expect(manual).toContain('10 or more');
    expect(manual).toContain('10,000 to under 50,000');
    expect(manual).toContain('Any');
    expect(manual).toContain('0.80');
  });

  it('refers to the sections of another plan instead of repeating them', () => {
    expect(manual).toContain('The same as section 3.2.');
    expect(manual.filter((text) => text === 'Territory factor')).toHaveLength(2);
  });

  it('says what is left to a default, asked under a condition, or not rated', () => {
    expect(all).toContain('One of: None (0); $500; $1,000; $2,500; $5,000; $10,000. Default: $500.');
    expect(all).toContain('If “Does the business hire subcontractors?” is yes; must be answered.');
    expect(all).toContain('Not used in rating.');
  });

  it('says that a loop which needs an iteration must be answered', () => {
    const text = manual.findIndex((each) => /^1 to \d+ locations\.$/.test(each));
    expect(manual[text + 1]).toBe('Always; must be answered.');
  });

  it('lists minimum premiums', () => {
    expect(manual.slice(manual.indexOf('Minimum terrorism premium', manual.indexOf('At least')))).toContain(
      '$5',
    );
  });

  it('says of which tax or fee a minimum is', () => {
    const definition = structuredClone(productOf('general-liability').definition);
    const [plan] = Object.values(definition.ratingPlans);
    const [tax] = plan!.taxesAndFees;
    tax!.type = 'STATE_TAX';
    tax!.steps.push({ name: 'Least tax', op: 'minimum', by: '50 %', scaledByTerm: false });
    const texts = textsOf(manualOf(definition));
    const row = texts.lastIndexOf('Least tax');
    expect(texts.slice(row - 1, row + 2)).toEqual(['State tax', 'Least tax', '$0.50']);
  });

  it('says nothing of bases that a graduated grid does not print', () => {
    const definition = structuredClone(productOf('general-liability').definition);
    const grid = (across?: ('*' | number)[]) => {
      const keys = [{ name: 'zone' }, { name: 'sum', match: 'upTo', type: 'number' }];
      const rows = across ? [['A', 3, 2]] : [['A', 100, 3]];
      const table = { keys, columns: [{ name: 'rate' }], graduated: { per: 10 }, rows, across };
      definition.tables.grid = ratingTable.parse(table);
      return textsOf(manualOf(definition)).filter((text) => text.startsWith("Each band's part"));
    };
    expect(grid([100, '*'])).toEqual(["Each band's part is charged at its rate per 10."]);
    expect(grid()).toEqual([expect.stringContaining('the base, which is')]);
  });

  it('notes on its first page that there is no example', () => {
    expect(all).toContain('It has no example: no case of the product is quoted.');
    expect(all).not.toContain('Example: ');
  });

  it('labels a table that several questions share by the question of each row', () => {
    const cyber = textsOf(manualOf(productOf('cyber').definition));
    const row = cyber.lastIndexOf('EDR') - 9;
    expect(cyber.slice(row, row + 12).join(' ')).toContain('EDR Everywhere −0.05');
  });

  it('explains a package by its components', () => {
    const texts = textsOf(manualOf(productOf('business-package').definition));
    expect(texts).toContain('Experience modifier (Property) is more than 1.3.');
    expect(texts).toContain('The package is declined.');
    expect(texts).toContain('Eighteen months');
  });
});
