import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '../../../domain/ground/calendar.js';
import { type AnswerEdits, changedAnswers, editsOf } from '../../../domain/intake/answer-edits.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { sumOfAmounts } from '../../../domain/money/cents.js';
import { answersAround } from '../../../domain/policy/answers-around.js';
import { priceCharges } from '../../../domain/policy/charges.js';
import { conflictsOf } from '../../../domain/policy/edit-conflicts.js';
import { laterRatings, priceAnswers } from '../../../domain/policy/endorsement.js';
import type { PolicyChange } from '../../../domain/policy/policy-change.js';
import {
  answersOn,
  currentTerm,
  historyOf,
  type PolicyTerm,
  policyOn,
} from '../../../domain/policy/timeline.js';
import { aChange, anIssue, lastTermOf } from '../policy/generated-term.js';
import {
  begun,
  changedBy,
  chargesOf,
  costOf,
  editsBy,
  type FleetChange,
  fleetChanges,
  premiumOf,
  shown,
  term,
} from './fleet.js';

const histories = Number(process.env.LIVES ?? 200);
const seed = Number(process.env.SEED ?? 33);

/** A recorded change with the answers that its ratings are of: of its first day, and of later stretches. */
interface Recorded {
  changes: PolicyChange[];
  ratedAnswers: Map<string, AnswerMap[]>;
}

/** Records a change as the service does, on what is known by then; null where it meets another or cannot be made. */
function recorded({ changes, ratedAnswers }: Recorded, { from, ops }: FleetChange): Recorded | null {
  const known = lastTermOf(changes);
  const onDay = answersOn(known, from);
  const named = editsBy(ops, onDay);
  const asked = changedAnswers(onDay, { edits: named });
  if ('missing' in asked) return null;
  const edits = [{ from, edits: editsOf(onDay, asked.answers, named) }];
  if (conflictsOf(known, edits[0]!).length > 0 || isRepeated(known, edits[0]!.edits)) return null;
  const answers = answersAround(known, edits);
  const change = { from, edits, answers };
  const price = priceAnswers(known, { ...change, rate: premiumOf });
  const first = answers(from).after;
  const { stretches, ratings } = laterRatings(price.stretches, (day) => {
    const { after } = answers(day);
    return after === first ? undefined : after;
  });
  const seq = changes.length + 1;
  const quoteId = `quote ${seq}`;
  return {
    changes: [
      ...changes,
      aChange({
        ...{ seq, kind: 'ENDORSE', effectiveDate: from, edits, quoteId },
        premiumChange: price.premium,
        termPremium: price.termPremium.after,
        data: { stretches, charges: priceCharges(known, { ...change, rate: chargesOf }) },
      }),
    ],
    ratedAnswers: new Map([...ratedAnswers, [quoteId, [first, ...ratings]]]),
  };
}

/** Whether it adds or removes an iteration that another change adds or removes: recorded in sequence, one could not be made. */
function isRepeated({ answerChanges }: PolicyTerm, edits: AnswerEdits): boolean {
  const ids = (of: AnswerEdits) =>
    Object.values(of).flatMap((edit) =>
      edit.type === 'LOOP' ? [...edit.added.map(({ iterationId }) => iterationId), ...edit.removed] : [],
    );
  const others = new Set(answerChanges.flatMap((change) => ids(change.edits)));
  return ids(edits).some((id) => others.has(id));
}

function issued(): Recorded {
  const issue = anIssue(term.from, term.until, premiumOf(begun), begun);
  const charges = chargesOf(begun).map(({ onCancellation, ...charge }) => ({
    ...charge,
    ...(onCancellation === 'RETURNED' ? { from: term.until, until: term.until } : term),
  }));
  const changes = [{ ...issue, quoteId: 'issue', data: { ...issue.data, charges } }];
  return { changes, ratedAnswers: new Map([['issue', [begun]]]) };
}

/** What a day has: the answers, the price of a whole term, and the answers by which its coverages were rated. */
function dayOf({ changes, ratedAnswers }: Recorded, day: string) {
  const on = policyOn(historyOf(changes), day)!;
  const stretch = on.term.stretches.findLast(({ from, until }) => from <= day && day < until)!;
  const { quoteId, rating } = stretch;
  const ratings = ratedAnswers.get(quoteId ?? '') ?? [];
  const rated = rating === undefined ? ratings[0] : ratings[rating + 1];
  return { answers: shown(on.answers), termPremium: on.termPremium, rated: rated && shown(rated) };
}

const moneyOf = ({ changes }: Recorded) => ({
  premium: sumOfAmounts(changes.map(({ premiumChange }) => premiumChange)),
  charges: ['TAX', 'FEE'].map((type) =>
    sumOfAmounts(
      currentTerm(historyOf(changes)!)
        .charges.filter((charge) => charge.type === type)
        .map(({ amount }) => amount),
    ),
  ),
});

it(
  `${histories} histories of loops are the same in whatever order they are recorded, to the cent`,
  () => {
    let made = 0;
    let outOfSequence = 0;
    fc.assert(
      fc.property(fleetChanges, (all) => {
        let outcome = issued();
        const kept: FleetChange[] = [];
        for (const change of all) {
          const next = recorded(outcome, change);
          if (next === null) continue;
          outcome = next;
          if (kept.some(({ from }) => from > change.from)) outOfSequence++;
          kept.push(change);
        }
        made += kept.length;
        // Changes of one day stay in the order of recording.
        const inSequence = kept.toSorted((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
        let expected = issued();
        let answers = begun;
        const byDay = [{ from: term.from, answers }];
        for (const change of inSequence) {
          const next = recorded(expected, change);
          expect(next, JSON.stringify(change)).not.toBeNull();
          expected = next!;
          answers = changedBy(change.ops, answers);
          byDay.push({ from: change.from, answers });
        }

        for (const day of [term.from, addDays(term.until, -1), ...kept.map(({ from }) => from)]) {
          const own = byDay.findLast(({ from }) => from <= day)!.answers;
          const model = { answers: shown(own), termPremium: premiumOf(own), rated: shown(own) };
          expect(dayOf(outcome, day), day).toEqual(model);
          expect(dayOf(expected, day), day).toEqual(model);
        }
        expect(moneyOf(outcome)).toEqual(costOf(byDay));
        expect(moneyOf(expected)).toEqual(costOf(byDay));
      }),
      { numRuns: histories, seed },
    );
    expect(made).toBeGreaterThan(2 * histories);
    expect(outOfSequence).toBeGreaterThan(histories / 2);
  },
  30 * 60_000,
);
