import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../domain/ground/calendar.js';
import { changedAnswers, type DatedEdits, edited, editsOf } from '../../../domain/intake/answer-edits.js';
import type { AnswerMap, LoopIteration } from '../../../domain/intake/answers.js';
import { type ConflictChoice, conflictsOf, resolved } from '../../../domain/policy/edit-conflicts.js';
import { priceAnswers, type RateTerm } from '../../../domain/policy/endorsement.js';
import type { PolicyChange } from '../../../domain/policy/policy-change.js';
import { answersOn } from '../../../domain/policy/timeline.js';
import { aChange, anIssue, lastTermOf } from './generated-term.js';

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const car = (number: number, value: number, use = 'PLEASURE'): LoopIteration => ({
  iterationId: idOf(number),
  answers: {
    value: { type: 'ANSWER', qid: 'value', answer: String(value) },
    use: { type: 'ANSWER', qid: 'use', answer: use },
  },
});
const cars = (...iterations: LoopIteration[]): AnswerMap => ({
  cars: { type: 'LOOP', qid: 'cars', iterations },
});
const carsIn = (answers: AnswerMap) => (answers.cars?.type === 'LOOP' ? answers.cars.iterations : []);
const shown = (answers: AnswerMap) =>
  carsIn(answers).map(({ iterationId, answers: { value, use } }) =>
    [Number(iterationId.slice(-4)), value?.answer, use?.answer].join(' '),
  );

/** A thousand, and for each car a hundredth of its value, twice that for business. */
const rate: RateTerm = (answers) =>
  carsIn(answers)
    .reduce(
      (sum, { answers: { value, use } }) =>
        sum + Number(value?.answer ?? 0) * (use?.answer === 'BUSINESS' ? 2 : 1),
      1000,
    )
    .toFixed(2);

const start = cars(car(1, 100), car(2, 200));
const issue = anIssue('2027-01-01', '2028-01-01', rate(start), start);

/** Records a change as the service does: found and priced on what is known by then. */
function endorsed(
  changes: PolicyChange[],
  from: string,
  change: (onDay: AnswerMap) => AnswerMap,
  choice: ConflictChoice = 'KEEP_LATER',
): PolicyChange[] {
  const term = lastTermOf(changes);
  const onDay = answersOn(term, from);
  const asked = { from, edits: editsOf(onDay, change(onDay)) };
  const edits = resolved(
    term,
    asked,
    conflictsOf(term, asked).map((conflict) => ({ ...conflict, choice })),
  );
  const { premium, stretches, termPremium } = priceAnswers(term, { digits: 2, from, edits, rate });
  const recorded = { seq: changes.length + 1, kind: 'ENDORSE' as const, effectiveDate: from };
  return [
    ...changes,
    aChange({
      ...recorded,
      premiumChange: premium,
      termPremium: termPremium.after,
      edits,
      data: { stretches },
    }),
  ];
}

const on = (changes: PolicyChange[], day: string) => shown(answersOn(lastTermOf(changes), day));
const add = (one: LoopIteration) => (onDay: AnswerMap) => cars(...carsIn(onDay), one);
const remove = (number: number) => (onDay: AnswerMap) =>
  cars(...carsIn(onDay).filter(({ iterationId }) => iterationId !== idOf(number)));
const replace = (number: number, value: number, use?: string) => (onDay: AnswerMap) =>
  cars(...carsIn(onDay).map((each) => (each.iterationId === idOf(number) ? car(number, value, use) : each)));

describe('a loop that is sent whole', () => {
  it('keeps what a change of an earlier day does to its other iterations', () => {
    const added = endorsed([issue], '2027-06-01', add(car(3, 300)));
    const used = endorsed(added, '2027-03-01', replace(1, 100, 'BUSINESS'));
    expect(on(used, '2027-06-01')).toEqual(['1 100 BUSINESS', '2 200 PLEASURE', '3 300 PLEASURE']);
    const removed = endorsed([issue], '2027-09-01', remove(2));
    const joined = endorsed(removed, '2027-06-01', add(car(3, 300)));
    expect(on(joined, '2027-06-01')).toEqual(['1 100 PLEASURE', '2 200 PLEASURE', '3 300 PLEASURE']);
    expect(on(joined, '2027-09-01')).toEqual(['1 100 PLEASURE', '3 300 PLEASURE']);
  });

  it('clears the answers that an iteration has no more', () => {
    const { use, ...left } = car(1, 100).answers;
    const edits = editsOf(start, cars({ ...car(1, 100), answers: left }, car(2, 200)));
    expect(edits.cars).toMatchObject({
      added: [],
      removed: [],
      edited: [{ iterationId: idOf(1), cleared: ['use'] }],
    });
    expect(carsIn(edited(start, edits))[0]?.answers).toEqual(left);
  });
});

describe('a conflict with a later day', () => {
  const later = endorsed([issue], '2027-06-01', replace(1, 150));
  const earlier: DatedEdits = { from: '2027-03-01', edits: editsOf(start, replace(1, 120)(start)) };
  const conflict = {
    loopQid: 'cars',
    iterationId: idOf(1),
    qid: 'value',
    effectiveDate: '2027-03-01',
    value: '120',
  };

  it('is named, and by default the later change stays', () => {
    expect(conflictsOf(lastTermOf(later), earlier)).toEqual([
      { ...conflict, laterEffectiveDate: '2027-06-01', laterValue: '150' },
    ]);
    const kept = endorsed(later, '2027-03-01', replace(1, 120));
    expect([on(kept, '2027-03-01')[0], on(kept, '2027-06-01')[0]]).toEqual([
      '1 120 PLEASURE',
      '1 150 PLEASURE',
    ]);
  });

  it('applies throughout where the caller chooses so', () => {
    const applied = endorsed(later, '2027-03-01', replace(1, 120), 'APPLY_THROUGHOUT');
    expect([on(applied, '2027-03-01')[0], on(applied, '2027-06-01')[0]]).toEqual([
      '1 120 PLEASURE',
      '1 120 PLEASURE',
    ]);
  });

  it('is one where the later change removes what is edited, which then stays', () => {
    const gone = endorsed([issue], '2027-06-01', remove(1));
    const used = endorsed(gone, '2027-03-01', replace(1, 100, 'BUSINESS'));
    expect(on(used, '2027-06-01')).toEqual(['2 200 PLEASURE']);
    const throughout = endorsed(gone, '2027-03-01', replace(1, 100, 'BUSINESS'), 'APPLY_THROUGHOUT');
    expect(on(throughout, '2027-06-01')).toEqual(['2 200 PLEASURE', '1 100 BUSINESS']);
  });
});

describe('single edits', () => {
  it('need not send the loop', () => {
    const edits = editsOf(start, add(car(3, 300))(start));
    expect(changedAnswers(start, { edits })).toEqual({
      answers: cars(car(1, 100), car(2, 200), car(3, 300)),
    });
  });

  it('are refused by name where the iteration is not there', () => {
    const edits = editsOf(start, remove(2)(start));
    expect(changedAnswers(cars(car(1, 100)), { edits })).toEqual({
      missing: idOf(2),
      path: ['edits', 'cars', 'removed', 0],
    });
    expect(changedAnswers(start, { iterationIdsToDelete: [idOf(9)] })).toMatchObject({ missing: idOf(9) });
    expect(changedAnswers(start, { iterationIdsToDelete: [idOf(1)] })).toEqual({
      answers: cars(car(2, 200)),
    });
  });
});

/** Changes that never edit the same cell: each has a car of its own to edit or to remove, or adds one. */
const lives = fc
  .uniqueArray(fc.nat(364), { minLength: 2, maxLength: 6 })
  .chain((days) =>
    fc.record({
      days: fc.constant(days.map((day) => addDays('2027-01-01', day))),
      kinds: fc.array(fc.constantFrom('ADD', 'EDIT', 'USE', 'REMOVE'), {
        minLength: days.length,
        maxLength: days.length,
      }),
      order: fc.shuffledSubarray([...days.keys()], { minLength: days.length }),
    }),
  )
  .map(({ days, kinds, order }) => ({
    order,
    changes: days.map((from, index) => ({ from, kind: kinds[index]!, own: index + 1 })),
  }));

const asked = ({ kind, own }: { kind: string; own: number }) => {
  if (kind === 'ADD') return add(car(100 + own, 1000 + own));
  if (kind === 'REMOVE') return remove(own);
  return kind === 'EDIT'
    ? (onDay: AnswerMap) => changedCar(onDay, own, 'value', '777')
    : (onDay: AnswerMap) => changedCar(onDay, own, 'use', 'BUSINESS');
};
const changedCar = (onDay: AnswerMap, own: number, qid: string, answer: string) =>
  cars(
    ...carsIn(onDay).map((each) =>
      each.iterationId === idOf(own)
        ? { ...each, answers: { ...each.answers, [qid]: { type: 'ANSWER' as const, qid, answer } } }
        : each,
    ),
  );

it('makes the same policy of the same changes, in whatever order they are recorded', () => {
  const all = cars(...[1, 2, 3, 4, 5, 6].map((number) => car(number, 100 * number)));
  const begun = anIssue('2027-01-01', '2028-01-01', rate(all), all);
  const days = [...Array(12).keys()].map((month) => addDays('2027-01-15', 30 * month));
  fc.assert(
    fc.property(lives, ({ changes, order }) => {
      const record = (list: typeof changes) =>
        list.reduce((soFar, change) => endorsed(soFar, change.from, asked(change)), [begun]);
      const inSequence = record([...changes].sort((a, b) => a.from.localeCompare(b.from)));
      const inOrder = record(order.map((index) => changes[index]!));
      for (const day of days) expect(on(inOrder, day)).toEqual(on(inSequence, day));
      const total = (list: PolicyChange[]) =>
        list.reduce((sum, { premiumChange }) => sum + Number(premiumChange), 0);
      expect(Math.abs(total(inOrder) - total(inSequence))).toBeLessThan(0.01 * changes.length);
    }),
    { numRuns: 300 },
  );
});

it('is a conflict to remove an iteration of which a later change clears an answer', () => {
  const { use, ...left } = car(1, 100).answers;
  const cleared = endorsed([issue], '2027-06-01', () => cars({ ...car(1, 100), answers: left }, car(2, 200)));
  const removal = { from: '2027-03-01', edits: editsOf(start, remove(1)(start)) };
  expect(conflictsOf(lastTermOf(cleared), removal)).toMatchObject([
    { loopQid: 'cars', iterationId: idOf(1), qid: 'use', value: null, laterValue: null },
  ]);
});

it('keeps an edit that a caller names even if the answer is the same on its day', () => {
  const named = {
    cars: { type: 'LOOP' as const, qid: 'cars', added: [], removed: [], edited: [car(1, 100)] },
  };
  expect(editsOf(start, start, named)).toEqual(named);
  expect(editsOf(start, start)).toEqual({});
});

it('clears what an earlier day, recorded later, refers to a removed iteration', () => {
  const removal: DatedEdits = {
    from: '2027-06-01',
    edits: { cars: { type: 'LOOP', qid: 'cars', added: [], removed: [idOf(2)], edited: [] } },
  };
  const reference: DatedEdits = {
    from: '2027-03-01',
    edits: { lienOn: { type: 'ANSWER', qid: 'lienOn', answer: idOf(2) } },
  };
  const changes = [
    issue,
    ...[removal, reference].map((dated, index) =>
      aChange({ seq: 2 + index, kind: 'ENDORSE', effectiveDate: dated.from, edits: [dated] }),
    ),
  ];
  const term = lastTermOf(changes);

  expect(answersOn(term, '2027-05-31').lienOn).toMatchObject({ answer: idOf(2) });
  expect(answersOn(term, '2027-06-01').lienOn).toMatchObject({ answer: '' });
});

describe('a later change that names an iteration which an earlier day removes', () => {
  // The use of car 1 names car 2, from a later day, and so does that of a car which is added then.
  const naming = endorsed([issue], '2027-06-01', (onDay) =>
    cars(...carsIn(replace(1, 100, idOf(2))(onDay)), car(3, 300, idOf(2).toUpperCase())),
  );
  const removal = { from: '2027-03-01', edits: editsOf(start, remove(2)(start)) };
  const conflicts = conflictsOf(lastTermOf(naming), removal);

  it('is a conflict', () => {
    const days = { effectiveDate: '2027-03-01', laterEffectiveDate: '2027-06-01' };
    const cell = { loopQid: 'cars', qid: 'use', value: null };
    expect(conflicts).toEqual([
      { ...cell, ...days, iterationId: idOf(1), laterValue: idOf(2) },
      { ...cell, ...days, iterationId: idOf(3), laterValue: idOf(2).toUpperCase() },
    ]);
  });

  it('names it no more where the removal applies throughout, and else as it was recorded', () => {
    const answers = (choice: ConflictChoice) => {
      const chosen = conflicts.map((conflict) => ({ ...conflict, choice }));
      const edits = resolved(lastTermOf(naming), removal, chosen);
      const changes = [...naming, aChange({ seq: 9, kind: 'ENDORSE', effectiveDate: '2027-03-01', edits })];
      return on(changes, '2027-06-01');
    };
    expect(answers('APPLY_THROUGHOUT')).toEqual(['1 100 PLEASURE', '3 300 ']);
    expect(answers('KEEP_LATER')).toEqual([`1 100 ${idOf(2)}`, `3 300 ${idOf(2).toUpperCase()}`]);
  });
});
