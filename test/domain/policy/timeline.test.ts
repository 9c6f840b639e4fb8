import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../../../domain/ground/calendar.js';
import { editsOf } from '../../../domain/intake/answer-edits.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { sumOfAmounts } from '../../../domain/money/cents.js';
import { priceAmount, priceAnswers, type RateTerm } from '../../../domain/policy/endorsement.js';
import type { PolicyChange } from '../../../domain/policy/policy-change.js';
import { answersOn, historyOf, knownAt, policyOn } from '../../../domain/policy/timeline.js';
import { intakeOf } from '../../support/event-factory.js';
import { aChange, anIssue, issues, lastTermOf } from './generated-term.js';

/** A thousand, and ten for each unit of each answer, with a minimum: not proportional to its parts. */
const rate: RateTerm = (answers) => {
  const units = ['a', 'b', 'c'].map((qid) => {
    const entry = answers[qid];
    return entry?.type === 'ANSWER' ? Number(entry.answer) : 0;
  });
  const [a = 0, b = 0, c = 0] = units;
  return Math.max(1_100, 1_000 + 10 * a + 7 * b * (1 + c / 10)).toFixed(2);
};

const start = intakeOf({ a: '5', b: '5', c: '5' });
const issue = anIssue('2027-07-01', '2028-07-01', rate(start), start);

/** Records a change of answers as the service does: priced on what is known by then. */
function endorsed(changes: PolicyChange[], from: string, answers: AnswerMap): PolicyChange[] {
  const term = lastTermOf(changes);
  const edits = [{ from, edits: editsOf(answersOn(term, from), answers) }];
  const { premium, stretches, termPremium } = priceAnswers(term, { digits: 2, from, edits, rate });
  const change = aChange({
    seq: changes.length + 1,
    kind: 'ENDORSE',
    effectiveDate: from,
    premiumChange: premium,
    termPremium: termPremium.after,
    answers,
    edits,
    data: { stretches },
  });
  return [...changes, change];
}

const amendments = fc.array(
  fc.record({
    from: fc.nat(365).map((days) => addDays('2027-07-01', days)),
    answers: fc
      .tuple(
        fc.subarray(['a', 'b', 'c'], { minLength: 1 }),
        fc.array(fc.nat(60), { minLength: 3, maxLength: 3 }),
      )
      .map(([qids, values]) => intakeOf(Object.fromEntries(qids.map((qid, i) => [qid, String(values[i])])))),
  }),
  { maxLength: 7 },
);

const premiumOf = (changes: PolicyChange[]) =>
  sumOfAmounts(changes.map(({ premiumChange }) => premiumChange));

describe('changes of a term, recorded in whatever order they take effect', () => {
  it('sum to what the answers of each day cost by the day', () => {
    fc.assert(
      fc.property(amendments, (list) => {
        const changes = list.reduce((all, { from, answers }) => endorsed(all, from, answers), [issue]);
        const history = historyOf(changes);
        let exact = 0;
        for (let day = '2027-07-01'; day < '2028-07-01'; day = addDays(day, 1)) {
          const on = policyOn(history, day)!;
          exact += Number(rate(on.answers)) / 366;
          expect(on.termPremium).toBe(rate(on.answers));
        }
        // Each change is rounded once.
        expect(Math.abs(Number(premiumOf(changes)) - exact)).toBeLessThan(0.0051 * list.length + 1e-6);
      }),
      { numRuns: 30 },
    );
  });

  it('leave the same policy as in the order of their dates', () => {
    fc.assert(
      fc.property(amendments, (list) => {
        const once = list.filter(({ from }, i) => list.findIndex((other) => other.from === from) === i);
        const inOrder = once.toSorted((a, b) => (a.from < b.from ? -1 : 1));
        const [recorded, ordered] = [once, inOrder].map((each) =>
          each.reduce((all, { from, answers }) => endorsed(all, from, answers), [issue]),
        );
        for (const { from } of once) {
          expect(policyOn(historyOf(recorded!), from)!.answers).toEqual(
            policyOn(historyOf(ordered!), from)!.answers,
          );
        }
        const apart = Math.abs(Number(premiumOf(recorded!)) - Number(premiumOf(ordered!)));
        expect(apart).toBeLessThan(0.0101 * once.length + 1e-6);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a back-dated change', () => {
  const later = endorsed([issue], '2028-01-01', intakeOf({ a: '50' }));
  const backDated = endorsed(later, '2027-10-01', intakeOf({ b: '20', a: '10' }));
  const before = historyOf(knownAt(backDated, backDated[1]!.recordedAt));
  const after = historyOf(backDated);

  it('keeps what takes effect after it, on top of it', () => {
    expect(policyOn(after, '2027-12-31')!.answers).toMatchObject(intakeOf({ a: '10', b: '20' }));
    expect(policyOn(after, '2028-01-01')!.answers).toMatchObject(intakeOf({ a: '50', b: '20' }));
    expect(policyOn(after, '2028-01-01')!.termPremium).toBe(rate(intakeOf({ a: '50', b: '20', c: '5' })));
  });

  it('is told apart from what was known before it was recorded', () => {
    expect(policyOn(before, '2027-11-01')).toMatchObject({ termPremium: rate(start), answers: start });
    expect(policyOn(after, '2027-11-01')!.termPremium).toBe(rate(intakeOf({ a: '10', b: '20', c: '5' })));
    expect(knownAt(backDated, new Date(0))).toEqual([]);
    expect(policyOn(historyOf([]), '2027-11-01')).toBeNull();
  });
});

it('earns a premium that was agreed on evenly over the days left', () => {
  fc.assert(
    fc.property(issues, fc.double({ min: 0, max: 0.999, noNaN: true }), fc.integer(), (first, at, cents) => {
      const term = lastTermOf([first]);
      const from = addDays(
        term.effectiveDate,
        Math.floor(at * daysBetween(term.effectiveDate, term.expirationDate)),
      );
      const amount = (cents / 100).toFixed(2);
      const { premium, stretches } = priceAmount(term, { digits: 2, from, amount });
      expect(premium).toBe(Number(amount) === 0 ? '0.00' : amount);
      expect(sumOfAmounts(stretches.map((stretch) => stretch.amount))).toBe(premium);
      expect(stretches.at(-1)?.until).toBe(term.expirationDate);
    }),
  );
});

describe('a policy on a day', () => {
  const cancelled = [
    issue,
    aChange({ seq: 2, kind: 'CANCEL', effectiveDate: '2028-01-01', premiumChange: '-500.00' }),
  ];

  it('is in force from its first day until the day before its last', () => {
    const history = historyOf([issue]);
    expect(policyOn(history, '2027-06-30')).toBeNull();
    expect(policyOn(history, '2027-07-01')!.inForce).toBe(true);
    expect(policyOn(history, '2028-06-30')!.inForce).toBe(true);
    expect(policyOn(history, '2028-07-01')!.inForce).toBe(false);
  });

  it('is not in force once canceled, and is again after the cancellation was undone', () => {
    expect(policyOn(historyOf(cancelled), '2028-01-01')).toMatchObject({ inForce: false });
    const reinstated = [
      ...cancelled,
      aChange({ seq: 3, kind: 'REINSTATE', effectiveDate: '2028-01-01', premiumChange: '500.00' }),
    ];
    expect(policyOn(historyOf(reinstated), '2028-01-01')).toMatchObject({ inForce: true });
  });

  describe('that was reinstated after a lapse', () => {
    const lapse = { from: '2028-01-01', until: '2028-02-01' };
    /** 1,102.50 for 366 days, of which 182 were left on 1 January, and 31 of those are not charged for. */
    const reinstated = [
      ...[issue, aChange({ seq: 2, kind: 'CANCEL', effectiveDate: lapse.from, premiumChange: '-548.24' })],
      aChange({
        seq: 3,
        kind: 'REINSTATE',
        effectiveDate: lapse.until,
        premiumChange: '454.86',
        data: { stretches: [{ ...lapse, amount: '-93.38', termPremium: '0.00' }] },
      }),
    ];
    const on = (changes: PolicyChange[], day: string) => policyOn(historyOf(changes), day);

    it('is not in force on the days in between, and costs nothing on them', () => {
      const history = historyOf(reinstated);
      const inForce = ['2027-12-31', '2028-01-01', '2028-01-31', '2028-02-01'].map(
        (day) => policyOn(history, day)!.inForce,
      );
      expect(inForce).toEqual([true, false, false, true]);
      expect(on(reinstated, '2028-01-15')).toMatchObject({ termPremium: '0.00' });
      expect(on(reinstated, '2028-02-01')).toMatchObject({ termPremium: '1102.50' });
    });

    it.each([
      ['before the lapse', '2027-12-01', 31 + 151],
      ['in the lapse', '2028-01-15', 151],
      ['after the lapse', '2028-03-01', 122],
    ])('is changed from a day %s, for the days with coverage only', (_, from, days) => {
      const answers = intakeOf({ a: '42' });
      const dearer = Number(rate({ ...start, ...answers })) - 1_102.5;
      const changed = endorsed(reinstated, from, answers);
      expect(Number(changed.at(-1)!.premiumChange)).toBeCloseTo((dearer * days) / 366, 2);
      expect(changed.at(-1)).toMatchObject({ termPremium: (1_102.5 + dearer).toFixed(2) });
      expect(on(changed, '2028-01-20')).toMatchObject({ inForce: false, termPremium: '0.00' });
      expect(on(changed, '2028-06-01')).toMatchObject({ termPremium: (1_102.5 + dearer).toFixed(2) });
    });

    it('keeps the days of the lapse where its effective date is corrected', () => {
      const moved = (effectiveDate: string, expirationDate: string) =>
        historyOf([
          ...reinstated,
          aChange({ seq: 4, kind: 'CORRECT_EFFECTIVE_DATE', effectiveDate, data: { expirationDate } }),
        ]);
      expect(policyOn(moved('2027-08-01', '2028-08-01'), '2028-01-15')!.inForce).toBe(false);
      const cut = moved('2028-01-10', '2029-01-10');
      expect(['2028-01-31', '2028-02-01'].map((day) => policyOn(cut, day)!.inForce)).toEqual([false, true]);
    });

    it('costs nothing until it was reinstated, too, where it began with the lapse and begins earlier', () => {
      const fromTheFirst = [
        issue,
        aChange({ seq: 2, kind: 'CANCEL', effectiveDate: issue.effectiveDate, premiumChange: '-1102.50' }),
        aChange({
          seq: 3,
          kind: 'REINSTATE',
          effectiveDate: '2027-08-01',
          premiumChange: '1009.12',
          data: {
            stretches: [
              { from: issue.effectiveDate, until: '2027-08-01', amount: '-93.38', termPremium: '0.00' },
            ],
          },
        }),
        aChange({
          seq: 4,
          kind: 'CORRECT_EFFECTIVE_DATE',
          effectiveDate: '2027-06-01',
          data: { expirationDate: '2028-06-01' },
        }),
      ];
      expect(policyOn(historyOf(fromTheFirst), '2027-06-15')).toMatchObject({
        inForce: false,
        termPremium: '0.00',
      });
      const answers = intakeOf({ a: '42' });
      const dearer = Number(rate({ ...start, ...answers })) - 1_102.5;
      const changed = endorsed(fromTheFirst, '2027-06-01', answers);
      expect(Number(changed.at(-1)!.premiumChange)).toBeCloseTo((dearer * 305) / 366, 2);
    });
  });

  it('is of the term that the day falls into', () => {
    const renewed = [
      issue,
      aChange({
        seq: 2,
        kind: 'RENEW',
        effectiveDate: '2028-07-01',
        premiumChange: '2000.00',
        termPremium: '2000.00',
        data: { expirationDate: '2029-07-01' },
      }),
    ];
    expect(policyOn(historyOf(renewed), '2028-06-30')!.term.number).toBe(1);
    expect(policyOn(historyOf(renewed), '2028-07-01')).toMatchObject({
      term: { number: 2 },
      inForce: true,
    });
  });

  it('has the taxes and fees of changes that were recorded before these had periods', () => {
    const changes = [
      {
        ...issue,
        data: {
          ...issue.data,
          charges: [{ type: 'TAX', from: '2027-07-01', until: '2028-07-01', amount: '50.00' }],
        },
      },
      aChange({ seq: 2, kind: 'ENDORSE', effectiveDate: '2027-10-01', data: { taxesAndFees: '7.00' } }),
      aChange({ seq: 3, kind: 'CANCEL', effectiveDate: '2027-07-01', data: { taxesAndFees: '-57.00' } }),
    ];
    expect(historyOf(changes)!.terms[0]!.charges.slice(1)).toEqual([
      { type: 'TAXES_AND_FEES', from: '2027-10-01', until: '2028-07-01', amount: '7.00' },
      { type: 'TAXES_AND_FEES', from: '2027-07-01', until: '2027-07-01', amount: '-57.00' },
    ]);
  });

  it('has terms that end on the day of the last correction', () => {
    const renewed = [
      issue,
      aChange({ seq: 2, kind: 'RENEW', effectiveDate: '2028-07-01', data: { expirationDate: '2029-07-01' } }),
      aChange({
        seq: 3,
        kind: 'CORRECT_EFFECTIVE_DATE',
        effectiveDate: '2028-07-15',
        data: { expirationDate: '2029-07-15' },
      }),
    ];
    expect(historyOf(renewed)!.begunOn).toBe('2028-07-15');
  });

  it('has moved with a correction of its effective date', () => {
    const corrected = [
      ...endorsed([issue], '2027-07-20', intakeOf({ a: '9' })),
      aChange({
        seq: 3,
        kind: 'CORRECT_EFFECTIVE_DATE',
        effectiveDate: '2027-08-01',
        data: { expirationDate: '2028-08-01' },
      }),
    ];
    const history = historyOf(corrected);
    expect(policyOn(history, '2027-07-31')).toBeNull();
    expect(policyOn(history, '2028-07-31')).toMatchObject({ inForce: true });
  });
});
