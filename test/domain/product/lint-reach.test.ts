import { describe, expect, it } from 'vitest';
import { pathText } from '../../../domain/ground/lint-issue.js';
import { aProduct } from '../../support/product-factory.js';
import {
  answer,
  type Content,
  issuesOf,
  key,
  lintButUnread,
  lookedUp,
  multiply,
  note,
  sales,
  state,
  step,
  table,
  when,
} from './lint-factory.js';

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
    const places = lintButUnread(content).map(({ path }) => pathText(path));
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

describe('questions', () => {
  it('have ids that answers can be given under', () => {
    const long = { ...note, qid: 'q'.repeat(256) };
    expect(issuesOf({ questions: [long] })).toEqual([
      expect.stringMatching(/questions\[9\]\.qid: is longer than 255 characters/),
    ]);
  });
});
