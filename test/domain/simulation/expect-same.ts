import { expect } from 'vitest';
import { earnedOn, netted, withoutSubjects } from '../../../domain/policy/proration.js';
import { dateOf, textOf } from './days.js';
import { amountsOf, type Model, taxesOf, taxTypes } from './model.js';
import type { Seen, SeenTerm } from './seen.js';

/** The ledger, the taxes and fees and the earned premium are those of the model, amount by amount and day by day. */
export function expectSame(seen: Seen, model: Model, what: string): void {
  expect(seen.terms, what).toHaveLength(model.terms.length);
  for (const [index, term] of model.terms.entries()) {
    const shown = seen.terms[index]!;
    expect(periodOf(shown), what).toEqual({
      from: dateOf(term.start),
      until: dateOf(term.end),
      cancelledOn: term.cancelled === null ? null : dateOf(term.cancelled.on),
    });
    expect(netted(withoutSubjects(shown.lines)), `ledger after ${what}`).toEqual(amountsOf(term).map(asLine));
    const charges = taxTypes.flatMap((type) =>
      netted(shown.charges.filter((charge) => charge.type === type)).map((charge) => ({ ...charge, type })),
    );
    expect(charges, `taxes and fees after ${what}`).toEqual(
      taxesOf(term).map((amount) => ({ ...asLine(amount), type: amount.type })),
    );
    for (const day of daysOf(term, what === 'begin')) {
      const earned = earnedOn(shown.lines, dateOf(day)).toAmount(2);
      expect(earned, `earned on ${dateOf(day)} after ${what}`).toBe(textOf(model.earned(term, day)));
    }
  }
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
