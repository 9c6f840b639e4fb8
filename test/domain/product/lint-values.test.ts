import { expect, it } from 'vitest';
import { type Content, issuesOf } from './lint-factory.js';

const open = { '==': [{ answer: 'open' }, true] };
const inCalifornia = { '==': [{ answer: 'state' }, 'CA'] };
const derive = (name: string, more: Content = {}) => ({ name, op: 'derive', as: name, value: 2, ...more });
const add = (by: unknown, more: Content = {}) => ({ name: 'Add', op: 'add', by, ...more });
const coverage = (code: string, steps: Content[], more: Content = {}) => ({
  ...{ code, title: code, type: 'Liability', steps },
  ...more,
});
const set = { name: 'Set', op: 'set', by: 100 };
const overSites = (steps: Content[], more: Content = {}) => ({
  ...{ name: 'Sites', op: 'sumOverLoop', loop: 'sites', apply: 'add' },
  steps,
  ...more,
});
const value = (name: string) => ({ value: name });
const missing = (place: string, name: string) =>
  `ERROR ratingPlans.standard.${place}: "${name}" is not always derived, and without it the rating declines here; add a "when" with the condition of its step, or write { "??": [{ value: ${name} }, …] }`;

it('reports a value that is needed though its step or its coverage need not run', () => {
  const derived = { derive: [derive('extra', { when: open })] };
  expect(issuesOf({ plan: derived, steps: [add(value('extra'))] })).toEqual([
    missing('coverages[0].steps[1].by', 'extra'),
  ]);
  const coverages = [coverage('A', [set], { when: open }), coverage('B', [set, add(value('A'))])];
  expect(issuesOf({ plan: { coverages } })).toEqual([missing('coverages[1].steps[1].by', 'A')]);
});

it('is content where the condition of the step holds, or the value may be missing', () => {
  const derived = { derive: [derive('extra', { when: open })] };
  const silent = (...steps: Content[]) => expect(issuesOf({ plan: derived, steps })).toEqual([]);
  silent(add(value('extra'), { when: open }));
  silent(add(value('extra'), { when: { and: [inCalifornia, open] } }));
  silent({ name: 'If', op: 'if', condition: open, then: [add(value('extra'))] });
  silent(add({ '??': [value('extra'), 0] }));
  silent(add(value('extra'), { when: { '>': [value('extra'), 1] } }));
});

it('knows a value that every branch derives, or that a nested condition derives', () => {
  const both = { name: 'If', op: 'if', condition: open, then: [derive('x')], else: [derive('x')] };
  expect(issuesOf({ plan: { derive: [both] }, steps: [add(value('x'))] })).toEqual([]);
  const inner = derive('x', { when: inCalifornia });
  const nested = { derive: [{ name: 'If', op: 'if', condition: open, then: [inner] }] };
  expect(issuesOf({ plan: nested, steps: [add(value('x'), { when: open })] })).toEqual([
    missing('coverages[0].steps[1].by', 'x'),
  ]);
  const when = { and: [open, inCalifornia] };
  expect(issuesOf({ plan: nested, steps: [add(value('x'), { when })] })).toEqual([]);
});

it('follows the values of iterations from one step over the loop to the next', () => {
  const area = { name: 'Area', op: 'set', by: { answer: 'site.area' }, as: 'rated' };
  const read = { name: 'Read', op: 'set', by: value('rated') };
  const always = [coverage('A', [overSites([area])]), coverage('B', [overSites([read])])];
  expect(issuesOf({ plan: { coverages: always } })).toEqual([]);
  const some = [coverage('A', [set, overSites([area], { when: open })]), coverage('B', [overSites([read])])];
  expect(issuesOf({ plan: { coverages: some } })).toEqual([
    missing('coverages[1].steps[0].steps[0].by', 'rated'),
  ]);
  const within = { '>': [value('rated'), 50] };
  const rule = { name: 'Large', op: 'anyOverLoop', loop: 'sites', condition: within, as: 'large' };
  expect(issuesOf({ plan: { coverages: always, policy: [rule] } })).toEqual([
    expect.stringContaining('"rated" is never > 50: it is at least 1 and at most 50'),
  ]);
});

it('says of a bad cell only that it is bad, not that what the table gives is missing', () => {
  const rates = { keys: [{ name: 'state' }], columns: [{ name: 'factor' }], rows: [['*', '4.l2']] };
  const found = { name: 'Rate', op: 'lookup', table: 'rates', keys: { state: { answer: 'state' } } };
  const bad = ['ERROR tables.rates.rows[0][1]: "4.l2" in column "factor" is not a number'];
  for (const kept of [{ as: 'rate' }, { values: { rate: 'factor' } }]) {
    const plan = { derive: [{ ...found, ...kept }] };
    expect(issuesOf({ tables: { rates }, plan, steps: [add(value('rate'))] })).toEqual(bad);
  }
});
