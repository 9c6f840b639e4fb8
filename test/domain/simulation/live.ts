import { expect } from 'vitest';
import { earnedOn, totalOf } from '../../../domain/policy/proration.js';
import { type Arrears, arrearsOf, isInTime, stillToPay } from './arrears.js';
import { centsOf, dateOf, dayOf, textOf } from './days.js';
import { expectFees } from './expect-fees.js';
import { expectSame } from './expect-same.js';
import { expectSound, expectUnapplied } from './expect-sound.js';
import { Model, revenueOn } from './model.js';
import type { Office, Seen, SeenTerm } from './seen.js';
import type { Life, Step } from './steps.js';

/** What was known at a time of a day's premium. */
interface Known {
  at: Date;
  term: number;
  day: string;
  premium: string;
  earned: string;
}

type MoneyStep = Extract<
  Step,
  { kind: 'pay' | 'payAll' | 'payNearly' | 'payArrears' | 'refund' | 'reverse' }
>;

/** How often each kind of step was done and refused, and how many statements of each kind there are. */
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
  let before: Seen | undefined;
  let arrears: Arrears | null = null;
  let hasEnded = false;
  await agree('begin');
  for (const step of steps) {
    count(step.kind, await taken(step));
    await agree(JSON.stringify(step));
  }
  const last = await office.seen();
  for (const { kind } of last.statements) count(kind, true);
  expectKnown(last, known);

  function count(kind: string, done: boolean): void {
    const key = `${kind} ${done ? 'done' : 'refused'}`;
    tally.set(key, (tally.get(key) ?? 0) + 1);
  }

  async function agree(what: string): Promise<void> {
    const seen = structuredClone(await office.seen());
    if (before !== undefined) expectUnapplied(before, seen, what);
    before = seen;
    expectSame(seen, model, what);
    expectSound(seen, { what, today: dateOf(today) });
    expectFees(seen, { what, today: dateOf(today), hasEnded });
    remember(seen, known, dateOf(today));
  }

  async function taken(step: Step): Promise<boolean> {
    const { term } = model;
    const day = (at: number) => term.start + Math.floor(at * (term.end - term.start));
    switch (step.kind) {
      case 'pass':
        await pass(step.days);
        return true;
      case 'pay':
      case 'payAll':
      case 'payNearly':
      case 'payArrears':
      case 'refund':
      case 'reverse':
        return moneyTaken(step);
      case 'endorse': {
        const from = day(step.at);
        return both(
          step,
          await office.endorse(dateOf(from), step.answers),
          model.endorse(from, step.answers),
        );
      }
      case 'agree': {
        const [from, cents] = [day(step.at), BigInt(step.cents)];
        return both(step, await office.agree(dateOf(from), textOf(cents)), model.agree(from, cents));
      }
      case 'enter': {
        const [from, cents] = [day(step.at), BigInt(step.cents)];
        const entered = await office.enter(dateOf(from), textOf(cents));
        return both(step, entered, model.enter(from, cents, entered === 'REFUSED' ? 'refused' : entered.id));
      }
      case 'edit': {
        const id = await openEntry(step.which);
        const [from, cents] = [day(step.at), BigInt(step.cents)];
        if (id === undefined) return false;
        return both(step, await office.edit(id, dateOf(from), textOf(cents)), model.edit(id, from, cents));
      }
      case 'delete': {
        const id = await openEntry(step.which);
        return id !== undefined && both(step, await office.delete(id), model.delete(id));
      }
      case 'cancel':
        return cancelled(step, day(step.at));
      case 'audit':
        return audited(step);
      case 'reinstate': {
        // A term that is over meanwhile is for the test of renewals.
        if (today >= term.end) return false;
        const from = (term.cancelled?.on ?? today) + step.days;
        const done = both(step, await office.reinstate(dateOf(from)), model.reinstate(from, today));
        if (done) arrears = null;
        return done;
      }
      case 'correct': {
        const to = term.start + step.days;
        if (to + 360 <= today) return false;
        return both(step, await office.correct(dateOf(to)), model.correct(to));
      }
    }
  }

  /** Whether it was done; the office and the model must say the same. */
  function both(step: Step, byOffice: string | object, byModel: boolean): boolean {
    expect(byOffice !== 'REFUSED', `${JSON.stringify(step)} is done`).toBe(byModel);
    return byModel;
  }

  async function moneyTaken(step: MoneyStep): Promise<boolean> {
    switch (step.kind) {
      case 'pay':
        return received(BigInt(step.cents));
      case 'payAll':
        return received(centsOf((await office.seen()).balance));
      case 'payNearly':
        return received(centsOf((await office.seen()).balance) - BigInt(step.short));
      case 'payArrears':
        if (arrears === null) return false;
        return received(stillToPay(arrears, await office.seen()) - BigInt(step.short));
      case 'refund': {
        const refundable = centsOf((await office.seen()).refundable);
        const cents = (refundable * BigInt(step.share)) / 100n;
        return cents > 0n && both(step, await office.refund(textOf(cents)), cents <= refundable);
      }
      case 'reverse': {
        const returned = await returnedBy(step);
        return returned !== undefined && both(step, await office.reverse(...returned), true);
      }
    }
  }

  async function cancelled(step: Step & { kind: 'cancel' }, on: number): Promise<boolean> {
    const isUnpaid = step.method === 'NON_PAYMENT';
    const asked = isUnpaid ? arrearsOf(await office.seen(), on) : null;
    const done = both(step, await office.cancel(dateOf(on), step.method), model.cancel(on, step.method));
    if (done) arrears = asked;
    hasEnded ||= done;
    return done;
  }

  /** The term before the current one. */
  async function audited(step: Step & { kind: 'audit' }): Promise<boolean> {
    const ended = model.terms.at(-2);
    if (ended === undefined) return false;
    const share = Math.min(Math.max(step.at, 0), 0.999);
    const from = ended.start + Math.floor(share * (ended.end - ended.start));
    const revenue = { before: revenueOn(ended, from), counted: step.revenue };
    return both(
      step,
      await office.audit(dateOf(from), revenue),
      model.audit(ended, from, step.revenue, today),
    );
  }

  /** A payment, which reinstates a policy canceled for non-payment if it is enough and in time. */
  async function received(cents: bigint): Promise<boolean> {
    if (cents <= 0n) return false;
    const isEnough =
      arrears !== null && isInTime(arrears, today) && stillToPay(arrears, await office.seen()) <= cents;
    expect(await office.pay(textOf(cents)), 'the payment').toBe('DONE');
    if (arrears === null || !isEnough) return true;
    const isReinstated = model.reinstate(arrears.on, today);
    count('reinstate by payment', isReinstated);
    arrears = null;
    model.pass(today);
    return true;
  }

  /** In parts: a renewal is rated sixty days before the end of the term. */
  async function pass(days: number): Promise<void> {
    for (let left = days; left > 0; left -= 40) {
      today += Math.min(40, left);
      model.pass(today);
      await office.pass(dateOf(today));
    }
  }

  /** The payment that the bank returns, and how much of it. */
  async function returnedBy({
    which,
    share,
  }: Step & { kind: 'reverse' }): Promise<[string, string] | undefined> {
    const payments = await office.returnable();
    const payment = payments[which % Math.max(1, payments.length)];
    const cents = (centsOf(payment?.amount ?? '0.00') * BigInt(share)) / 100n;
    return payment === undefined || cents === 0n ? undefined : [payment.reference, textOf(cents)];
  }

  async function openEntry(which: number): Promise<string | undefined> {
    const open = await office.openEntries();
    return open[which % Math.max(1, open.length)];
  }
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
  return { premium: totalOf(lines).toAmount(2), earned: earnedOn(lines, day).toAmount(2) };
}
