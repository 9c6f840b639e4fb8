import { describe, expect, it } from 'vitest';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { compileProductDisplay } from '../../../domain/product/product-display.js';
import { namesOfIterations } from '../../../domain/questions/iteration-names.js';
import { questionTypesOf } from '../../../domain/questions/question-types.js';
import { aProduct } from '../../support/product-factory.js';
import { issuesOf } from '../product/lint-factory.js';

const text = (qid: string, more: object = {}) => ({ qid, question: `${qid}?`, answerType: 'TEXT', ...more });
const loop = (qid: string, iterationLabel: string, name: string | undefined, questions: object[]) =>
  text(qid, { loop: { iterationLabel, ...(name && { name }), questions } });
const make = { answerChoices: [{ value: 'VW', label: 'Volkswagen' }, 'Seat'], answerType: 'SELECT' };
const questions = [
  // Before the loop whose iterations it names.
  loop('claims', 'Claim', 'Claim of {claim.driver}', [text('claim.driver', { iterationOf: 'drivers' })]),
  loop('drivers', 'Driver', '{driver.name}', [text('driver.name')]),
  loop('cars', 'Vehicle', '{car.year} {car.make}, {car.city}', [
    text('car.year'),
    text('car.make', make),
    text('car.city'),
  ]),
  loop('sites', 'Site', undefined, [text('site.city')]),
];
const definition = aProduct((content) => {
  content.product.display.sections[0]!.subsections[0]!.questions.push(...(questions as never[]));
});
const types = questionTypesOf(definition.product);

const idOf = (loopId: number, index: number) => `00000000-0000-4000-8000-0000000${loopId}000${index}`;
type Loops = Record<string, Record<string, string | undefined>[]>;
function answersOf(loops: Loops): AnswerMap {
  return Object.fromEntries(
    Object.entries(loops).map(([qid, iterations], loopId) => [
      qid,
      {
        type: 'LOOP' as const,
        qid,
        iterations: iterations.map((own, index) => ({
          iterationId: idOf(loopId, index),
          answers: Object.fromEntries(
            Object.entries(own).map(([child, answer]) => [
              child,
              { type: 'ANSWER' as const, qid: child, answer: answer ?? '' },
            ]),
          ),
        })),
      },
    ]),
  );
}
const names = (loops: Loops) => [...namesOfIterations(answersOf(loops), types).values()];

describe('the names of iterations', () => {
  it('are made of answers: the labels of choices, without what joins a missing one', () => {
    const cars = [
      { 'car.year': '2019', 'car.make': 'VW', 'car.city': 'Ohio' },
      { 'car.make': 'Seat' },
      { 'car.city': 'Troy' },
      {},
    ];
    expect(names({ cars })).toEqual(['2019 Volkswagen, Ohio', 'Seat', 'Troy', 'Vehicle 4']);
  });

  it('are the label and number without a template, and the question without a label', () => {
    expect(names({ sites: [{ 'site.city': 'Troy' }], others: [{}] })).toEqual(['Site 1', 'Others 1']);
  });

  it('are numbered where they are the same', () => {
    const drivers = [{ 'driver.name': 'Ana' }, { 'driver.name': 'Bo' }, { 'driver.name': 'Ana' }];
    expect(names({ drivers })).toEqual(['Ana', 'Bo', 'Ana (2)']);
  });

  it('tell another iteration by its name, wherever its loop stands', () => {
    const drivers = [{ 'driver.name': 'Ana' }, { 'driver.name': 'Bo' }];
    const claims = [
      { 'claim.driver': idOf(1, 1).toUpperCase() },
      { 'claim.driver': '1' },
      { 'claim.driver': '9' },
    ];
    expect(names({ claims, drivers })).toEqual(['Ana', 'Bo', 'Claim of Bo', 'Claim of Ana', 'Claim of 9']);
  });

  it('are cut where they would fill a row', () => {
    expect(names({ drivers: [{ 'driver.name': 'x'.repeat(300) }] })[0]).toHaveLength(80);
  });

  it('are in the answer of the questions endpoint', () => {
    const ids = { versionId: idOf(8, 1), ownerOrganizationId: idOf(8, 2) };
    const answers = answersOf({ drivers: [{ 'driver.name': 'Ana' }] });
    const shown = compileProductDisplay(definition, ids).display(
      { answers, skipLineQuestions: [], excludeQuestions: false },
      definition.product.id,
    );
    expect(JSON.stringify(shown)).toContain(`"iterations":[{"iterationId":"${idOf(0, 0)}","name":"Ana",`);
  });
});

describe('lint of names', () => {
  const issues = (name: string) =>
    issuesOf({ questions: [loop('drivers', 'Driver', name, [text('driver.name', { required: true })])] });

  it('finds a question that the loop does not ask, and a name without any', () => {
    expect(issues('{driver.name}')).toEqual([]);
    expect(issues('{driver.nam}')).toEqual([
      expect.stringContaining(
        'loop.name: the loop "drivers" does not ask "driver.nam"; did you mean "driver.name"?',
      ),
    ]);
    expect(issues('The driver')).toEqual([
      expect.stringContaining('loop.name: names no question of its iterations: write its id in braces'),
    ]);
  });
});
