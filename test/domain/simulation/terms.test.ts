import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, daysBetween } from '../../../domain/ground/calendar.js';
import { type AnswerEdits, changedAnswers, edited, editsOf } from '../../../domain/intake/answer-edits.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { sumOfAmounts } from '../../../domain/money/cents.js';
import { changeByTerms } from '../../../domain/policy/across-terms.js';
import { answersAround } from '../../../domain/policy/answers-around.js';
import { chargesOfTerm, priceCharges } from '../../../domain/policy/charges.js';
import { priceAnswers } from '../../../domain/policy/endorsement.js';
import type { PolicyChange } from '../../../domain/policy/policy-change.js';
import { renewalWishes } from '../../../domain/policy/renewal-wishes.js';
import { answersOn, historyOf, policyOn } from '../../../domain/policy/timeline.js';
import { aChange, anIssue } from '../policy/generated-term.js';
import { textOf } from './days.js';
import { begun, changedBy, editsBy, type Op, ops, ratesOf, shown } from './fleet.js';
import { none, whole } from './fraction.js';

const histories = Number(process.env.LIVES ?? 200);
const seed = Number(process.env.SEED ?? 34);

/** Three terms of 365 days; each has rates of its own. */
const terms = [2025, 2026, 2027].map((year) => ({ from: `${year}-01-01`, until: `${year + 1}-01-01` }));

/** The rates of a term, by its number from 1; a day costs no whole cents. */
const { cents, chargesOf } = ratesOf(true);
const premiumCents = (termNumber: number, answers: AnswerMap) =>
  BigInt(cents.premium(answers) * (2 * termNumber - 1));
const premiumIn = (termNumber: number) => (answers: AnswerMap) => textOf(premiumCents(termNumber, answers));

/** What answers, each from its day, cost in a term, in exact fractions of cents. */
function costOf(byDay: readonly { from: string; answers: AnswerMap }[], termNumber: number) {
  const { until } = terms[termNumber - 1]!;
  const byDays = (yearOf: (answers: AnswerMap) => bigint) => {
    const exact = byDay.reduce((sum, { from, answers }, at) => {
      const days = daysBetween(from, byDay[at + 1]?.from ?? until);
      return sum.plus(whole(yearOf(answers)).times(BigInt(days), 365n));
    }, none);
    return textOf(exact.round());
  };
  const highest = Math.max(...byDay.map(({ answers }) => cents.KEPT(answers)));
  return {
    premium: byDays((answers) => premiumCents(termNumber, answers)),
    charges: [
      byDays((answers) => BigInt(cents.TAX(answers))),
      textOf(BigInt(cents.FEE(byDay.at(-1)!.answers))),
      textOf(BigInt(highest)),
    ],
  };
}

/** A change of a day, or the next renewal with its wishes. */
type Step = { from: string; ops: Op[] } | { wishes: Op[] };

const steps: fc.Arbitrary<Step[]> = fc
  .array(
    fc.record({
      at: fc.constantFrom(0, 1, 2, 2),
      from: fc.nat(3 * 365 - 1).map((days) => addDays(terms[0]!.from, days - (days % 13))),
      ops,
    }),
    { minLength: 4, maxLength: 10 },
  )
  .chain((changes) =>
    fc.tuple(fc.constant(changes), ops, ops).map(([all, first, second]) => {
      // Each change is recorded in the term of its day or in a later one.
      const known = (change: (typeof all)[number]) =>
        Math.max(
          change.at,
          terms.findLastIndex((term) => term.from <= change.from),
        );
      const during = (number: number) => all.filter((change) => known(change) === number);
      return [...during(0), { wishes: first }, ...during(1), { wishes: second }, ...during(2)];
    }),
  );

interface Recorded {
  changes: PolicyChange[];
  /** The edits of all changes and wishes. */
  edits: AnswerEdits[];
}

function issued(): Recorded {
  const [term] = terms;
  const issue = anIssue(term!.from, term!.until, premiumIn(1)(begun), begun);
  const charges = chargesOfTerm(chargesOf(begun), term!);
  return { changes: [{ ...issue, data: { ...issue.data, charges } }], edits: [] };
}

/** Renews as the service does. A wish for what is not there, or for what another change adds or removes, is none. */
function renewed({ changes, edits }: Recorded, wishes: AnswerEdits): Recorded & { wishes: AnswerEdits } {
  const term = historyOf(changes)!.terms.at(-1)!;
  const next = terms[term.number]!;
  const lastDay = answersOn(term, term.expirationDate);
  const known = isRepeated(edits, wishes) ? {} : wishes;
  const made = renewalWishes(lastDay, { asked: { edits: known } });
  const result = 'missing' in made ? renewalWishes(lastDay, { asked: {} }) : made;
  if ('missing' in result) throw new Error('a renewal without wishes is always possible');
  const premium = premiumIn(term.number + 1)(result.answers);
  const renewal = aChange({
    ...{ seq: changes.length + 1, kind: 'RENEW', termNumber: term.number + 1 },
    effectiveDate: next.from,
    premiumChange: premium,
    termPremium: premium,
    answers: result.answers,
    edits: [{ from: next.from, edits: result.edits }],
    data: { expirationDate: next.until, charges: chargesOfTerm(chargesOf(result.answers), next) },
  });
  return { changes: [...changes, renewal], edits: [...edits, result.edits], wishes: result.edits };
}

/** Records a change as the service does, on what is known by then; null where it meets another or cannot be made. */
function changed({ changes, edits }: Recorded, { from, ops }: { from: string; ops: Op[] }): Recorded | null {
  const { terms: known } = historyOf(changes)!;
  const term = known.findLast(({ effectiveDate }) => effectiveDate <= from)!;
  const onDay = answersOn(term, from);
  const named = editsBy(ops, onDay);
  const asked = changedAnswers(onDay, { edits: named });
  if ('missing' in asked) return null;
  const own = editsOf(onDay, asked.answers, named);
  const { reached, conflicts } = changeByTerms(term, known.slice(term.number), {
    asked: { from, edits: own },
    choiceOf: () => 'KEEP_LATER',
  });
  if (conflicts.length > 0 || isRepeated(edits, own)) return null;
  const parts = reached.map((part, index) => {
    const answers = answersAround(part.term, part.edits);
    const change = { from: part.from, edits: part.edits, answers };
    const price = priceAnswers(part.term, { digits: 2, ...change, rate: premiumIn(part.term.number) });
    return aChange({
      ...{ seq: changes.length + 1 + index, kind: 'ENDORSE', termNumber: part.term.number },
      ...{ effectiveDate: part.from, edits: part.edits, premiumChange: price.premium },
      termPremium: price.termPremium.after,
      data: {
        stretches: price.stretches,
        charges: priceCharges(part.term, { digits: 2, ...change, rate: chargesOf }),
      },
    });
  });
  return { changes: [...changes, ...parts], edits: [...edits, own] };
}

/** Whether it adds or removes an iteration that others add or remove: recorded in sequence, one could not be made. */
function isRepeated(others: readonly AnswerEdits[], edits: AnswerEdits): boolean {
  const ids = (of: AnswerEdits) =>
    Object.values(of).flatMap((edit) =>
      edit.type === 'LOOP' ? [...edit.added.map(({ iterationId }) => iterationId), ...edit.removed] : [],
    );
  const known = new Set(others.flatMap(ids));
  return ids(edits).some((id) => known.has(id));
}

const moneyOf = ({ changes }: Recorded) =>
  historyOf(changes)!.terms.map(({ number, charges }) => ({
    premium: sumOfAmounts(
      changes.filter((one) => (one.termNumber ?? 1) === number).map(({ premiumChange }) => premiumChange),
    ),
    charges: ['TAX', 'FEE', 'KEPT'].map((type) =>
      sumOfAmounts(charges.filter((charge) => charge.type === type).map(({ amount }) => amount)),
    ),
  }));

const dayOf = ({ changes }: Recorded, day: string) => {
  const on = policyOn(historyOf(changes), day)!;
  return { answers: shown(on.answers), termPremium: on.termPremium };
};

it(
  `${histories} histories of three terms are the same whenever their changes are recorded, to the cent`,
  () => {
    let across = 0;
    fc.assert(
      fc.property(steps, (all) => {
        let outcome = issued();
        const kept: { from: string; ops: Op[]; wishes?: AnswerEdits }[] = [];
        const wishes: AnswerEdits[] = [];
        for (const step of all) {
          if ('wishes' in step) {
            const known = historyOf(outcome.changes)!.terms.at(-1)!;
            const asked = editsBy(step.wishes, answersOn(known, known.expirationDate));
            const next = renewed(outcome, asked);
            wishes.push(next.wishes);
            outcome = next;
            continue;
          }
          const next = changed(outcome, step);
          if (next === null) continue;
          const number = terms.findLastIndex((term) => term.from <= step.from);
          if (number < wishes.length) across++;
          outcome = next;
          kept.push(step);
        }

        // In the order of their days, with the renewals between them; changes of one day in the order of recording.
        const inSequence = kept.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
        let expected = issued();
        let answers = begun;
        const model = terms.map(({ from, until }, index) => {
          if (index > 0) {
            expected = renewed({ ...expected, edits: [] }, wishes[index - 1]!);
            answers = edited(answers, wishes[index - 1]!);
          }
          const byDay = [{ from, answers }];
          for (const change of inSequence.filter((each) => each.from >= from && each.from < until)) {
            const next = changed({ ...expected, edits: [] }, change);
            expect(next, JSON.stringify(change)).not.toBeNull();
            expected = next!;
            answers = changedBy(change.ops, answers);
            byDay.push({ from: change.from, answers });
          }
          return byDay;
        });

        const costs = model.map((byDay, index) => costOf(byDay, index + 1));
        const days = terms.flatMap(({ from, until }) => [from, addDays(until, -1)]);
        for (const day of [...days, ...kept.map(({ from }) => from)]) {
          const number = terms.findLastIndex(({ from }) => from <= day);
          const own = model[number]!.findLast(({ from }) => from <= day)!.answers;
          const onDay = { answers: shown(own), termPremium: premiumIn(number + 1)(own) };
          expect(dayOf(outcome, day), day).toEqual(onDay);
          expect(dayOf(expected, day), day).toEqual(onDay);
        }
        expect(moneyOf(outcome)).toEqual(costs);
        expect(moneyOf(expected)).toEqual(costs);
      }),
      { numRuns: histories, seed },
    );
    expect(across).toBeGreaterThan(histories);
  },
  30 * 60_000,
);
