import { expect } from 'vitest';
import { earnedOn, totalOf } from '../../../domain/policy/proration.js';
import { centsOf, dateOf, dayOf, textOf } from './days.js';
import { expectSame } from './expect-same.js';
import { expectSound, expectUnapplied } from './expect-sound.js';
import { Model } from './model.js';
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
  let before: Seen | undefined;
  await agree('begin');
  for (const step of steps) {
    const done = await taken(step);
    const key = `${step.kind} ${done ? 'done' : 'refused'}`;
    tally.set(key, (tally.get(key) ?? 0) + 1);
    await agree(JSON.stringify(step));
  }
  expectKnown(await office.seen(), known);

  async function agree(what: string): Promise<void> {
    const seen = structuredClone(await office.seen());
    if (before !== undefined) expectUnapplied(before, seen, what);
    before = seen;
    expectSame(seen, model, what);
    expectSound(seen, { what, today: dateOf(today) });
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
        await pass(step.days);
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
      case 'reverse': {
        const returned = await returnedBy(step);
        return returned !== undefined && both(await office.reverse(...returned), true);
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
  return { premium: totalOf(lines).toAmount(), earned: earnedOn(lines, day).toAmount() };
}
