import { describe, expect, it } from 'vitest';
import { pathText } from '../../../domain/product/file/product-file.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { aProduct } from '../../support/product-factory.js';

type Content = Record<string, unknown>;

const state = {
  qid: 'state',
  question: 'State?',
  answerType: 'SELECT',
  required: true,
  answerChoices: ['NY', 'CA', 'TX'],
};
const sales = { qid: 'sales', question: 'Sales?', answerType: 'NUMBER', required: true, min: 0, max: 1000 };
const open = { qid: 'open', question: 'Open?', answerType: 'BOOLEAN', required: true };
const note = { qid: 'note', question: 'Note?', answerType: 'TEXT', required: true };
const opened = { qid: 'opened', question: 'Since?', answerType: 'DATE', required: true };
const perils = {
  qid: 'perils',
  question: 'Perils?',
  answerType: 'MULTI_SELECT',
  required: true,
  answerChoices: ['FIRE', 'WIND'],
};
const sites = {
  qid: 'sites',
  question: 'Sites?',
  answerType: 'TEXT',
  required: true,
  loop: {
    iterationLabel: 'Site',
    minIterations: 1,
    questions: [
      { qid: 'site.area', question: 'Area?', answerType: 'NUMBER', required: true, min: 1, max: 50 },
    ],
  },
};

interface Parts {
  steps?: Content[];
  plan?: Content;
  tables?: Content;
  questions?: Content[];
}

/** Everything that lint says of a plan over the questions above. */
function issuesOf({ steps = [], plan = {}, tables = {}, questions = [] }: Parts): string[] {
  const definition = aProduct((content) => {
    const asked = content.product.display.sections[0]!.subsections[0]!.questions;
    asked.push(state, sales, open, note, opened, perils, sites, ...questions);
    content.tables = tables;
    Object.assign(content.ratingPlans.standard as Content, {
      coverages: [
        {
          code: 'BASE',
          title: 'Base',
          type: 'Liability',
          steps: [{ name: 'Base', op: 'set', by: 500 }, ...steps],
        },
      ],
      ...plan,
    });
  });
  return lintDefinition(definition).map(
    ({ severity, path, message }) => `${severity} ${pathText(path)}: ${message}`,
  );
}

const step = 'ratingPlans.standard.coverages[0].steps[1]';
const multiply = (by: unknown, more: Content = {}) => ({ name: 'Step', op: 'multiply', by, ...more });
const when = (condition: Content) => ({ steps: [multiply(2, { when: condition })] });
const answer = (qid: string) => ({ answer: qid });
const key = (name: string, more: Content = {}) => ({ name, ...more });
const range = (name: string) => key(name, { match: 'range', type: 'number' });
const table = (keys: Content[], rows: unknown[], more: Content = {}) => ({
  keys,
  columns: [{ name: 'factor' }],
  rows,
  ...more,
});
const lookup = (keys: Content, more: Content = {}) => ({
  name: 'Look up',
  op: 'lookup',
  table: 'rates',
  keys,
  apply: 'multiply',
  ...more,
});
/** What lint says of one lookup in one table. */
const lookedUp = (rates: Content, keys: Content, more: Content = {}, parts: Parts = {}) =>
  issuesOf({ tables: { rates }, ...parts, steps: [...(parts.steps ?? []), lookup(keys, more)] });

describe('conditions', () => {
  it.each<[string, Content, string]>([
    ['no choice', { '==': [answer('state'), 'ZZ'] }, '"state" is never "ZZ": it is one of "NY", "CA", "TX"'],
    ['none of the choices', { in: [answer('state'), ['ZZ', 'YY']] }, '"state" is none of "ZZ", "YY"'],
    [
      'beyond the bounds',
      { '>': [answer('sales'), 1000] },
      '"sales" is never > 1000: it is at least 0 and at most 1000',
    ],
    ['below the bounds', { '<': [answer('sales'), 0] }, '"sales" is never < 0'],
    ['written the other way round', { '<': [2000, answer('sales')] }, '"sales" is never > 2000'],
    ['another type', { '==': [answer('sales'), 'many'] }, '"sales" is never "many"'],
    ['no boolean', { '==': [answer('open'), 'maybe'] }, '"open" is never "maybe"'],
    ['no date', { '==': [answer('opened'), 'yesterday'] }, '"opened" is never "yesterday"'],
    ['no choice of several', { in: ['FLOOD', answer('perils')] }, '"perils" has no choice "FLOOD"'],
    ['between nothing', { '<': [50, answer('sales'), 40] }, '"sales" is never < 40: it is more than 50'],
    [
      'two choices at once',
      { and: [{ '==': [answer('state'), 'NY'] }, { '==': [answer('state'), 'CA'] }] },
      '"state" is never "CA": it is "NY"',
    ],
    [
      'two texts at once',
      { and: [{ '==': [answer('note'), 'a'] }, { '==': [answer('note'), 'b'] }] },
      '"note" is never "b": it is "a"',
    ],
    [
      'more than five and less than five',
      { and: [{ '>': [answer('sales'), 5] }, { '<': [answer('sales'), 5] }] },
      '"sales" is never < 5: it is more than 5',
    ],
    [
      'a choice and not it',
      { and: [{ '==': [answer('state'), 'NY'] }, { '!': { in: [answer('state'), ['NY', 'CA']] } }] },
      '"state" is always one of "NY", "CA"',
    ],
    [
      'every alternative',
      { or: [{ '==': [answer('state'), 'ZZ'] }, { '>': [answer('sales'), 5000] }] },
      '"state" is never "ZZ": it is one of "NY", "CA", "TX"; "sales" is never > 5000',
    ],
    ['a term that is not offered', { '==': [{ value: 'term' }, 'MONTH'] }, '"term" is never "MONTH"'],
  ])('never hold: %s', (_what, condition, why) => {
    const issues = issuesOf(when(condition));
    expect(issues).toHaveLength(1);
    expect(issues[0]).toContain(`ERROR ${step}.when: this can never hold: `);
    expect(issues[0]).toContain(why);
  });

  it.each<[string, Content]>([
    ['equal to a choice', { '==': [answer('state'), 'NY'] }],
    ['at the bounds', { and: [{ '>=': [answer('sales'), 1000] }, { '<=': [answer('sales'), 1000] }] }],
    ['a number in quotes', { '==': [answer('sales'), '10'] }],
    ['a boolean in words', { '==': [answer('open'), 'yes'] }],
    ['one of several', { in: ['FIRE', answer('perils')] }],
    ['other alternatives', { or: [{ '==': [answer('state'), 'NY'] }, { '==': [answer('state'), 'CA'] }] }],
    ['not this one', { '!': { '==': [answer('state'), 'NY'] } }],
    ['from to', { '<=': [10, answer('sales'), 20] }],
    ['texts', { and: [{ '!=': [answer('note'), 'a'] }, { in: ['b', answer('note')] }] }],
    ['dates', { '<': [answer('opened'), '2020-01-01'] }],
    ['ages', { '>': [{ yearsBetween: [answer('opened'), { value: 'effectiveDate' }] }, 5] }],
    ['a missing answer', { '!': { answered: 'note' } }],
    ['no answer', { '==': [answer('note'), null] }],
    ['iterations', { '>': [{ iterations: 'sites' }, 3] }],
  ])('that can hold are left alone: %s', (_what, condition) => {
    expect(issuesOf(when(condition))).toEqual([]);
  });

  it('that compare with what is no choice are named, wherever they stand', () => {
    const or = { or: [{ '==': [answer('state'), 'ZZ'] }, { '==': [answer('state'), 'NY'] }] };
    expect(issuesOf(when(or))).toEqual([`ERROR ${step}.when: "state" has no choice "ZZ"`]);
    const not = { '!=': [answer('state'), 'ZZ'] };
    expect(issuesOf(when(not))).toEqual([`ERROR ${step}.when: "state" has no choice "ZZ"`]);
    const among = { in: [answer('state'), ['NY', 'ZZ']] };
    expect(issuesOf(when(among))).toEqual([`WARNING ${step}.when: "state" has no choice "ZZ"`]);
    const part = { or: [{ '>': [answer('sales'), 5000] }, { '==': [answer('open'), true] }] };
    expect(issuesOf(when(part))).toEqual([
      expect.stringContaining(`WARNING ${step}.when: a part of this can never hold: "sales" is never > 5000`),
    ]);
    const value = { if: [{ '==': [answer('state'), 'ZZ'] }, 1, 2] };
    expect(issuesOf({ steps: [multiply(value)] })).toEqual([`ERROR ${step}.by: "state" has no choice "ZZ"`]);
  });

  it('are looked at wherever there are any', () => {
    const never = { '==': [answer('state'), 'ZZ'] };
    const content = aProduct((product) => {
      const hidden = { ...note, qid: 'hidden', condition: never };
      product.product.display.sections[0]!.subsections[0]!.questions.push(state, hidden);
      product.configurations[0]!.events.GET_QUOTES![0]!.when = never;
      const [base] = (product.ratingPlans.standard as { coverages: Content[] }).coverages;
      Object.assign(base!, { details: [{ key: 'limits', amount: 1, when: never }] });
      Object.assign(product.ratingPlans.standard as Content, {
        coverages: [base, { ...base, code: 'MORE', details: [], when: never }],
        taxesAndFees: [{ type: 'TAX', when: never, steps: [{ name: 'Tax', op: 'set', by: 1 }] }],
        underwriting: [{ id: 'rule', outcome: 'REFER', when: never, message: 'No.' }],
      });
    });
    const places = lintDefinition(content).map(({ path }) => pathText(path));
    expect(places).toEqual([
      'product.display.sections[0].subsections[0].questions[3].condition',
      'configurations[0].events.GET_QUOTES[0].when',
      'ratingPlans.standard.coverages[0].details[0].when',
      'ratingPlans.standard.coverages[1].when',
      'ratingPlans.standard.taxesAndFees[0].when',
      'ratingPlans.standard.underwriting[0].when',
    ]);
  });
});

describe('steps', () => {
  const ny = { '==': [answer('state'), 'NY'] };

  it('within a condition that rules them out are never reached', () => {
    const inner = multiply(2, { when: { '==': [answer('state'), 'CA'] } });
    const steps = [{ name: 'If', op: 'if', condition: ny, then: [inner] }];
    expect(issuesOf({ steps })).toEqual([
      `WARNING ${step}.then[0].when: this can never hold where it stands: "state" is never "CA": it is "NY"`,
    ]);
    expect(
      issuesOf({ steps: [{ name: 'If', op: 'if', condition: ny, then: [multiply(3)], else: [inner] }] }),
    ).toEqual([]);
    const plan = { underwriting: [{ id: 'rule', outcome: 'INELIGIBLE', when: ny, message: 'No.' }] };
    expect(issuesOf({ plan, ...when(ny) })).toEqual([
      expect.stringContaining('can never hold where it stands'),
    ]);
  });

  it('of an else whose condition always holds are never reached', () => {
    const always = { '>=': [answer('sales'), 0] };
    const steps = [{ name: 'If', op: 'if', condition: always, then: [multiply(2)], else: [multiply(3)] }];
    expect(issuesOf({ steps })).toEqual([
      `WARNING ${step}.else: these steps are never reached: the condition always holds`,
    ]);
    const optional = { ...sales, qid: 'guess', required: false };
    const unsure = { ...steps[0], condition: { '>=': [answer('guess'), 0] } };
    expect(issuesOf({ steps: [unsure], questions: [optional] })).toEqual([]);
  });

  it('whose result is thrown away have no effect', () => {
    expect(issuesOf({ steps: [multiply(2), { name: 'Anew', op: 'set', by: 7 }] })).toEqual([
      expect.stringMatching(/^WARNING .*steps\[0\]: this step has no effect: the step "Anew" sets/),
      expect.stringMatching(/^WARNING .*steps\[1\]: /),
    ]);
    expect(issuesOf({ steps: [{ name: 'Sometimes', op: 'set', by: 7, when: ny }] })).toEqual([]);
  });

  it('that derive what nothing reads in a loop are told', () => {
    const derive = { name: 'Units', op: 'derive', as: 'units', value: { '*': [answer('site.area'), 2] } };
    const plan = { loops: [{ loop: 'sites', derive: [derive] }] };
    const said = `WARNING ratingPlans.standard.loops[0].derive[0].as: no step reads the derived value "units"`;
    expect(issuesOf({ plan })).toEqual([said]);
    const add = { name: 'Units', op: 'set', by: { value: 'units' } };
    const sum = { name: 'All', op: 'sumOverLoop', loop: 'sites', steps: [add], apply: 'multiply' };
    expect(issuesOf({ plan, steps: [sum] })).toEqual([]);
  });
});

describe('divisions', () => {
  const divide = (by: unknown, more: Content = {}) => ({ name: 'Divide', op: 'divide', by, ...more });

  it.each<[string, Content]>([
    ['of a step', divide(answer('sales'))],
    ['in an expression', multiply({ '/': [1, answer('sales')] })],
    ['one divided by', multiply({ '/': [answer('sales')] })],
    ['a remainder', multiply({ '%': [7, answer('sales')] })],
    ['within a condition', multiply(2, { when: { '>': [{ '/': [1, answer('sales')] }, 2] } })],
  ])('by an answer that can be zero are refused: %s', (_what, divided) => {
    const issues = issuesOf({ steps: [divided] });
    expect(issues).toEqual([expect.stringContaining('divides by "sales", which can be zero')]);
    expect(issues[0]).toContain(`ERROR ${step}`);
  });

  it('by what seems to be able to be zero are worth a warning', () => {
    const value = { '-': [answer('sales'), { '*': [{ iterations: 'sites' }, 2] }] };
    expect(issuesOf({ steps: [divide(value)] })).toEqual([
      expect.stringContaining(`WARNING ${step}.by: divides by what is computed, which can be zero`),
    ]);
    const rates = table(
      [key('state')],
      [
        ['NY', 0],
        ['*', 2],
      ],
      { hitPolicy: 'first' },
    );
    expect(lookedUp(rates, { state: answer('state') }, { apply: 'divide' })).toEqual([
      expect.stringContaining(`WARNING ${step}: divides by "Look up", which can be zero`),
    ]);
  });

  it('that are guarded are left alone', () => {
    const guarded = { '>': [answer('sales'), 0] };
    const area = { name: 'Area', op: 'set', by: answer('site.area') };
    for (const steps of [
      [divide(answer('sales'), { when: guarded })],
      [divide(answer('sales'), { when: { '!=': [answer('sales'), 0] } })],
      [divide({ max: [answer('sales'), 1] })],
      [divide({ '+': [answer('sales'), 100] })],
      [multiply({ if: [guarded, { '/': [1, answer('sales')] }, 1] })],
      [multiply({ if: [{ '==': [answer('sales'), 0] }, 1, { '/': [1, answer('sales')] }] })],
      [multiply(2, { when: { and: [guarded, { '>': [{ '/': [1, answer('sales')] }, 2] }] } })],
      [{ name: 'All', op: 'sumOverLoop', loop: 'sites', steps: [area], apply: 'divide' }],
      [divide(answer('site.count'))],
    ]) {
      const count = { ...sales, qid: 'site.count', min: 1 };
      expect(issuesOf({ steps, questions: [count] })).toEqual([]);
    }
  });
});

describe('rows of tables', () => {
  const states = (...names: string[]) =>
    table(
      [key('state')],
      names.map((name) => [name, 1]),
    );

  it('are missing for a choice', () => {
    expect(lookedUp(states('NY', 'CA'), { state: answer('state') })).toEqual([
      'ERROR tables.rates: there is no row for state "TX"',
    ]);
    const other = { ...states('NY', '*'), hitPolicy: 'first' };
    expect(lookedUp(other, { state: answer('state') })).toEqual([]);
  });

  it('are not missing for a choice that cannot be looked up', () => {
    const rates = states('NY', 'CA');
    const notTexas = { '!=': [answer('state'), 'TX'] };
    expect(lookedUp(rates, { state: answer('state') }, { when: notTexas })).toEqual([]);
    const plan = {
      underwriting: [
        { id: 'tx', outcome: 'INELIGIBLE', when: { '==': [answer('state'), 'TX'] }, message: 'No.' },
      ],
    };
    expect(lookedUp(rates, { state: answer('state') }, {}, { plan })).toEqual([]);
    const county = { ...state, qid: 'county', answerChoices: ['A', 'B'], condition: notTexas };
    expect(
      lookedUp(
        table(
          [key('state'), key('county')],
          [
            ['NY', '*', 1],
            ['CA', '*', 2],
          ],
        ),
        {
          state: answer('state'),
          county: answer('county'),
        },
        { when: notTexas },
        { questions: [county] },
      ),
    ).toEqual([]);
  });

  it('are missing between ranges and up to the bounds of the question', () => {
    const rates = table(
      [range('sales')],
      [
        [[0, 100], 1],
        [[200, 500], 2],
      ],
    );
    expect(lookedUp(rates, { sales: answer('sales') })).toEqual([
      'ERROR tables.rates: there is no row for sales from 100 to 200; sales from 500 to 1000',
    ]);
    const closed = table([range('sales')], [[[0, 1000], 1]]);
    expect(lookedUp(closed, { sales: answer('sales') })).toEqual([
      'ERROR tables.rates: there is no row for sales 1000',
    ]);
    expect(lookedUp(table([range('sales')], [[[0, null], 1]]), { sales: answer('sales') })).toEqual([]);
    const unbounded = { ...sales, qid: 'any', min: undefined, max: undefined };
    expect(lookedUp(closed, { sales: answer('any') }, {}, { questions: [unbounded] })).toEqual([
      'WARNING tables.rates: there is no row for sales below 0; sales from 1000 on',
    ]);
  });

  it('are missing above upper ends that are included', () => {
    const rows = (...cells: unknown[]) => cells.map((cell, index) => [cell, index + 1]);
    const included = (...cells: unknown[]) =>
      lookedUp(table([{ ...range('sales'), to: 'included' }], rows(...cells)), { sales: answer('sales') });
    expect(included([0, 1000])).toEqual([]);
    expect(included([0, 100], [101, 1000])).toEqual([
      'ERROR tables.rates: there is no row for sales from 100 to 101',
    ]);
    const whole = { questions: [{ ...sales, qid: 'employees', decimals: 0 }] };
    const rates = table([{ ...range('n'), to: 'included' }], rows([0, 100], [101, 1000]));
    expect(lookedUp(rates, { n: answer('employees') }, {}, whole)).toEqual([]);
    const dates = table(
      [key('on', { match: 'dateRange', to: 'included' })],
      rows([null, '2026-06-30'], ['2026-07-01', '2026-12-30'], ['2027-01-01', null]),
    );
    expect(lookedUp(dates, { on: { value: 'effectiveDate' } })).toEqual([
      'WARNING tables.rates: there is no row for on from 2026-12-30 to 2027-01-01, between rows',
    ]);
    expect(included([0, 100], [100, 1000])).toEqual([
      expect.stringMatching(/^ERROR tables\.rates\.rows\[1\]: matches the same keys as rows\[0\]/),
    ]);
  });

  it('are there for each value of a cell, and otherwise for all the rest', () => {
    const rows = (...cells: unknown[]) =>
      table(
        [key('state')],
        cells.map((cell) => [cell, 1]),
      );
    const found = (...cells: unknown[]) => lookedUp(rows(...cells), { state: answer('state') });
    expect(found(['NY', 'CA'], 'TX')).toEqual([]);
    expect(found(['NY', 'CA'])).toEqual(['ERROR tables.rates: there is no row for state "TX"']);
    expect(found(['NY', 'TZ'], ['CA', 'TX'])).toEqual([
      'WARNING tables.rates.rows[0]: "TZ" in this row is never reached: "state" is never "TZ"',
    ]);
    expect(found('otherwise', ['NY', 'CA'])).toEqual([]);
    expect(found(['NY', 'CA', 'TX'], 'otherwise')).toEqual([]);
    expect(found('*', 'otherwise')).toEqual([
      'WARNING tables.rates.rows[1]: this row is never reached: other rows match everything that it does',
    ]);
  });

  it('are missing for keys together', () => {
    const rates = table(
      [key('state'), range('sales')],
      [
        ['NY', [null, null], 1],
        ['CA', [null, 500], 2],
        ['*', [500, null], 3],
      ],
      { hitPolicy: 'first' },
    );
    expect(lookedUp(rates, { state: answer('state'), sales: answer('sales') })).toEqual([
      'WARNING tables.rates: there is no row for state "TX", sales from 0 to 500',
    ]);
  });

  it('are missing beyond the ends of a curve', () => {
    const rates = table(
      [key('sales', { type: 'number' })],
      [
        [10, 1],
        [500, 2],
      ],
      { interpolate: 'linear' },
    );
    expect(lookedUp(rates, { sales: answer('sales') })).toEqual([
      'ERROR tables.rates: there is no row for sales below 10; sales above 500',
    ]);
    const all = {
      name: 'All',
      op: 'sumOverLoop',
      loop: 'sites',
      as: 'area',
      steps: [{ name: 'Area', op: 'set', by: answer('site.area') }],
    };
    expect(lookedUp(rates, { sales: { value: 'area' } }, {}, { plan: { derive: [all] } })).toEqual([
      'ERROR tables.rates: there is no row for sales below 10',
      'WARNING tables.rates: there is no row for sales above 500',
    ]);
    const limited = { max: [10, { min: [answer('sales'), 500] }] };
    expect(lookedUp(rates, { sales: limited })).toEqual([]);
  });

  it('are never reached after rows that match as much', () => {
    const rates = table(
      [key('state')],
      [
        ['NY', 1],
        ['*', 2],
        ['CA', 3],
      ],
      { hitPolicy: 'first' },
    );
    expect(lookedUp(rates, { state: answer('state') })).toEqual([
      'WARNING tables.rates.rows[2]: this row is never reached: earlier rows match everything that it does',
    ]);
  });

  it('are never reached where nobody looks up what they are for', () => {
    expect(lookedUp(states('NY', 'CA', 'TX', 'ZZ'), { state: answer('state') })).toEqual([
      'WARNING tables.rates.rows[3]: this row is never reached: nothing that is looked up is "ZZ"',
    ]);
    expect(lookedUp(states('NY', 'ZZ'), { state: answer('note') })).toEqual([]);
  });

  it('that overlap are refused', () => {
    const rates = table(
      [range('sales')],
      [
        [[0, 600], 1],
        [[500, null], 2],
      ],
    );
    expect(lookedUp(rates, { sales: answer('sales') })).toEqual([
      expect.stringMatching(/^ERROR tables\.rates\.rows\[1\]: matches the same keys as rows\[0\]/),
    ]);
  });
});

describe('keys', () => {
  const number = key('k', { type: 'number' });
  const cases: [string, Content, unknown, string][] = [
    ['a text as a number', number, answer('note'), 'ERROR "note" is a text, but the key "k" is of numbers'],
    [
      'true as a number',
      number,
      answer('open'),
      'ERROR "open" is true or false, but the key "k" is of numbers',
    ],
    [
      'a date as a number',
      number,
      answer('opened'),
      'ERROR "opened" is a date, but the key "k" is of numbers',
    ],
    [
      'choices as a number',
      number,
      answer('state'),
      'ERROR "state" can be "NY", "CA", "TX", but the key "k" is of numbers',
    ],
    [
      'several choices',
      key('k'),
      answer('perils'),
      'ERROR "perils" is a list of choices, but the key "k" is of texts',
    ],
    [
      'a number as a date',
      key('k', { type: 'date' }),
      answer('sales'),
      'ERROR "sales" is a number, but the key "k" is of dates',
    ],
    [
      'a number as true',
      key('k', { type: 'boolean' }),
      answer('sales'),
      'ERROR "sales" is a number, but the key "k" is of true and false',
    ],
    [
      'a text in a range',
      range('k'),
      answer('note'),
      'ERROR "note" is a text, but the key "k" is of numbers',
    ],
    [
      'a number in a range of dates',
      key('k', { match: 'dateRange' }),
      answer('sales'),
      'ERROR "sales" is a number, but the key "k" is of dates',
    ],
    [
      'a number as a text',
      key('k'),
      answer('sales'),
      'WARNING "sales" is a number, but the key "k" is of texts; give the key its type',
    ],
  ];
  const cell = ({ match, type }: Content) =>
    match === 'dateRange' || match === 'range'
      ? [null, null]
      : type === 'boolean'
        ? true
        : type === 'date'
          ? '2026-01-01'
          : type === 'number'
            ? 1
            : 'x';

  it.each(cases)('of another type are found: %s', (_what, column, sought, said) => {
    const [severity, ...message] = said.split(' ');
    expect(
      lookedUp(table([column], [[cell(column), 1], ...(column.match ? [] : [['*', 2]])]), { k: sought }),
    ).toContain(`${severity} ${step}.keys.k: ${message.join(' ')}`);
  });

  it('of numbers take choices that are numbers', () => {
    const limit = { ...state, qid: 'limit', answerChoices: ['100', '500', 'NONE'] };
    const rates = table(
      [number],
      [
        [100, 1],
        [500, 2],
      ],
    );
    const parts = { questions: [limit] };
    const some = { '!=': [answer('limit'), 'NONE'] };
    expect(lookedUp(rates, { k: answer('limit') }, { when: some }, parts)).toEqual([]);
    expect(lookedUp(rates, { k: answer('limit') }, {}, parts)).toEqual([
      `ERROR ${step}.keys.k: "limit" can be "NONE", but the key "k" is of numbers`,
    ]);
  });

  it('that are derived texts are no numbers', () => {
    const classes = {
      keys: [key('state')],
      columns: [{ name: 'class', type: 'text' }],
      rows: [['*', 'Low']],
    };
    const derive = [
      { name: 'Class', op: 'lookup', table: 'classes', keys: { state: answer('state') }, as: 'class' },
    ];
    const issues = issuesOf({
      plan: { derive },
      tables: { classes, rates: table([number], [['*', 1]]) },
    });
    expect(issues).toEqual(['WARNING tables.rates: no step uses this table']);
    const steps = [{ name: 'Base', op: 'set', by: 1 }, lookup({ k: { value: 'class' } })];
    const coverages = [{ code: 'BASE', title: 'Base', type: 'L', steps }];
    expect(
      issuesOf({ plan: { derive, coverages }, tables: { classes, rates: table([number], [['*', 1]]) } }),
    ).toEqual([`ERROR ${step}.keys.k: "class" can be "Low", but the key "k" is of numbers`]);
  });
});

describe('questions', () => {
  it('have ids that answers can be given under', () => {
    const long = { ...note, qid: 'q'.repeat(256) };
    expect(issuesOf({ questions: [long] })).toEqual([
      expect.stringMatching(/questions\[9\]\.qid: is longer than 255 characters/),
    ]);
  });
});
