import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demoProducts } from '../../../db/seeds/demo-products.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { intakeOfPairs, issuesOfPairs, keyValuesOf } from '../../../domain/intake/intake-formats.js';
import { intakesNear } from '../../support/generated-intakes.js';
import { rateableActions } from '../../support/worksheet-factory.js';

/** The ids of iterations with the place of each. */
const placesOf = (intake: AnswerMap): [id: string, place: string][] =>
  Object.values(intake).flatMap((entry) =>
    entry.type === 'LOOP'
      ? entry.iterations.map(({ iterationId }, index): [string, string] => [
          iterationId,
          `${entry.qid}[${index}]`,
        ])
      : [],
  );

/** A text in which places stand for ids. */
function placed(value: unknown, intake: AnswerMap): string {
  const ids = placesOf(intake);
  return ids.reduce((text, [id, place]) => text.replaceAll(id, place), JSON.stringify(value));
}

/** The intake with answers that name iterations of the first one naming those in their places. */
function relinked(first: AnswerMap, intake: AnswerMap): AnswerMap {
  const ids = new Map(placesOf(intake).map(([id, place]) => [place, id]));
  const text = placesOf(first).reduce(
    (before, [id, place]) => before.replaceAll(id, ids.get(place) ?? id),
    JSON.stringify(intake),
  );
  return JSON.parse(text);
}

const back = (intake: AnswerMap) => intakeOfPairs(keyValuesOf(intake), randomUUID);

describe('answers as KEY_VALUE', () => {
  it('come back as answers that rate equally, of all demo products', async () => {
    const products = await demoProducts();
    let quoted = 0;
    let named = 0;
    for (const { product, compiled, rate } of rateableActions(products)) {
      const { intakes } = product;
      const near = fc.constantFrom(intakes.quoted, intakes.referred, intakes.declined).chain((intake) =>
        fc.oneof(
          fc.constant(intake),
          intakesNear(compiled.questionTypes, intake).map((changed) => relinked(intake, changed)),
        ),
      );
      fc.assert(
        fc.property(near, (intake) => {
          expect(issuesOfPairs(keyValuesOf(intake))).toEqual([]);
          const converted = back(intake);
          const rating = rate(intake);
          expect(placed(rate(converted), converted)).toBe(placed(rating, intake));
          expect(keyValuesOf(converted)).toEqual(keyValuesOf(intake));
          if (rating.outcome === 'QUOTED') quoted++;
          named += Object.values(keyValuesOf(intake)).filter((text) => /^\w+\[\d\]$/.test(text)).length;
        }),
        { numRuns: 60 },
      );
    }
    expect(quoted).toBeGreaterThan(50);
    expect(named).toBeGreaterThan(10);
  }, 240_000);

  it('keep iterations without answers, and answers that name an iteration', () => {
    const [driver, second] = [randomUUID(), randomUUID()];
    const intake: AnswerMap = {
      drivers: {
        ...{ type: 'LOOP', qid: 'drivers' },
        iterations: [
          { iterationId: driver, answers: {} },
          { iterationId: second, answers: { name: { type: 'ANSWER', qid: 'name', answer: 'Ada' } } },
        ],
      },
      main: { type: 'ANSWER', qid: 'main', answer: second.toUpperCase() },
    };
    const pairs = { 'drivers[0]': '', 'drivers[1].name': 'Ada', main: 'drivers[1]' };
    expect(keyValuesOf(intake)).toEqual(pairs);
    const ids = [driver, second];
    expect(intakeOfPairs(pairs, () => ids.shift() ?? '')).toEqual({
      ...intake,
      main: { type: 'ANSWER', qid: 'main', answer: second },
    });
  });

  it('are no intake with gaps, or where a loop has an answer', () => {
    expect(issuesOfPairs({ 'a[0].b': 'x', 'a[2].b': 'x', 'c[1].d': 'x', 'e[0].f': 'x', e: 'x' })).toEqual([
      { key: 'a[2]', detail: 'iterations count from 0, without gaps' },
      { key: 'c[1]', detail: 'iterations count from 0, without gaps' },
      { key: 'e', detail: 'has an answer, and iterations such as e[0]' },
    ]);
  });

  it.each(['a[0]', 'a[01].b', 'a[-1].b', 'a[].b', '[0].b', 'a[123456].b', 'a[0]b'])(
    'are plain with the key %s',
    (key) => {
      expect(intakeOfPairs({ [key]: 'x' }, randomUUID)).toEqual({
        [key]: { type: 'ANSWER', qid: key, answer: 'x' },
      });
    },
  );
});
