import { describe, expect, it } from 'vitest';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import type { RatingResult } from '../../../domain/rating/run/result.js';
import { filled, TemplateTooLong } from '../../../domain/runs/event-template.js';
import {
  aCoverage,
  aLine,
  commonQuestions,
  compiled,
  rate,
  refusals,
  set,
} from '../../domain/rating/rating-factory.js';
import { issuesOf } from '../../domain/rating/table-factory.js';

const derive = (as: string, value: unknown) => ({ name: `Derive ${as}`, op: 'derive', as, value });
const areas = (count: number, area = '1') =>
  Array.from({ length: count }, () => ({ 'location.area': area, 'location.state': 'CA' }));
const overLocations = (steps: object[], more: object = {}) => ({
  name: 'Over locations',
  op: 'sumOverLoop',
  loop: 'locations',
  steps,
  apply: 'add',
  ...more,
});
const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

function worksheetOf(result: RatingResult): string {
  return JSON.stringify(result.worksheet);
}

describe('a plan', () => {
  it('that doubles a text is declined at the step that makes it too long', () => {
    const steps = many(22, (at) => {
      const before = at === 0 ? 'ab' : { value: `t${at - 1}` };
      return derive(`t${at}`, { cat: [before, before, { answer: 'note' }] });
    });
    const result = rate(compiled({ derive: steps }), { note: 'x' });
    expect(refusals(result)).toMatchObject([{ code: 'MISSING_VALUE', step: 'Derive t11' }]);
    expect(worksheetOf(result).length).toBeLessThan(100_000);
  });

  it('that keeps a long text for each iteration is declined', () => {
    const long = { cat: many(40, () => ({ answer: 'note' })) };
    const plan = compiled({ loops: [{ loop: 'locations', derive: [derive('text', long)] }] });
    const given = { note: 'x'.repeat(200), locations: areas(200) };
    expect(refusals(rate(plan, given))).toMatchObject([{ code: 'MISSING_VALUE', step: 'Derive text' }]);
  });

  it('with more steps than a process should run is declined at the step that goes over', () => {
    const steps = many(400, (at) => ({ ...set(1), name: `Step ${at}` }));
    const plan = compiled({ coverages: [aCoverage('MAIN', [set(0), overLocations(steps)])] });
    const result = rate(plan, { locations: areas(1_000) });
    expect(refusals(result)).toMatchObject([{ code: 'TOO_MANY_STEPS' }]);
    expect(result.messages[0]?.message).toContain('the rating runs more than 300000 steps');
  });

  it('counts a long expression as many steps', () => {
    const long = { '+': many(90, () => ({ '*': many(30, () => ({ answer: 'location.area' })) })) };
    const plan = compiled({ coverages: [aCoverage('MAIN', [set(0), overLocations([{ ...set(long) }])])] });
    expect(rate(plan, { locations: areas(100) }).outcome).toBe('QUOTED');
    expect(refusals(rate(plan, { locations: areas(1_000) }))).toMatchObject([{ code: 'TOO_MANY_STEPS' }]);
  });

  it.each([
    ['a power that takes long', { power: [{ answer: 'location.area' }, 0.123] }, 'DECLINED'],
    ['a power that does not', { power: [{ answer: 'location.area' }, 2] }, 'QUOTED'],
    ['a search in a text', { if: [{ in: [{ answer: 'note' }, { answer: 'note' }] }, 1, 2] }, 'DECLINED'],
    ['a search in a list', { if: [{ in: [{ answer: 'note' }, ['a', 'b']] }, 1, 2] }, 'QUOTED'],
  ])('counts %s as many steps, or as one', (_, by, outcome) => {
    const steps = many(40, (at) => overLocations([set(by)], { name: `Look ${at}` }));
    const plan = compiled({ coverages: [aCoverage('MAIN', [set(100), ...steps])] });
    const note = 'a'.repeat(1_000);
    const result = rate(plan, { note, locations: areas(1_000) });
    expect(result.outcome).toBe(outcome);
    if (outcome === 'DECLINED') expect(refusals(result)).toMatchObject([{ code: 'TOO_MANY_STEPS' }]);
  });

  it('that selects from a loop again and again is declined', () => {
    const where = { '>': [{ answer: 'location.area' }, 5] };
    const steps = many(400, (at) => overLocations([set(1)], { name: `Look ${at}`, where }));
    const plan = compiled({ coverages: [aCoverage('MAIN', [set(100), ...steps])] });
    expect(refusals(rate(plan, { locations: areas(1_000) }))).toMatchObject([{ code: 'TOO_MANY_STEPS' }]);
  });

  it('does not fill a worksheet with a long answer', () => {
    const reads = { when: { '>': [{ length: { answer: 'note' } }, 5] } };
    const value = derive('letters', { length: { answer: 'note' } });
    const plan = compiled({ loops: [{ loop: 'locations', derive: [{ ...value, ...reads }] }] });
    const result = rate(plan, { note: 'x'.repeat(60_000), locations: areas(900) });
    expect(result.outcome).toBe('QUOTED');
    expect(worksheetOf(result).length).toBeLessThan(2_000_000);
  });

  it('with an endless expression is refused on import', () => {
    const endless = { in: [{ answer: 'note' }, many(20_000, String)] };
    expect(() => compiled({ derive: [derive('found', endless)] })).toThrow(
      'the expression has more than 10000 parts: look values up in a table',
    );
  });
});

describe('questions', () => {
  it('with more conditions in a loop than can be tested are refused on import', () => {
    const condition = { in: [{ answer: 'note' }, many(400, String)] };
    const questions = many(100, (at) => ({ qid: `q${at}`, answerType: 'TEXT' as const, condition }));
    const loop = { qid: 'rooms', answerType: 'TEXT' as const, loop: { questions } };
    const types = questionTypesOf(aLine([...commonQuestions, loop]));
    expect(() => compiled({}, {}, types)).toThrow(
      /question "rooms": its questions .* lower "maxIterations" to/,
    );
  });
});

describe('a table', () => {
  it('whose ranges combine in too many ways is refused on import', () => {
    const key = (name: string) => ({ name, match: 'range' as const, type: 'number' as const });
    const rows = many(400, (at) => [[at, 1_000 - at], [at, 2_000 - at], [at, 3_000 - at], 1]);
    const issues = issuesOf({
      keys: ['a', 'b', 'c'].map(key),
      columns: [{ name: 'factor' }],
      rows,
      hitPolicy: 'first',
    });
    expect(issues).toEqual([expect.stringContaining('its ranges and lists combine in too many ways')]);
  });
});

describe('a template', () => {
  it('that repeats a long answer fails', () => {
    const template = many(200, () => 'say {{answer:note}}');
    expect(filled(template, () => 'short')).toHaveLength(200);
    expect(() => filled(template, () => 'x'.repeat(60_000))).toThrow(TemplateTooLong);
    expect(() => filled(template, () => many(30_000, () => 'x'))).toThrow(TemplateTooLong);
  });
});
