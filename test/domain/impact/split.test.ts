import { describe, expect, it } from 'vitest';
import type { RatedRisk } from '../../../domain/impact/risk.js';
import { Split } from '../../../domain/impact/split.js';
import { readSplitKeys, type SplitKey, splitValue } from '../../../domain/impact/split-value.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import { aLine, commonQuestions } from '../rating/rating-factory.js';

const questions = questionTypesOf(aLine(commonQuestions));
const keysOf = (text: string) => readSplitKeys(text, questions, ['riskFactor']);
const keyOf = (text: string): SplitKey => {
  const keys = keysOf(text);
  if (typeof keys === 'string') throw new Error(keys);
  return keys[0]!;
};

function aRisk(value: string | null, before = 10_000, after = 11_000): RatedRisk {
  const quoted = (premium: number) => ({ outcome: 'QUOTED' as const, premium, charges: 0 });
  return {
    id: `risk ${value}`,
    effectiveDate: '2026-01-01',
    term: 'ANNUAL',
    before: quoted(before),
    rerated: quoted(before),
    stages: [quoted(after)],
    alone: [null],
    values: [value],
    reason: null,
  };
}

function groups(text: string, values: readonly (string | null)[]) {
  const split = new Split(keyOf(text), 0);
  for (const value of values) split.add(aRisk(value));
  return split.groups().map(({ label, totals }) => [label, totals.risks]);
}

const answered = (answers: Record<string, string>): AnswerMap =>
  Object.fromEntries(Object.entries(answers).map(([qid, answer]) => [qid, { type: 'ANSWER', qid, answer }]));

describe('what a book is split by', () => {
  it('is an answer, the number of iterations, or a derived value', () => {
    const keys = keysOf('state, employees:4, sales@1000/5000.5, locations, riskFactor');
    expect(keys).toMatchObject([
      { name: 'state', isNumber: false },
      { name: 'employees', bands: { count: 4 } },
      { name: 'sales', bands: { points: [1000, 5000.5] } },
      { name: 'locations', isNumber: true },
      { name: 'riskFactor', question: null },
    ]);
  });

  it.each([
    ['stat', 'neither a question nor a derived value of the policy; did you mean "state"?'],
    ['state:3', '"state" is no number: it has no bands'],
    ['sales@5/2', 'must be rising numbers'],
    ['sales:1', 'there can be 2 to 50 bands'],
    ['sales:x', 'cannot read "sales:x": write a name'],
    ['state,state', '"state" is there twice'],
  ])('refuses %s', (text, problem) => {
    expect(keysOf(text)).toContain(problem);
  });

  it('reads answers, defaults and different answers of a loop', () => {
    const intake: AnswerMap = {
      ...answered({ state: 'CA', sales: '' }),
      locations: {
        type: 'LOOP',
        qid: 'locations',
        iterations: ['NY', 'CA', 'NY'].map((state, index) => ({
          iterationId: `00000000-0000-4000-8000-00000000000${index}`,
          answers: {
            'location.state': { type: 'ANSWER', qid: 'location.state', answer: state },
            'location.area': { type: 'ANSWER', qid: 'location.area', answer: String(index) },
          },
        })),
      },
    };
    const valueIn = (name: string) => splitValue(keyOf(name), { intake }, []);
    expect(
      ['state', 'sales', 'locations', 'location.state', 'location.area', 'riskFactor'].map(valueIn),
    ).toEqual(['CA', null, '3', 'CA and NY', 'several', null]);
    const withDefault = { ...keyOf('state'), question: { loop: null, isLoop: false, defaultAnswer: 'TX' } };
    expect(splitValue(withDefault, { intake: {} }, [])).toBe('TX');
  });
});

describe('a split', () => {
  it('has a group for each text, in order, and one for none', () => {
    expect(groups('state', ['NY', null, 'CA', 'NY'])).toEqual([
      ['CA', 1],
      ['NY', 2],
      ['none', 1],
    ]);
  });

  it('has a group for each of a few numbers', () => {
    expect(groups('employees', ['10', '2', '2', 'many'])).toEqual([
      ['2', 2],
      ['10', 1],
      ['many', 1],
    ]);
  });

  it('puts many numbers in bands of about the same count', () => {
    const values = Array.from({ length: 1000 }, (_, index) => String(index * index));
    const found = groups('sales:4', values);
    expect(found.map(([label]) => label)).toEqual([
      '0 to 62,001',
      '62,500 to 249,001',
      '250,000 to 561,001',
      '562,500 to 998,001',
    ]);
    expect(found.map(([, risks]) => Number(risks)).every((risks) => risks > 235 && risks < 265)).toBe(true);
  });

  it('puts numbers between given points', () => {
    expect(groups('sales@10/20', ['9.99', '10', '19', '20', '21'])).toEqual([
      ['below 10', 1],
      ['10 to below 20', 2],
      ['20 and more', 2],
    ]);
  });

  it('groups more texts than it can list', () => {
    const found = groups(
      'note',
      Array.from({ length: 600 }, (_, index) => `note ${index}`),
    );
    expect(found).toHaveLength(501);
    expect(found.at(-1)).toEqual(['other values', 100]);
  });

  it('counts changes by their size and keeps the greatest', () => {
    const split = new Split(keyOf('state'), 0);
    for (const after of [7000, 9000, 9600, 10_000, 10_001, 10_500, 12_600])
      split.add(aRisk('CA', 10_000, after));
    const { totals } = split.groups()[0]!;
    expect(totals).toMatchObject({ raised: 3, lowered: 3, before: 70_000, after: 68_701 });
    expect(totals.dislocation).toEqual([1, 0, 1, 1, 1, 1, 1, 0, 1]);
    expect(totals.lowest?.percent).toBeCloseTo(-30, 9);
    expect(totals.highest?.percent).toBeCloseTo(26, 9);
  });
});
