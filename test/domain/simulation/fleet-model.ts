import { addDays } from '../../../domain/ground/calendar.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import {
  begun,
  changedBy,
  daysOfTerm,
  type FleetEvent,
  type FleetPart,
  type Op,
  type ratesOf,
  term,
} from './fleet.js';
import { Fraction, whole } from './fraction.js';

type Rates = ReturnType<typeof ratesOf>['cents'];

interface ModelTerm {
  from: string;
  until: string;
  answers: AnswerMap;
  /** In the order of their days. */
  changes: { from: string; ops: readonly Op[] }[];
  lapses: { from: string; until: string }[];
  /** What each vehicle of a use has cost, and the policy without one. */
  parts: Map<string, Fraction>;
}

/** A fleet's policy day by day, in exact fractions of cents, as things happen in the order of their days. */
export class FleetModel {
  readonly terms: ModelTerm[];
  readonly #rates: Rates;
  readonly #cost: { premium: Fraction; TAX: Fraction };
  #returned: number;
  readonly #kept: number[];

  constructor(rates: Rates) {
    this.#rates = rates;
    const parts = added(new Map(), rates.parts(begun), whole(1n));
    this.terms = [{ ...term, answers: begun, changes: [], lapses: [], parts }];
    this.#cost = { premium: whole(BigInt(rates.premium(begun))), TAX: whole(BigInt(rates.TAX(begun))) };
    this.#returned = rates.FEE(begun);
    this.#kept = [rates.KEPT(begun)];
  }

  get #term(): ModelTerm {
    return this.terms.at(-1)!;
  }

  happen(event: FleetEvent): void {
    switch (event.kind) {
      case 'CHANGE':
        this.#change(event.from, event.ops);
        return;
      case 'LAPSE': {
        const lapse = { from: event.from, until: addDays(event.from, event.days) };
        this.#charge((day) =>
          day >= lapse.from && day < lapse.until ? { before: this.answersOn(day) } : {},
        );
        this.#term.lapses.push(lapse);
        return;
      }
      case 'CORRECT':
        this.#correct(addDays(this.#term.from, event.days));
        return;
      case 'RENEW':
        this.#renew(event.ops);
    }
  }

  /** The answers of a day of the last term. */
  answersOn(day: string, { answers, changes } = this.#term): AnswerMap {
    return changes.filter(({ from }) => from <= day).reduce((now, { ops }) => changedBy(ops, now), answers);
  }

  isLapsed(day: string): boolean {
    return this.#term.lapses.some(({ from, until }) => from <= day && day < until);
  }

  /** In a lapse, a contract is the one before it. */
  dayBeforeLapse(day: string): string {
    return this.isLapsed(day) ? this.dayBeforeLapse(addDays(day, -1)) : day;
  }

  /** In cents. */
  get cost() {
    const { premium, TAX } = this.#cost;
    return {
      premium: premium.round(),
      charges: [TAX.round(), BigInt(this.#returned), BigInt(this.#kept.reduce((sum, one) => sum + one, 0))],
    };
  }

  /** The days that each vehicle of a use was covered in a term. */
  exposureOf(of: ModelTerm): Map<string, number> {
    const days = new Map<string, number>();
    for (let day = of.from; day < of.until; day = addDays(day, 1)) {
      if (of.lapses.some(({ from, until }) => from <= day && day < until)) continue;
      for (const { vehicle, use } of this.#rates.parts(this.answersOn(day, of))) {
        if (vehicle === '') continue;
        const key = partKey(vehicle, use);
        days.set(key, (days.get(key) ?? 0) + 1);
      }
    }
    return new Map([...days].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** The cents of each part of a term: rounded down, and one more for those that lost most, the earlier one first. */
  partsOf({ parts }: ModelTerm): Map<string, bigint> {
    const sorted = [...parts].sort(([a], [b]) => (a < b ? -1 : 1));
    const total = sorted.reduce((sum, [, part]) => sum.plus(part), whole(0n)).round();
    const down = sorted.map(([key, part]) => ({
      key,
      cents: floor(part),
      lost: part.minus(whole(floor(part))),
    }));
    let left = total - down.reduce((sum, { cents }) => sum + cents, 0n);
    for (const part of down.toSorted(
      (a, b) => Number(a.lost.isBelow(b.lost)) - Number(b.lost.isBelow(a.lost)),
    )) {
      if (left === 0n) break;
      part.cents += 1n;
      left -= 1n;
    }
    return new Map(down.filter(({ cents }) => cents !== 0n).map(({ key, cents }) => [key, cents]));
  }

  #change(from: string, ops: readonly Op[]): void {
    const before = { ...this.#term };
    this.#term.changes = [...before.changes, { from, ops }].sort((a, b) => a.from.localeCompare(b.from));
    this.#charge((day) =>
      day < from ? {} : { before: this.answersOn(day, before), after: this.answersOn(day) },
    );
    const last = addDays(this.#term.until, -1);
    this.#returned += this.#rates.FEE(this.answersOn(last)) - this.#rates.FEE(this.answersOn(last, before));
    this.#kept[this.#kept.length - 1] = this.#highest();
  }

  /** Of the fee that is kept: what it was highest, in the order of the days. */
  #highest(): number {
    const { answers, changes } = this.#term;
    let now = answers;
    const all = [now, ...changes.map(({ ops }) => (now = changedBy(ops, now)))];
    return Math.max(...all.map(this.#rates.KEPT));
  }

  #charge(of: (day: string) => { before?: AnswerMap; after?: AnswerMap }): void {
    for (let day = this.#term.from; day < this.#term.until; day = addDays(day, 1)) {
      if (this.isLapsed(day)) continue;
      const { before, after } = of(day);
      const { parts } = this.#term;
      if (before) added(parts, this.#rates.parts(before), new Fraction(-1n, BigInt(daysOfTerm)));
      if (after) added(parts, this.#rates.parts(after), new Fraction(1n, BigInt(daysOfTerm)));
      for (const part of ['premium', 'TAX'] as const) {
        const rate = (answers: AnswerMap | undefined) =>
          answers === undefined ? 0 : this.#rates[part](answers);
        const difference = new Fraction(BigInt(rate(after) - rate(before)));
        this.#cost[part] = this.#cost[part].plus(difference.times(1n, BigInt(daysOfTerm)));
      }
    }
  }

  /** Amounts stay; days move with the term. */
  #correct(to: string): void {
    const { from, until, changes, lapses } = this.#term;
    const end = addDays(to, daysOfTerm);
    const moved = (day: string) => {
      if (day === from || day < to) return to;
      return day === until || day > end ? end : day;
    };
    Object.assign(this.#term, {
      ...{ from: to, until: end },
      changes: changes.map((change) => ({ ...change, from: moved(change.from) })),
      lapses: lapses
        .map((lapse) => ({ from: moved(lapse.from), until: moved(lapse.until) }))
        .filter((lapse) => lapse.from < lapse.until),
    });
  }

  #renew(ops: readonly Op[]): void {
    const { until } = this.#term;
    const answers = changedBy(ops, this.answersOn(until));
    const parts = added(new Map(), this.#rates.parts(answers), whole(1n));
    const next = { from: until, until: addDays(until, daysOfTerm) };
    this.terms.push({ ...next, answers, changes: [], lapses: [], parts });
    for (const part of ['premium', 'TAX'] as const) {
      // A term that is over costs whole cents.
      this.#cost[part] = whole(this.#cost[part].round() + BigInt(this.#rates[part](answers)));
    }
    this.#returned += this.#rates.FEE(answers);
    this.#kept.push(this.#rates.KEPT(answers));
  }
}

function added(
  sums: Map<string, Fraction>,
  parts: readonly FleetPart[],
  times: Fraction,
): Map<string, Fraction> {
  for (const { vehicle, use, cents } of parts) {
    const key = partKey(vehicle, use);
    const more = whole(BigInt(cents)).times(times.over, times.under);
    sums.set(key, (sums.get(key) ?? whole(0n)).plus(more));
  }
  return sums;
}

/** In the order of the ledger's subjects: vehicles come before the policy. */
export const partKey = (vehicle: string, use: string) =>
  `${vehicle === '' ? 'BASE' : 'AUTO'} ${vehicle} ${use}`;

function floor({ over, under }: Fraction): bigint {
  const down = over / under;
  return over < 0n && down * under !== over ? down - 1n : down;
}
