import { expect } from 'vitest';
import { standingOf } from '../../../domain/billing/payment-status.js';
import { earnedOn, netted, totalOf, unearnedOn } from '../../../domain/policy/proration.js';
import { centsOf, dateOf, dayOf, textOf } from './days.js';
import { amountsOf, Model, taxesOf, taxTypes } from './model.js';
import type { Office, Seen, SeenTerm } from './seen.js';
import { type Life, product, type Step } from './steps.js';

/** What was known at a time of a day's premium. */
interface Known {
  at: Date;
  term: number;
  day: string;
  premium: string;
  earned: string;
}

/** How often each kind of step was done and refused. */
export type Tally = Map<string, number>;

const firstDay = dayOf('2039-07-01');

/** Lives a life with an office and by the model, which have to agree after each step. */
export async function live(
  { plan, answers, ahead, start, steps }: Life,
  office: Office,
  tally: Tally,
): Promise<void> {
  let today = firstDay + start;
  const effectiveDate = dateOf(today + ahead);
  await office.begin({ plan, answers }, { today: dateOf(today), effectiveDate });
  const model = new Model(answers, today + ahead);
  const known: Known[] = [];
  await agree('begin');
  for (const step of steps) {
    if (step.kind === 'pass') today += step.days;
    const done = await taken(step);
    const key = `${step.kind} ${done ? 'done' : 'refused'}`;
    tally.set(key, (tally.get(key) ?? 0) + 1);
    await agree(JSON.stringify(step));
  }
  expectKnown(await office.seen(), known);

  async function agree(what: string): Promise<void> {
    const seen = await office.seen();
    expectSame(seen, model, what);
    expectSound(seen, model, { what, today: dateOf(today) });
    remember(seen, known, dateOf(today));
  }

  /** Whether it was done; the office and the model must say the same. */
  async function taken(step: Step): Promise<boolean> {
    const { term } = model;
    const day = (at: number) => term.start + Math.floor(at * (term.end - term.start));
    const both = (byOffice: string | object, byModel: boolean): boolean => {
      expect(byOffice !== 'REFUSED', `${JSON.stringify(step)} is done`).toBe(byModel);
      return byModel;
    };
    switch (step.kind) {
      case 'pass':
        model.pass(today);
        await office.pass(dateOf(today));
        return true;
      case 'pay':
        return both(await office.pay(textOf(BigInt(step.cents))), true);
      case 'payAll': {
        const owed = centsOf((await office.seen()).balance);
        return owed > 0n && both(await office.pay(textOf(owed)), true);
      }
      case 'refund': {
        const refundable = centsOf((await office.seen()).refundable);
        const cents = (refundable * BigInt(step.share)) / 100n;
        return cents > 0n && both(await office.refund(textOf(cents)), cents <= refundable);
      }
      case 'endorse': {
        const from = day(step.at);
        return both(await office.endorse(dateOf(from), step.answers), model.endorse(from, step.answers));
      }
      case 'agree': {
        const [from, cents] = [day(step.at), BigInt(step.cents)];
        return both(await office.agree(dateOf(from), textOf(cents)), model.agree(from, cents));
      }
      case 'enter': {
        const [from, cents] = [day(step.at), BigInt(step.cents)];
        const entered = await office.enter(dateOf(from), textOf(cents));
        return both(entered, model.enter(from, cents, entered === 'REFUSED' ? 'refused' : entered.id));
      }
      case 'edit': {
        const id = await openEntry(step.which);
        const [from, cents] = [day(step.at), BigInt(step.cents)];
        if (id === undefined) return false;
        return both(await office.edit(id, dateOf(from), textOf(cents)), model.edit(id, from, cents));
      }
      case 'delete': {
        const id = await openEntry(step.which);
        return id !== undefined && both(await office.delete(id), model.delete(id));
      }
      case 'cancel': {
        const on = day(step.at);
        return both(await office.cancel(dateOf(on), step.method), model.cancel(on, step.method));
      }
      case 'reinstate': {
        // A term that is over meanwhile is for the test of renewals.
        if (today >= term.end) return false;
        const from = (term.cancelled?.on ?? today) + step.days;
        return both(await office.reinstate(dateOf(from)), model.reinstate(from, today));
      }
      case 'correct': {
        const to = term.start + step.days;
        if (to + 360 <= today) return false;
        return both(await office.correct(dateOf(to)), model.correct(to));
      }
    }
  }

  async function openEntry(which: number): Promise<string | undefined> {
    const open = await office.openEntries();
    return open[which % Math.max(1, open.length)];
  }
}

/** The ledger, the taxes and fees and the earned premium are those of the model, amount by amount and day by day. */
function expectSame(seen: Seen, model: Model, what: string): void {
  expect(seen.terms, what).toHaveLength(model.terms.length);
  for (const [index, term] of model.terms.entries()) {
    const shown = seen.terms[index]!;
    expect(periodOf(shown), what).toEqual({
      from: dateOf(term.start),
      until: dateOf(term.end),
      cancelledOn: term.cancelled === null ? null : dateOf(term.cancelled.on),
    });
    expect(netted(shown.lines), `ledger after ${what}`).toEqual(amountsOf(term).map(asLine));
    const charges = taxTypes.flatMap((type) =>
      netted(shown.charges.filter((charge) => charge.type === type)).map((charge) => ({ ...charge, type })),
    );
    expect(charges, `taxes and fees after ${what}`).toEqual(
      taxesOf(term).map((amount) => ({ ...asLine(amount), type: amount.type })),
    );
    for (const day of daysOf(term, what === 'begin')) {
      const earned = earnedOn(shown.lines, dateOf(day)).toAmount();
      expect(earned, `earned on ${dateOf(day)} after ${what}`).toBe(textOf(model.earned(term, day)));
    }
  }
}

/** What the parts of a policy say about each other. */
function expectSound(seen: Seen, model: Model, { what, today }: { what: string; today: string }): void {
  const live = seen.statements.filter(({ state }) => state !== 'VOID');
  let written = 0n;
  for (const [index, shown] of seen.terms.entries()) {
    const term = model.terms[index]!;
    const own = live.filter(({ termNumber }) => termNumber === shown.number);
    const total = totalOf(shown.lines).toAmount();
    expect(centsOf(total) >= 0n, `premium of ${total} after ${what}`).toBe(true);
    expect(total, `premium after ${what}`).toBe(textOf(model.written(term)));
    const billed = sum(own.map(({ premium }) => premium)) + sum(shown.open);
    expect(textOf(billed), `billed premium after ${what}`).toBe(total);
    const taxes = sum(own.map(({ taxesAndFees }) => taxesAndFees));
    expect(textOf(taxes), `billed taxes after ${what}`).toBe(
      textOf(sum(shown.charges.map(({ amount }) => amount))),
    );
    expect(taxes >= 0n).toBe(true);
    for (const day of [shown.from, today, shown.cancelledOn ?? shown.until]) {
      const both = earnedOn(shown.lines, day).plus(unearnedOn(shown.lines, day));
      expect(both.toAmount()).toBe(total);
    }
    for (const { dueDate, effectiveDate, state } of own) {
      // A settled statement stays as it was when the term was corrected.
      const effective = effectiveDate ?? dueDate;
      const earliest = state === 'PAID' || effective > shown.from ? effective : shown.from;
      expect(dueDate >= earliest, `due ${dueDate}, not before ${earliest}, after ${what}`).toBe(true);
    }
    written += centsOf(total) - sum(shown.open) + taxes;
  }
  for (const { amount, premium, taxesAndFees, instalmentFee, paidAmount, state, number, kind } of live) {
    expect(textOf(sum([premium, taxesAndFees, instalmentFee]))).toBe(amount);
    const [whole, paid] = [centsOf(amount), centsOf(paidAmount)];
    expect(
      whole < 0n ? whole <= paid && paid <= 0n : 0n <= paid && paid <= whole,
      `${paidAmount} of ${amount}`,
    ).toBe(true);
    if (state !== 'SCHEDULED')
      expect(state === 'PAID', `${paidAmount} of ${amount} ${state}`).toBe(paid === whole);
    const isLater = kind === 'INSTALMENT' && number > 1;
    expect(instalmentFee).toBe(isLater ? textOf(product.instalmentFee) : '0.00');
    written += centsOf(instalmentFee);
  }
  const cash = sum(seen.payments);
  expect(seen.balance, `balance after ${what}`).toBe(textOf(written - cash));
  const owed = cash - written;
  const refundable = owed > cash ? cash : owed;
  expect(seen.refundable, `refundable after ${what}`).toBe(textOf(refundable > 0n ? refundable : 0n));
  expect(cash >= 0n, 'no more is refunded than was paid').toBe(true);
  const unapplied = cash - sum(live.map(({ paidAmount }) => paidAmount));
  expect(unapplied >= 0n, `unapplied ${unapplied}`).toBe(true);
  const open = live.filter(({ amount, paidAmount }) => amount !== paidAmount);
  const charges = open.filter(({ amount }) => centsOf(amount) > 0n);
  if (charges.length > 0) {
    expect(unapplied, `unapplied after ${what}`).toBe(0n);
    expect(open, `open after ${what}`).toHaveLength(charges.length);
  }
  expect(seen.status, `status after ${what}`).toBe(statusOf(live, cash, today));
  expect(seen.status).toBe(standingOf(live as never, [{ amount: textOf(cash) }], today).status);
}

function statusOf(live: Seen['statements'], cash: bigint, today: string): string {
  const billed = live.filter(({ state, dueDate }) => state !== 'SCHEDULED' || dueDate <= today);
  const due = sum(billed.map(({ amount }) => amount));
  if (cash === due) return 'PAID';
  if (cash === 0n) return 'NOT_PAID';
  return cash < due ? 'UNDERPAID' : 'OVERPAID';
}

/** Today's premium and that of each term's middle, as it is known now. */
function remember(seen: Seen, known: Known[], today: string): void {
  for (const { number, from, until, lines } of seen.terms) {
    for (const day of [today, dateOf(Math.floor((dayOf(from) + dayOf(until)) / 2))]) {
      known.push({ at: seen.now, term: number, day, ...premiumOn(lines, day) });
    }
  }
}

function expectKnown({ terms }: Seen, known: readonly Known[]): void {
  for (const { at, term, day, premium, earned } of known) {
    const lines = terms[term - 1]!.lines.filter(({ recordedAt }) => recordedAt <= at);
    expect(premiumOn(lines, day), `what was known of ${day}`).toEqual({ premium, earned });
  }
}

function premiumOn(lines: SeenTerm['lines'], day: string) {
  return { premium: totalOf(lines).toAmount(), earned: earnedOn(lines, day).toAmount() };
}

/** The days on which an amount begins or ends with the ones around, and every tenth; or all days. */
function daysOf(term: Model['term'], all: boolean): number[] {
  const edges = amountsOf(term).flatMap(({ from, until }) => [from, until]);
  const days = new Set(edges.flatMap((day) => [day - 1, day, day + 1]));
  for (let day = term.start; day <= term.end; day += all ? 1 : 30) days.add(day);
  return [...days];
}

const asLine = ({ from, until, cents }: { from: number; until: number; cents: bigint }) => ({
  from: dateOf(from),
  until: dateOf(until),
  amount: textOf(cents),
});
const periodOf = ({ from, until, cancelledOn }: SeenTerm) => ({ from, until, cancelledOn });
const sum = (amounts: readonly string[]): bigint =>
  amounts.reduce((total, amount) => total + centsOf(amount), 0n);
