import { addDays, daysBetween } from '../../../domain/ground/calendar.js';
import { type AnswerEdits, changedAnswers, editsOf } from '../../../domain/intake/answer-edits.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { sumOfAmounts } from '../../../domain/money/cents.js';
import { answersAround } from '../../../domain/policy/answers-around.js';
import { whyNotUndo } from '../../../domain/policy/by-hand.js';
import { chargesOfTerm, priceCharges } from '../../../domain/policy/charges.js';
import { whyNotMove } from '../../../domain/policy/correction.js';
import { conflictsOf } from '../../../domain/policy/edit-conflicts.js';
import { laterRatings, priceAnswers } from '../../../domain/policy/endorsement.js';
import { type ExposureLayer, exposureChange, exposureOfTerm } from '../../../domain/policy/exposure.js';
import {
  linesOfStretches,
  type PolicyChange,
  type PricedChange,
} from '../../../domain/policy/policy-change.js';
import { pricedCancellation, pricedReinstatement } from '../../../domain/policy/priced-cancellation.js';
import { layerOf, type PremiumLayer, subjectOf } from '../../../domain/policy/proration.js';
import { renewalWishes } from '../../../domain/policy/renewal-wishes.js';
import {
  answersOn,
  dayBeforeLapse,
  historyOf,
  movedPeriod,
  type PolicyTerm,
  policyOn,
} from '../../../domain/policy/timeline.js';
import { aChange, lastTermOf } from '../policy/generated-term.js';
import {
  addsAgain,
  begun,
  daysOfTerm,
  editsBy,
  type FleetEvent,
  type Op,
  type ratesOf,
  shown,
  term,
} from './fleet.js';

import { partKey } from './fleet-model.js';

type Rates = ReturnType<typeof ratesOf>;
type Recording = Omit<PricedChange, 'answers'> & Partial<PolicyChange>;

/** A policy of a fleet as the service records it, put together without a database. */
export class FleetOffice {
  readonly #rates: Rates;
  #changes: PolicyChange[] = [];
  /** The ledger of each term. */
  #lines: PremiumLayer[][] = [];
  /** Recorded with each change, as far as it was lacking. */
  readonly #exposure: ExposureLayer[][] = [];
  /** By quote: the answers that its ratings are of, those of its first day and of later stretches. */
  readonly #ratedAnswers = new Map<string, AnswerMap[]>();

  constructor(rates: Rates) {
    this.#rates = rates;
    this.#begin('ISSUE', begun, term);
  }

  get term(): PolicyTerm {
    return lastTermOf(this.#changes);
  }

  /** Records what happens, on what is known by then; false where it cannot be, or meets something else. */
  happen(event: FleetEvent): boolean {
    switch (event.kind) {
      case 'CHANGE':
        return this.#change(event);
      case 'LAPSE':
        return this.#lapse({ from: event.from, until: addDays(event.from, event.days) });
      case 'CORRECT':
        return this.#correct(addDays(this.term.effectiveDate, event.days));
      case 'RENEW':
        return this.#renew(event.ops);
    }
  }

  /** What a day has: the answers, the price of a whole term, and the answers by which its coverages were rated. */
  on(day: string) {
    const on = policyOn(historyOf(this.#changes), day)!;
    const ratedDay = dayBeforeLapse(on.term, day);
    const stretch = on.term.stretches.findLast(({ from, until }) => from <= ratedDay && ratedDay < until);
    const ratings = this.#ratedAnswers.get(stretch?.quoteId ?? '') ?? [];
    const rated = stretch?.rating === undefined ? ratings[0] : ratings[stretch.rating + 1];
    return {
      answers: shown(on.answers),
      ...(on.inForce && { termPremium: on.termPremium }),
      rated: rated && shown(rated),
    };
  }

  get cost() {
    const { terms } = historyOf(this.#changes)!;
    const charges = terms.flatMap((each) => each.charges);
    return {
      premium: sumOfAmounts(this.#changes.map(({ premiumChange }) => premiumChange)),
      charges: ['TAX', 'FEE', 'KEPT'].map((type) =>
        sumOfAmounts(charges.filter((charge) => charge.type === type).map(({ amount }) => amount)),
      ),
    };
  }

  /** What each term costs by what it is for, in cents. */
  get parts(): Map<string, bigint>[] {
    return this.#lines.map((lines) => {
      const cents = new Map<string, bigint>();
      for (const line of lines) {
        const { unit, unitClass } = subjectOf(line);
        const key = partKey(unit ?? '', unitClass ?? '');
        cents.set(
          key,
          (cents.get(key) ?? 0n) + BigInt(Math.round(Number(line.amount) * 10 ** this.#rates.digits)),
        );
      }
      return new Map([...cents].filter(([, own]) => own !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)));
    });
  }

  /** The days of each vehicle and use in each term, by all that was recorded. */
  get exposure(): Map<string, number>[] {
    return this.#exposure.map((layers) => {
      const days = new Map<string, number>();
      for (const { subject, from, until, amount, days: ofYear } of layers) {
        if (ofYear !== daysOfTerm) throw new Error('a term has another year');
        const key = partKey(subject.unit ?? '', subject.unitClass ?? '');
        days.set(key, (days.get(key) ?? 0) + Number(amount) * daysBetween(from, until));
      }
      return new Map([...days].filter(([, own]) => own !== 0).sort(([a], [b]) => (a < b ? -1 : 1)));
    });
  }

  #change({ from, ops, isStated }: Extract<FleetEvent, { kind: 'CHANGE' }>): boolean {
    const known = this.term;
    if (from < known.effectiveDate || from >= known.expirationDate) return false;
    const onDay = answersOn(known, from);
    // Were it removed by a change that is recorded later, it would have been added here in sequence.
    if (addsAgain(ops, onDay)) return false;
    const named = editsBy(ops, onDay);
    const { limit, ...others } = named;
    const isSent = isStated && limit?.type === 'ANSWER';
    const asked = changedAnswers(onDay, isSent ? { edits: others, intake: { limit } } : { edits: named });
    if ('missing' in asked) return false;
    const edits = [{ from, edits: editsOf(onDay, asked.answers, isSent ? others : named) }];
    if (conflictsOf(known, edits[0]!).length > 0 || isRepeated(known, edits[0]!.edits)) return false;
    const answers = answersAround(known, edits);
    const change = { from, edits, answers };
    const { premiumOf: rate, partsOf, digits } = this.#rates;
    const price = priceAnswers(known, { digits, ...change, rate, partsOf });
    const first = answers(from).after;
    const { stretches, ratings } = laterRatings(price.stretches, (day) => {
      const { after } = answers(day);
      return after === first ? undefined : after;
    });
    const quoteId = `quote ${this.#changes.length + 1}`;
    this.#ratedAnswers.set(quoteId, [first, ...ratings]);
    this.#record({
      ...{ kind: 'ENDORSE', effectiveDate: from, edits, quoteId, termNumber: known.number },
      lines: linesOfStretches(price.stretches),
      termPremium: price.termPremium.after,
      data: {
        stretches,
        charges: priceCharges(known, { digits, ...change, rate: this.#rates.chargesOf }),
      },
    });
    return true;
  }

  #lapse(lapse: { from: string; until: string }): boolean {
    const { effectiveDate, expirationDate, lapses } = this.term;
    const meets = lapses.some(({ from, until }) => from <= lapse.until && lapse.from <= until);
    if (meets || lapse.from <= effectiveDate || lapse.until >= expirationDate) return false;
    const toEnd = () => ({ term: this.term, layers: this.#lines.at(-1)! });
    const cancelled = pricedCancellation(toEnd(), {
      digits: this.#rates.digits,
      cancelledOn: lapse.from,
      method: { method: 'PRO_RATA' },
    });
    this.#record({ ...cancelled, data: { charges: cancelled.charges } });
    const reinstated = pricedReinstatement(toEnd(), {
      digits: this.#rates.digits,
      from: lapse.until,
      cancellation: cancelled.lines,
    });
    if (whyNotUndo(this.#lines.at(-1)!, reinstated.lines, this.#rates.digits) !== null)
      throw new Error('a reinstatement is refused');
    const { charges, stretches = [] } = reinstated;
    this.#record({ ...reinstated, data: { charges, stretches } });
    return true;
  }

  #correct(to: string): boolean {
    const { effectiveDate, expirationDate } = this.term;
    const dates = { effectiveDate: to, expirationDate: addDays(to, daysOfTerm) };
    const policy = {
      ...{ effectiveDate, expirationDate, cancelledOn: null, termNumber: 1, nonRenewed: false },
      ...{ policyState: 'ACTIVE' as const, premiumTerm: 'ANNUAL', cancellationNoticeOn: null },
    };
    const asked = { effectiveDate: to, today: effectiveDate };
    if (whyNotMove(policy, historyOf(this.#changes)!, asked) !== null) return false;
    const moved = this.#lines.at(-1)!.map(movedPeriod(policy, dates));
    this.#lines = [...this.#lines.slice(0, -1), moved];
    const { expirationDate: end } = dates;
    this.#record({
      ...{ kind: 'CORRECT_EFFECTIVE_DATE', effectiveDate: to, lines: [], termPremium: '0.00' },
      data: { expirationDate: end },
    });
    return true;
  }

  #renew(ops: readonly Op[]): boolean {
    const { expirationDate: from } = this.term;
    const lastDay = answersOn(this.term, from);
    const wished = renewalWishes(lastDay, { asked: { edits: editsBy(ops, lastDay) } });
    if ('missing' in wished) return false;
    this.#begin('RENEW', wished.answers, { from, until: addDays(from, daysOfTerm) });
    return true;
  }

  #begin(kind: 'ISSUE' | 'RENEW', answers: AnswerMap, days: { from: string; until: string }): void {
    const quoteId = `quote ${this.#changes.length + 1}`;
    this.#ratedAnswers.set(quoteId, [answers]);
    const premium = this.#rates.premiumOf(answers);
    this.#lines.push([]);
    this.#exposure.push([]);
    this.#record({
      ...{ kind, effectiveDate: days.from, answers, quoteId, termPremium: premium },
      lines: this.#rates.partsOf(answers).map(({ amount, ...subject }) => layerOf(days, amount, subject)),
      data: {
        expirationDate: days.until,
        charges: chargesOfTerm(this.#rates.chargesOf(answers), days),
      },
    });
  }

  #record({ lines, data = {}, ...change }: Omit<Recording, 'stretches' | 'charges'>): void {
    this.#lines = [...this.#lines.slice(0, -1), [...(this.#lines.at(-1) ?? []), ...lines]];
    const { kind, effectiveDate, termPremium, quoteId = null, edits, answers = null, termNumber } = change;
    this.#changes = [
      ...this.#changes,
      aChange({
        ...{ seq: this.#changes.length + 1, kind, effectiveDate, termPremium, quoteId, answers, data },
        ...(edits && { edits }),
        ...(termNumber && { termNumber }),
        premiumChange: sumOfAmounts(lines.map(({ amount }) => amount)),
      }),
    ];
    const recorded = this.#exposure.at(-1) ?? [];
    const now = exposureOfTerm(this.term, {
      exposure: { name: 'Vehicle-years', question: 'vehicles', per: 'YEAR' },
      premiumTerm: 'ANNUAL',
      daysOfTerm,
      ratedFor: (known) => ({ state: null, unitClasses: usesIn(known) }),
    });
    recorded.push(...exposureChange(recorded, now));
  }
}

/** The use of each vehicle. */
function usesIn({ vehicles }: AnswerMap): Map<string, string> {
  const iterations = vehicles?.type === 'LOOP' ? vehicles.iterations : [];
  return new Map(
    iterations.map(({ iterationId, answers: own }) => [iterationId, own['vehicle.use']?.answer ?? '']),
  );
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
