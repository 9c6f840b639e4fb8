import { addDays } from '../../../domain/ground/calendar.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { begun, changedBy, daysOfTerm, type FleetEvent, type Op, type ratesOf, term } from './fleet.js';
import { Fraction, whole } from './fraction.js';

type Rates = ReturnType<typeof ratesOf>['cents'];

interface ModelTerm {
  from: string;
  until: string;
  answers: AnswerMap;
  /** In the order of their days. */
  changes: { from: string; ops: readonly Op[] }[];
  lapses: { from: string; until: string }[];
}

/** A fleet's policy day by day, in exact fractions of cents, as things happen in the order of their days. */
export class FleetModel {
  readonly terms: ModelTerm[] = [{ ...term, answers: begun, changes: [], lapses: [] }];
  readonly #rates: Rates;
  readonly #cost: { premium: Fraction; TAX: Fraction };
  #returned: number;
  readonly #kept: number[];

  constructor(rates: Rates) {
    this.#rates = rates;
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
    this.terms.push({ from: until, until: addDays(until, daysOfTerm), answers, changes: [], lapses: [] });
    for (const part of ['premium', 'TAX'] as const) {
      // A term that is over costs whole cents.
      this.#cost[part] = whole(this.#cost[part].round() + BigInt(this.#rates[part](answers)));
    }
    this.#returned += this.#rates.FEE(answers);
    this.#kept.push(this.#rates.KEPT(answers));
  }
}
