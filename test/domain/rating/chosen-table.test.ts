import { describe, expect, it } from 'vitest';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import { Findings } from '../../../domain/rating/lint/findings.js';
import { checkPlan } from '../../../domain/rating/plan/compile-plan.js';
import { lintPlans } from '../../../domain/rating/plan/lint-plan.js';
import { describeLine } from '../../../domain/worksheet/describe-line.js';
import { aCoverage, aLine, aPlan, aTable, compiled, quoted, rate, refusals, set } from './rating-factory.js';
import type { TableInput } from './table-factory.js';

const types = questionTypesOf(
  aLine([
    { qid: 'state', answerType: 'SELECT', required: true, answerChoices: ['CA', 'NY', 'TX'] },
    { qid: 'class', answerType: 'SELECT', required: true, answerChoices: ['A', 'B'] },
  ]),
);
const ofClass = (a: number, b: number): TableInput => ({
  keys: [{ name: 'class' }],
  columns: [{ name: 'factor' }],
  rows: [
    ['A', a],
    ['B', b],
  ],
});
const tables = { west: ofClass(1, 2), east: ofClass(3, 4), only: { ...ofClass(5, 6), rows: [['A', 5]] } };
const by = { answer: 'state' };
const lookup = (of: Record<string, string>, more: object = {}) => ({
  ...{
    name: 'Class',
    op: 'lookup',
    table: { by, of },
    keys: { class: { answer: 'class' } },
    apply: 'multiply',
  },
  ...more,
});
const all = { CA: 'west', TX: 'west', NY: 'east' };
const plan = (step: object) => ({ coverages: [aCoverage('MAIN', [set(100), step])] });

function found(of: Record<string, string>, more: object = {}, asked = types): string[] {
  const findings = new Findings();
  const parsed = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, aTable(table)]));
  lintPlans([{ plan: aPlan(plan(lookup(of, more))), path: [], types: asked }], parsed, findings);
  return findings.issues.map(({ severity, path, message }) => `${severity} ${path.join('.')}: ${message}`);
}

describe('a table chosen by an expression', () => {
  it('is the one of the value, and named on the worksheet', () => {
    const one = compiled(plan(lookup(all, { as: 'factor' })), tables, types);
    const premiumOf = (state: string, cls: string) => quoted(rate(one, { state, class: cls })).premium;
    expect([premiumOf('CA', 'B'), premiumOf('TX', 'A'), premiumOf('NY', 'B')]).toEqual([
      '200.00',
      '100.00',
      '400.00',
    ]);
    const { worksheet } = quoted(rate(one, { state: 'NY', class: 'A' }));
    expect(describeLine(worksheet[1]!)).toBe('× factor of east, kept as factor');
  });

  it('declines where none is given for the value, and lint says so before', () => {
    const { TX: _left, ...some } = all;
    const one = compiled(plan(lookup(some)), tables, types);
    expect(refusals(rate(one, { state: 'TX', class: 'A' }))).toEqual([
      { code: 'NO_TABLE_ROW', qid: 'state', step: 'Class' },
    ]);
    expect(found(some)).toEqual(['ERROR coverages.0.steps.1.table.of: names no table for "TX"']);
    expect(found(all)).toEqual([]);
  });

  it('is linted with what is known where it is chosen', () => {
    expect(found({ ...all, NY: 'only' })).toEqual(['ERROR tables.only: there is no row for class "B"']);
    expect(found({ ...all, WA: 'east' })).toEqual([expect.stringContaining('"state" is never "WA"')]);
    const when = { or: [{ '!=': [by, 'NY'] }, { '==': [{ answer: 'class' }, 'A'] }] };
    expect(found({ CA: 'west', NY: 'east' }, { when: { '!=': [by, 'TX'] } })).toEqual([]);
    expect(
      found({ ...all, NY: 'only' }, { when }).every((text) => text.startsWith('ERROR tables.only')),
    ).toBe(true);
  });

  it('may be chosen by a whole number between bounds', () => {
    const zone = { qid: 'zone', answerType: 'NUMBER', required: true, min: 1, max: 3, decimals: 0 } as const;
    const cls = { qid: 'class', answerType: 'SELECT', required: true, answerChoices: ['A', 'B'] } as const;
    const asked = questionTypesOf(aLine([zone, cls] as never));
    const of = { 1: 'west', 2: 'east', 3: 'west' };
    const among = (tablesOf: Record<string, string>) =>
      found(tablesOf, { table: { by: { answer: 'zone' }, of: tablesOf } }, asked);
    expect(among(of)).toEqual([]);
    const { 2: _left, ...some } = of;
    expect(among(some)).toEqual(['WARNING coverages.0.steps.1.table.of: names no table for 2']);
  });

  it('names tables that the product does not have', () => {
    const parsed = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, aTable(table)]));
    expect(checkPlan(aPlan(plan(lookup({ ...all, NY: 'eats' }))), parsed, types)).toEqual([
      {
        path: 'coverages[0].steps[1].table.of.NY',
        message: 'the product has no table "eats"; did you mean "east"?',
      },
    ]);
  });
});
