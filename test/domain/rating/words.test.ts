import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Operator } from '../../../domain/expression/index.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import type { StepOp } from '../../../domain/rating/run/worksheet-line.js';
import { allSteps } from '../../../domain/rating/steps/all-steps.js';
import { type Selection, selectedWords } from '../../../domain/rating/steps/loop-selection.js';
import type { Step } from '../../../domain/rating/steps/step-kind.js';
import { kindOf } from '../../../domain/rating/steps/step-kinds.js';
import { planWords } from '../../../domain/rating/words/plan-words.js';
import { nameWords } from '../../../domain/rating/words/value-words.js';
import type { Vocabulary } from '../../../domain/rating/words/vocabulary.js';
import { aLine, aPlan } from './rating-factory.js';
import { exampleTypes, stepExamples } from './step-examples.js';

const vocabulary = {
  questions: questionTypesOf(
    aLine([
      { qid: 'sales', answerType: 'MONEY' },
      { qid: 'claims', answerType: 'NUMBER' },
      { qid: 'alarm', answerType: 'BOOLEAN' },
      { qid: 'founded', answerType: 'DATE' },
      { qid: 'cover', answerType: 'MULTI_SELECT', answerChoices: ['Fire', 'Flood'] },
      {
        qid: 'locations',
        answerType: 'TEXT',
        loop: { questions: [{ qid: 'location.area', answerType: 'NUMBER' }] },
      },
    ]),
  ),
  currency: 'USD',
  question: (qid: string) => nameWords(qid),
  iteration: () => 'location',
  value: (name: string) => `Value ${name}`,
  table: (name: string) => `Exhibit 1 (${name})`,
  key: (_table: string, key: string) => key,
  column: (_table: string, column = 'Factor') => column,
} satisfies Vocabulary;
const words = planWords(vocabulary);
const sales = { answer: 'sales' };
const claims = { answer: 'claims' };
const some = { '>': [claims, 0] };
const none = { '==': [claims, 0] };

const operators: Record<Operator, [expression: unknown, words: string][]> = {
  answer: [[sales, '“sales”']],
  answered: [[{ answered: 'sales' }, '“sales” is answered']],
  iterations: [[{ iterations: 'locations' }, 'the number of locations']],
  value: [[{ value: 'base' }, 'Value base']],
  '+': [[{ '+': [sales, { '*': [claims, 1250.5] }, -3] }, '“sales” + “claims” × 1,250.5 + −3']],
  '-': [
    [{ '-': [sales, { '-': [claims, 1] }] }, '“sales” − (“claims” − 1)'],
    [{ '-': [sales] }, '−“sales”'],
  ],
  '*': [[{ '*': [sales, { '+': [claims, 1] }] }, '“sales” × (“claims” + 1)']],
  '/': [
    [{ '/': [sales, { '*': [claims, 2] }] }, '“sales” ÷ (“claims” × 2)'],
    [{ '/': [sales] }, '1 ÷ “sales”'],
  ],
  '%': [[{ '%': [claims, 7] }, 'the remainder of “claims” divided by 7']],
  min: [
    [{ min: [sales, 5000] }, 'the lower of “sales” and 5,000'],
    [{ '*': [{ min: [sales, claims, 9] }, 2] }, '(the lowest of “sales”, “claims” and 9) × 2'],
  ],
  max: [[{ max: [sales, { '+': [claims, 1] }] }, 'the higher of “sales” and “claims” + 1']],
  abs: [[{ abs: claims }, 'the amount of “claims” without its sign']],
  round: [
    [{ round: [sales, 2] }, '“sales” rounded to the nearest 0.01, halves away from zero'],
    [{ round: [sales, { '-': [2] }, 'UP'] }, '“sales” rounded away from zero to a multiple of 100'],
  ],
  '<': [
    [{ '<': [sales, 5000] }, '“sales” is less than $5,000'],
    [{ '<': [1, claims, 5] }, '“claims” is more than 1 and is less than 5'],
    [{ '<': [{ answer: 'founded' }, { value: 'effectiveDate' }] }, '“founded” is before Value effectiveDate'],
  ],
  '<=': [[{ '<=': [claims, 3] }, '“claims” is at most 3']],
  '>': [[{ '>': [claims, 3] }, '“claims” is more than 3']],
  '>=': [[{ '>=': [{ answer: 'founded' }, '2020-01-01'] }, '“founded” is on or after 2020-01-01']],
  '==': [
    [{ '==': [{ answer: 'alarm' }, true] }, '“alarm” is yes'],
    [{ '==': [{ answer: 'alarm' }, null] }, '“alarm” is not answered'],
  ],
  '!=': [
    [{ '!=': [claims, 3] }, '“claims” is not 3'],
    [{ '!=': [{ answer: 'alarm' }, null] }, '“alarm” is answered'],
  ],
  in: [
    [{ in: [{ value: 'state' }, ['CA', 'NY', 'TX']] }, 'Value state is “CA”, “NY” or “TX”'],
    [{ in: ['Fire', { answer: 'cover' }] }, '“cover” includes “Fire”'],
  ],
  and: [
    [
      { and: [{ answer: 'alarm' }, { or: [some, none] }] },
      '“alarm” is yes and (“claims” is more than 0 or “claims” is 0)',
    ],
  ],
  or: [
    [
      { or: [{ and: [some, none] }, some, none] },
      '“claims” is more than 0 and “claims” is 0, or “claims” is more than 0, or “claims” is 0',
    ],
  ],
  '!': [
    [{ '!': [some] }, '“claims” is at most 0'],
    [{ '!': { answered: 'sales' } }, '“sales” is not answered'],
    [{ '!': { and: [some, none] } }, 'it is not so that (“claims” is more than 0 and “claims” is 0)'],
  ],
  '!!': [[{ '!!': [{ answer: 'alarm' }] }, '“alarm” is yes']],
  if: [[{ if: [some, 2, none, 3, 4] }, '2 if “claims” is more than 0; 3 if “claims” is 0; otherwise 4']],
  '??': [[{ '??': [sales, 0] }, '“sales”, or, if that is not answered, 0']],
  cat: [[{ cat: ['A', { value: 'code' }] }, '“A” then Value code']],
  substr: [
    [{ substr: [{ value: 'code' }, 0, 2] }, 'the first 2 characters of Value code'],
    [{ substr: [{ value: 'code' }, -1] }, 'the last character of Value code'],
    [
      { substr: [{ value: 'code' }, 2, 3] },
      'the part of Value code after its first 2 characters, of length 3',
    ],
  ],
  length: [[{ length: { answer: 'cover' } }, 'the length of “cover”']],
  yearsBetween: [
    [
      { yearsBetween: [{ answer: 'founded' }, { value: 'effectiveDate' }] },
      'the whole years from “founded” to Value effectiveDate',
    ],
  ],
  monthsBetween: [
    [
      { monthsBetween: [{ answer: 'founded' }, '2026-01-01'] },
      'the whole months from “founded” to 2026-01-01',
    ],
  ],
  daysBetween: [
    [{ daysBetween: [{ answer: 'founded' }, '2026-01-01'] }, 'the days from “founded” to 2026-01-01'],
  ],
  proRata: [
    [
      { proRata: [{ answer: 'founded' }, '2026-07-01', '2026-01-01', '2027-01-01'] },
      'the share of the days from 2026-01-01 to 2027-01-01 that lie from “founded” to 2026-07-01',
    ],
  ],
  year: [[{ year: { answer: 'founded' } }, 'the year of “founded”']],
  month: [[{ month: { answer: 'founded' } }, 'the month of “founded”']],
  day: [[{ day: { answer: 'founded' } }, 'the day of the month of “founded”']],
  power: [[{ power: [claims, 0.5] }, '“claims” to the power of 0.5']],
};

describe('an operator', () => {
  it.each(Object.entries(operators))('%s has words', (_operator, examples) => {
    for (const [expression, said] of examples) expect(words.expression(expression)).toBe(said);
  });
});

const rules: Record<StepOp, string[]> = {
  lookup: ['Multiply by Factor in Exhibit 1 (states), by “state”.'],
  set: ['Take “sales” + 10.'],
  multiply: ['Multiply by 2.'],
  add: ['Add 2.'],
  subtract: ['Subtract 2.'],
  divide: ['Divide by 8.'],
  min: ['The amount is 60 at most.'],
  max: ['The amount is 120 at least.'],
  minimum: ['The amount is 120 at least. The term factor applies to this minimum.'],
  round: ['The amount is rounded away from zero to a multiple of 10.'],
  name: ['Keep the amount.'],
  derive: ['“sales” ÷ 2.'],
  rank: [
    'The rank, from 1, among all by “location area” of the location; the highest comes first, and of equal ones the earlier.',
  ],
  sumOverLoop: ['For each location:', '1 step', 'Add the sum of the results.'],
  maxOverLoop: ['For each location:', '1 step', 'Add the highest of the results.'],
  minOverLoop: ['For each location:', '1 step', 'Add the lowest of the results.'],
  averageOverLoop: ['For each location:', '1 step', 'Add the average of the results.'],
  countOverLoop: [
    'The number of times, over each location, that “location area” of the location is more than 5.',
  ],
  anyOverLoop: ['Yes if for any location “location area” of the location is more than 5; otherwise no.'],
  allOverLoop: ['Yes if for every location “location area” of the location is more than 5; otherwise no.'],
  if: ['If “state” is “CA”:', '1 step'],
};

/** The step "Tested" of an example, and the fields of it that its rule read. */
function ruleOf(op: StepOp): { said: string[]; read: Set<string>; fields: string[] } {
  const { derive, loops, coverages } = aPlan(stepExamples[op].plan);
  const placed = [derive, ...loops.map((loop) => loop.derive), ...coverages.map(({ steps }) => steps)];
  const tested = placed.flatMap((steps) => allSteps(steps)).find((each) => each.step.op === op)?.step as Step;
  const kind = kindOf(tested);
  const read = new Set<string>();
  const watched = new Proxy(tested, {
    get(target, field) {
      read.add(String(field));
      return Reflect.get(target, field);
    },
  });
  const said = kind
    .rule(watched, planWords({ ...vocabulary, questions: exampleTypes }))
    .map((part) => (typeof part === 'string' ? part : `${part.length} step`));
  return { said, read, fields: Object.keys(kind.schema(z.custom<Step>()).shape) };
}

describe('a kind of step', () => {
  it.each(Object.entries(rules))('%s has a rule that leaves out none of its fields', (op, expected) => {
    const { said, read, fields } = ruleOf(op as StepOp);
    expect(said).toEqual(expected);
    const ofTheManual = new Set(['name', 'when', 'as', 'op']);
    expect(fields.filter((field) => !ofTheManual.has(field) && !read.has(field))).toEqual([]);
  });
});

it('says which iterations of a loop a step goes through', () => {
  const loop = (qid: string, iterationOf: string) => ({
    ...{ qid, answerType: 'TEXT' as const },
    loop: { questions: [{ qid: `${qid}.of`, answerType: 'TEXT' as const, iterationOf }] },
  });
  const questions = questionTypesOf(
    aLine([
      loop('drivers', 'cars'),
      loop('cars', 'drivers'),
      { qid: 'cover', answerType: 'MULTI_SELECT', answerChoices: ['Fire', 'Flood'] },
    ]),
  );
  const said = (selection: Selection) =>
    selectedWords(selection, planWords({ ...vocabulary, questions, iteration: (qid) => qid.slice(0, -1) }));
  expect(said({ loop: 'drivers', of: 'drivers.of' })).toBe('driver of that car');
  expect(said({ loop: 'drivers', of: 'cars.of' })).toBe('driver that “cars of” names');
  expect(said({ loop: 'drivers', where: { '==': [{ value: 'rank' }, 1] } })).toBe(
    'driver for which Value rank is 1',
  );
  expect(said({ loop: 'cover' })).toBe('choice of “cover”');
});
