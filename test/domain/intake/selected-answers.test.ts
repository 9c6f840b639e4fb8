import { expect, it } from 'vitest';
import type { JsonObject } from '../../../domain/ground/json.js';
import { answersTo } from '../../../domain/intake/selected-answers.js';

const entry = (qid: string, answer: string) => ({ type: 'ANSWER' as const, qid, answer });
const id = (digit: number) => `11111111-1111-4111-8111-11111111111${digit}`;
const sites: JsonObject = {
  ...{ type: 'LOOP' as const, qid: 'sites' },
  iterations: [
    { iterationId: id(1), answers: { 'site.city': entry('site.city', 'Troy'), area: entry('area', '5') } },
    { iterationId: id(2), answers: { area: entry('area', '6') } },
  ],
};
const answers: JsonObject = {
  'shop.roof': entry('shop.roof', 'tin'),
  'shop.owner': entry('shop.owner', 'Ada'),
  note: 'not an answer',
  sites,
};

it('finds questions in loops, with their iterations', () => {
  expect(answersTo(answers, ['shop.roof', 'site.city', 'toString'])).toEqual({
    'shop.roof': answers['shop.roof'],
    sites: {
      ...sites,
      iterations: [{ iterationId: id(1), answers: { 'site.city': entry('site.city', 'Troy') } }],
    },
  });
});

it.each([
  [['sites'], { sites }],
  [['note'], { note: 'not an answer' }],
  [['nobody.asks'], {}],
  [[], {}],
])('of %j gives what is there', (ids, found) => {
  expect(answersTo(answers, ids)).toEqual(found);
});
