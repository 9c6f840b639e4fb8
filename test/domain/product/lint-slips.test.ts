import { describe, expect, it } from 'vitest';
import { pathText } from '../../../domain/ground/lint-issue.js';
import { aProduct } from '../../support/product-factory.js';
import { lintButUnread } from './lint-factory.js';

type Content = Record<string, unknown>;

const question = (qid: string, answerType: string, more: Content = {}) => ({
  ...{ qid, question: `${qid}?`, answerType },
  ...more,
});
const asked = [
  question('state', 'SELECT', { required: true, answerChoices: ['NY', 'CA'] }),
  question('sprinklers', 'BOOLEAN', { required: true }),
  question('stories', 'NUMBER', { required: true, min: 0, max: 9 }),
  question('opened', 'DATE', { required: true }),
  question('perils', 'MULTI_SELECT', { required: true, answerChoices: ['FIRE', 'WIND'] }),
  question('staff', 'NUMBER'),
  question('tested', 'NUMBER', { required: true, condition: { '==': [{ answer: 'sprinklers' }, true] } }),
];

const base = { name: 'Base', op: 'set', by: 500 };
const multiply = (by: unknown, more: Content = {}) => ({ name: 'Step', op: 'multiply', by, ...more });

interface Parts {
  steps?: Content[];
  plan?: Content;
  tables?: Content;
  questions?: Content[];
}

/** What lint says of a plan over these questions. */
function issuesOf({ steps = [base], plan = {}, tables = {}, questions = [] }: Parts): string[] {
  const definition = aProduct((content) => {
    content.product.display.sections[0]!.subsections[0]!.questions.push(...asked, ...questions);
    content.tables = tables;
    const coverages = [{ code: 'BASE', title: 'Base', type: 'Liability', steps }];
    Object.assign(content.ratingPlans.standard as Content, { coverages, ...plan });
  });
  return lintButUnread(definition).map(
    ({ severity, path, message }) =>
      `${severity} ${pathText(path).replace('ratingPlans.standard.', '')}: ${message}`,
  );
}

const by = (expression: unknown, more: Content = {}) =>
  issuesOf({ steps: [base, multiply(expression, more)] });
const at = 'ERROR coverages[0].steps[1].by:';

describe('an answer that nobody has to give', () => {
  const unasked = `${at} "staff" need not be answered, and without it the rating declines here; make it required, give it a defaultAnswer, or test { answered: staff } first`;
  const hidden = `${at} "tested" is not always shown, and without it the rating declines here; add a "when" with the condition of the question, or write { "??": [{ answer: tested }, …] }`;
  const staff = { answer: 'staff' };
  const tested = { answer: 'tested' };
  const withSprinklers = { '==': [{ answer: 'sprinklers' }, true] };

  it('is reported where a step, a key, a derived value or a detail needs it', () => {
    expect(by(staff)).toEqual([unasked]);
    expect(by(tested)).toEqual([hidden]);
    expect(by({ '+': [1, { if: [{ '>': [staff, 1] }, 2, { '*': [tested, 2] }] }] })).toEqual([hidden]);
    expect(issuesOf({ plan: { derive: [{ name: 'D', op: 'derive', as: 'd', value: staff }] } })).toEqual([
      expect.stringMatching(/^ERROR derive\[0\]\.value: "staff" need not be answered/),
    ]);
    const rates = {
      keys: [{ name: 'tested', type: 'number', match: 'range' }],
      columns: [{ name: 'factor' }],
      rows: [[[null, null], 2]],
    };
    const lookup = { name: 'L', op: 'lookup', table: 'rates', keys: { tested }, apply: 'multiply' };
    expect(issuesOf({ steps: [base, lookup], tables: { rates } })).toEqual([
      expect.stringMatching(/^ERROR coverages\[0\]\.steps\[1\]\.keys\.tested: "tested" is not always shown/),
    ]);
  });

  it.each<[string, unknown, Content]>([
    ['by the condition of its question', tested, { when: withSprinklers }],
    [
      'by a condition that implies it',
      tested,
      { when: { and: [{ '==': [{ answer: 'state' }, 'NY'] }, { answer: 'sprinklers' }] } },
    ],
    ['by answered', staff, { when: { answered: 'staff' } }],
    ['by a test for null', staff, { when: { '!=': [staff, null] } }],
    ['by a comparison of it', staff, { when: { '>': [staff, 3] } }],
    ['within the expression', { if: [{ answered: 'staff' }, staff, 0] }, {}],
    ['the other way round', { if: [{ '!': [{ answered: 'staff' }] }, 1, staff] }, {}],
    ['by a value instead', { '+': [1, { '??': [staff, tested, 0] }] }, {}],
    ['by a part of a condition', { if: [{ and: [{ answered: 'staff' }, { '>': [staff, 1] }] }, 1, 2] }, {}],
  ])('is fine where it is guarded %s', (_how, expression, more) => {
    expect(by(expression, more)).toEqual([]);
  });

  it('is fine behind a rule, a list in an answer, and where the use of the plan needs it', () => {
    const rule = {
      id: 'r',
      outcome: 'INELIGIBLE',
      when: { '!': [{ answered: 'staff' }] },
      message: 'Say how many.',
    };
    expect(issuesOf({ steps: [base, multiply(staff)], plan: { underwriting: [rule] } })).toEqual([]);
    const burning = { in: ['FIRE', { answer: 'perils' }] };
    const alarm = question('alarm', 'NUMBER', { required: true, condition: burning });
    const steps = [
      base,
      multiply({ answer: 'alarm' }, { when: { and: [burning, { '>': [{ answer: 'stories' }, 1] }] } }),
    ];
    expect(issuesOf({ steps, questions: [alarm] })).toEqual([]);
  });

  it('is reported in a rule that its absence evades', () => {
    const rule = (when: unknown, outcome = 'DECLINE') =>
      issuesOf({ plan: { underwriting: [{ id: 'r', outcome, when, message: 'No.' }] } });
    expect(rule({ '>': [staff, 99] })).toEqual([
      'ERROR underwriting[0].when: "staff" need not be answered, and without it this rule does not apply; make it required, give it a defaultAnswer, or test { answered: staff } first',
    ]);
    expect(rule({ '>': [staff, 99] }, 'MESSAGE')).toEqual([]);
    expect(rule({ '>': [tested, 99] })).toEqual([]);
    expect(rule({ and: [{ answered: 'staff' }, { '>': [staff, 99] }] })).toEqual([]);
  });
});

describe('an amount that nothing sets', () => {
  it('is reported where a step changes it', () => {
    const first = (step: Content) => issuesOf({ steps: [{ name: 'First', ...step }] });
    const unset = (op: string) =>
      `ERROR coverages[0].steps[0]: "${op}" has no amount to change, as nothing sets it before; begin with "set" or "add"`;
    expect(first({ op: 'multiply', by: 2 })).toEqual([unset('multiply')]);
    expect(first({ op: 'round', digits: 0 })).toEqual([unset('round')]);
    expect(first({ op: 'sumOverLoop', loop: 'x', steps: [], apply: 'divide' })).toContain(unset('divide'));
    expect(first({ op: 'add', by: 2 })).toEqual([]);
    const sometimes = [{ ...base, when: { answer: 'sprinklers' } }, multiply(2)];
    expect(issuesOf({ steps: sometimes })).toEqual([
      'WARNING coverages[0].steps[1]: "multiply" may have no amount to change; set the amount in every case before',
    ]);
    expect(issuesOf({ plan: { taxesAndFees: [{ type: 'TAX', steps: [multiply(0.1)] }] } })).toEqual([
      expect.stringMatching(/^ERROR taxesAndFees\[0\]\.steps\[0\]: "multiply" has no amount/),
    ]);
  });
});

describe('operands that an operator cannot work with', () => {
  it.each<[string, unknown, string]>([
    [
      'a mode',
      { round: [{ answer: 'stories' }, 0, 'HALFUP'] },
      '"round" takes one of the modes HALF_UP, HALF_EVEN, UP, DOWN, CEILING, FLOOR, not "HALFUP"; did you mean "HALF_UP"?',
    ],
    ['digits', { round: [2, 0.5] }, '"round" takes a whole number from -6 to 10 here, not 0.5'],
    ['a text', { '+': [{ answer: 'stories' }, 'two'] }, '"+" needs numbers, not "two"'],
    ['a date', { '*': [{ answer: 'opened' }, 2] }, '"*" needs numbers, but "opened" is a date'],
    [
      'true or false',
      { max: [{ answer: 'sprinklers' }, 2] },
      '"max" needs numbers, but "sprinklers" is true or false',
    ],
    [
      'no date',
      { yearsBetween: ['2020-13-01', { answer: 'opened' }] },
      '"yearsBetween" needs dates (YYYY-MM-DD), not "2020-13-01"',
    ],
    [
      'the year 0',
      { yearsBetween: ['0000-01-01', { answer: 'opened' }] },
      '"yearsBetween" needs dates (YYYY-MM-DD), not "0000-01-01"',
    ],
    ['a choice', { answer: 'state' }, 'must be a number, and is a text'],
  ])('are reported: %s', (_what, expression, message) => {
    expect(by(expression)).toEqual([`${at} ${message}`]);
  });

  it.each<[string, unknown, string]>([
    [
      'swapped',
      { in: [{ answer: 'perils' }, 'FIRE'] },
      '"in" takes the single value first and the list second',
    ],
    [
      'swapped lists',
      { in: [['NY', 'CA'], { answer: 'state' }] },
      '"in" takes the single value first and the list second',
    ],
    [
      'a text for a list',
      { in: [{ answer: 'state' }, 'NY'] },
      '"in" looks for "state" within the text "NY"; write a list of values: ["NY"]',
    ],
    [
      'a single choice',
      { in: ['NY', { answer: 'state' }] },
      '"in" needs a list, but "state" is a text; compare with "=="',
    ],
    [
      'a date before a number',
      { '<': [{ answer: 'opened' }, 2020] },
      '"<" needs dates (YYYY-MM-DD), not 2020',
    ],
  ])('are reported in conditions: %s', (_what, when, message) => {
    expect(by(2, { when })).toContain(`ERROR coverages[0].steps[1].when: ${message}`);
  });
});

describe('names', () => {
  it('of derived values and coverages must not mean something else', () => {
    const named = (as: string) => issuesOf({ plan: { derive: [{ name: 'D', op: 'derive', as, value: 1 }] } });
    for (const name of ['effectiveDate', 'term', 'premium', 'by']) {
      expect(named(name)).toEqual([
        `ERROR derive[0].as: "${name}" has a meaning in every rating plan; choose another name`,
      ]);
    }
    expect(named('state')).toEqual([
      'ERROR derive[0].as: "state" is a question of the product; choose another name',
    ]);
    expect(named('BASE')).toEqual([
      'ERROR derive[0].as: "BASE" is the code of a coverage; choose another name',
    ]);
  });
});

describe('tables', () => {
  const lookup = (keys: Content, more: Content = {}) => ({
    ...{ name: 'L', op: 'lookup', table: 'rates', keys, apply: 'multiply' },
    ...more,
  });
  const rated = (keys: Content[], rows: unknown[], sought: Content, more: Content = {}) =>
    issuesOf({
      steps: [base, lookup(sought)],
      tables: { rates: { keys, columns: [{ name: 'factor' }], rows, ...more } },
    });
  const state = { name: 'state' };
  const years = { name: 'years', match: 'range', type: 'number' };
  const age = { years: { yearsBetween: [{ answer: 'opened' }, { value: 'effectiveDate' }] } };

  it('draw no curve through rows of different keys', () => {
    const rows = [
      ['*', 0, 1],
      ['*', 9, 2],
      ['NY', 1, 3],
      ['NY', 8, 4],
    ];
    const found = rated(
      [state, { name: 'at', type: 'number' }],
      rows,
      { state: { answer: 'state' }, at: { answer: 'stories' } },
      { interpolate: 'linear' },
    );
    expect(found).toContain(
      'ERROR tables.rates.rows[2]: would be interpolated together with rows[0], as both match the same "state": "NY" and "*"; separate them, or write the same "state" in every row of a curve',
    );
  });

  it('have no row for a choice that there is not, whatever its other keys', () => {
    expect(
      rated(
        [state, years],
        [
          ['NY', '*', 1],
          ['CA', '*', 2],
          ['TZ', [null, null], 3],
        ],
        { state: { answer: 'state' }, ...age },
      ),
    ).toEqual(['WARNING tables.rates.rows[2]: this row is never reached: "state" is never "TZ"']);
  });

  it('have no holes between ranges of computed numbers and of dates', () => {
    const hole = (from: string, to: string) =>
      `there is no row for years from ${from} to ${to}, between rows; the end of a range is not part of it`;
    expect(
      rated(
        [years],
        [
          [[null, 3], 1],
          [[5, null], 2],
        ],
        age,
      ),
    ).toEqual([`WARNING tables.rates: ${hole('3', '5')}`]);
    const dates = { name: 'years', match: 'dateRange' };
    const rows = [
      [[null, '2019-12-31'], 1],
      [['2020-01-01', null], 2],
    ];
    expect(rated([dates], rows, { years: { value: 'effectiveDate' } })).toEqual([
      `WARNING tables.rates: ${hole('2019-12-31', '2020-01-01')}`,
    ]);
  });

  it('have rows for whole numbers only where the answer is whole', () => {
    const rows = Array.from({ length: 10 }, (_, stories) => [stories, 1]);
    const found = (more: Content) => {
      const floors = question('floors', 'NUMBER', { required: true, min: 0, max: 9, ...more });
      const rates = { keys: [{ name: 'floors', type: 'number' }], columns: [{ name: 'factor' }], rows };
      return issuesOf({
        steps: [base, lookup({ floors: { answer: 'floors' } })],
        tables: { rates },
        questions: [floors],
      });
    };
    expect(found({})).toEqual([
      'WARNING coverages[0].steps[1].keys.floors: "floors" can be a fraction, which has no row; give the question decimals: 0',
    ]);
    expect(found({ decimals: 0 })).toEqual([]);
  });
});

describe('bounds', () => {
  it('belong to questions that are answered with a number', () => {
    expect(issuesOf({ questions: [question('name', 'TEXT', { max: 3, decimals: 0 })] })).toEqual([
      expect.stringMatching(/max: max has no effect on a TEXT question$/),
      expect.stringMatching(/decimals: decimals has no effect on a TEXT question$/),
    ]);
  });
});
