import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Decimal } from '../../../domain/expression/index.js';
import { addDays } from '../../../domain/ground/calendar.js';
import { exactText } from '../../../domain/money/amount-text.js';
import { daysOfTerm, type FleetEvent, fleetHistories, ratesOf, shown } from './fleet.js';
import { FleetModel } from './fleet-model.js';
import { FleetOffice } from './fleet-office.js';

const histories = Number(process.env.LIVES ?? 60);
const seed = Number(process.env.SEED ?? 33);

/** In the order of days, as far as the order matters: a correction and a renewal keep their places. */
function inSequence(events: readonly FleetEvent[]): FleetEvent[] {
  const parts: FleetEvent[][] = [[]];
  for (const event of events) {
    if (event.kind === 'CORRECT' || event.kind === 'RENEW') parts.push([event], []);
    else parts.at(-1)!.push(event);
  }
  const dayOf = (event: FleetEvent) => ('from' in event ? event.from : '');
  // What happens on one day stays in the order of recording.
  return parts.flatMap((part) => part.toSorted((a, b) => dayOf(a).localeCompare(dayOf(b))));
}

/** Amounts without zeros that say nothing. */
const plain = ({ premium, charges }: FleetOffice['cost']) => ({
  premium: exactText(premium),
  charges: charges.map((each) => exactText(each)),
});

type Tally = Record<'made' | 'outOfSequence' | FleetEvent['kind'], number>;

/** Records what can be recorded of a history; the rest is left out. */
function recorded(office: FleetOffice, events: readonly FleetEvent[], tally: Tally): FleetEvent[] {
  const kept: FleetEvent[] = [];
  for (const event of events) {
    const isOfNextTerm = kept.some(({ kind }) => kind === 'RENEW') && 'from' in event;
    const asked = isOfNextTerm ? { ...event, from: addDays(event.from, daysOfTerm) } : event;
    // Wishes for what is not there are left out.
    const tried = asked.kind === 'RENEW' ? [asked, { ...asked, ops: [] }] : [asked];
    const own = tried.find((each) => office.happen(each));
    if (own === undefined) continue;
    const isOutOfSequence = 'from' in own && kept.some((each) => 'from' in each && each.from > own.from);
    if (isOutOfSequence) tally.outOfSequence++;
    tally[own.kind]++;
    kept.push(own);
  }
  tally.made += kept.length;
  return kept;
}

it.each([
  [histories, 2],
  [Math.ceil(histories / 5), 0],
  [Math.ceil(histories / 5), 3],
])(
  '%i histories are the same in whatever order they are recorded, to the smallest unit, with %i decimals',
  (numRuns, digits) => {
    const tally: Tally = { made: 0, outOfSequence: 0, CHANGE: 0, LAPSE: 0, CORRECT: 0, RENEW: 0 };
    fc.assert(
      fc.property(fleetHistories, ({ isUneven, events }) => {
        const rates = ratesOf(isUneven, digits);
        const outcome = new FleetOffice(rates);
        const kept = recorded(outcome, events, tally);
        const sequence = new FleetOffice(rates);
        const model = new FleetModel(rates.cents);
        for (const event of inSequence(kept)) {
          expect(sequence.happen(event), JSON.stringify(event)).toBe(true);
          model.happen(event);
        }

        const { from, until } = model.terms.at(-1)!;
        const days = kept.flatMap((event) => ('from' in event ? [event.from, addDays(event.from, 5)] : []));
        for (const day of [
          from,
          addDays(until, -1),
          ...days.filter((each) => from <= each && each < until),
        ]) {
          const own = model.answersOn(day);
          const expected = {
            answers: shown(own),
            ...(!model.isLapsed(day) && { termPremium: rates.premiumOf(own) }),
            rated: shown(model.answersOn(model.dayBeforeLapse(day))),
          };
          expect(sequence.on(day), day).toEqual(expected);
          expect(outcome.on(day), day).toEqual(expected);
        }
        const { premium, charges } = model.cost;
        const textOf = (units: bigint) => exactText(Decimal.ofUnits(units, digits));
        const cost = { premium: textOf(premium), charges: charges.map(textOf) };
        const parts = model.terms.map((each) => model.partsOf(each));
        expect(sequence.parts).toEqual(parts);
        expect(outcome.parts).toEqual(parts);
        const exposure = model.terms.map((each) => model.exposureOf(each));
        expect(sequence.exposure).toEqual(exposure);
        expect(outcome.exposure).toEqual(exposure);
        expect(plain(sequence.cost)).toEqual(cost);
        expect(plain(outcome.cost)).toEqual(cost);
      }),
      { numRuns, seed },
    );
    // What the histories were through, so that they do not become empty unseen.
    expect(tally.made).toBeGreaterThan(2 * numRuns);
    expect(tally.outOfSequence).toBeGreaterThan(numRuns / 2);
    for (const kind of ['LAPSE', 'CORRECT', 'RENEW'] as const)
      expect(tally[kind], kind).toBeGreaterThan(numRuns / 10);
  },
  30 * 60_000,
);
