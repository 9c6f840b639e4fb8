import { z } from 'zod';
import { calendarDate } from '../ground/primitives.js';
import { stopActions } from '../quote/stop-codes.js';

/** Bounds of holds. */
export const holdLimits = {
  /** Holds of an organization that are not ended. */
  open: 200,
  states: 100,
  zips: 5_000,
  counties: 1_000,
  coverages: 100,
  /** Overrides of one hold. */
  overrides: 10_000,
} as const;

/** What a hold can stop. */
export const heldBusiness = [
  'newQuotes',
  'binding',
  'addedCoverage',
  'raisedLimits',
  'loweredDeductibles',
  'reinstatements',
  'renewals',
] as const;
export type HeldBusiness = (typeof heldBusiness)[number];

export const holdAction = z.enum(stopActions).meta({
  id: 'HoldAction',
  description:
    '`DECLINE`: no. `REFER`: an underwriter decides. `FREEZE`: not before the hold is over or overridden.',
});
const stop = (description: string) => holdAction.optional().meta({ description });

export const holdStops = z
  .strictObject({
    newQuotes: stop('Quotes for new policies that are made while the hold is in force.'),
    binding: stop('Issuing policies from quotes.'),
    addedCoverage: stop(
      'Changes, and renewals, by which a policy gets a coverage that it did not have, or one for a further location, ' +
        'vehicle or the like in the place, or by which the risk moves there.',
    ),
    raisedLimits: stop('Changes, and renewals, that raise a limit.'),
    loweredDeductibles: stop('Changes, and renewals, that lower a deductible.'),
    reinstatements: stop('Reinstatements of canceled policies.'),
    renewals: stop('Renewals: quotes of the next term, their selection, and the beginning of the next term.'),
  })
  .refine((stops) => Object.values(stops).some((each) => each !== undefined), 'must stop something')
  .meta({ id: 'HoldStops', description: 'What it stops, and how. What is not named goes on.' });
export type HoldStops = z.output<typeof holdStops>;

const names = (most: number, length: number) =>
  z
    .array(z.string().trim().min(1).max(length))
    .max(most)
    .refine((all) => new Set(all).size === all.length, 'must not name the same twice');

export const holdPlace = z
  .strictObject({
    states: names(holdLimits.states, 50).default([]).meta({
      description:
        'As the answers have them, such as `FL`. With ZIP codes or counties: of these states only.',
    }),
    zips: names(holdLimits.zips, 12).default([]).meta({
      description: 'An answer with nine digits belongs to its first five.',
    }),
    counties: names(holdLimits.counties, 100).default([]).meta({
      description: 'By name, whatever the case, or by another code that the answers have.',
    }),
  })
  .refine(
    ({ states, zips, counties }) => states.length + zips.length + counties.length > 0,
    'must name a state, a ZIP code or a county',
  )
  .meta({
    id: 'HoldPlaceInput',
    outputId: 'HoldPlace',
    description:
      'A risk is in the place if it has one of the ZIP codes or one of the counties, and one of the states.',
  });
export type HoldPlace = z.output<typeof holdPlace>;

const coverageCodes = names(holdLimits.coverages, 100);
const coveragesOfHold = { description: 'The codes of the coverages that it concerns; all if empty.' };
export const holdCoverages = coverageCodes.default([]).meta(coveragesOfHold);
/** Of a change: what is not sent stays. */
export const changedCoverages = coverageCodes.optional().meta(coveragesOfHold);

/** The fields of a hold by which it is judged. */
export interface Hold {
  id: string;
  title: string;
  /** Calendar dates. */
  firstDay: string;
  /** Null: until it is ended. */
  lastDay: string | null;
  place: HoldPlace;
  coverages: readonly string[];
  stops: HoldStops;
}

export const lastDay = calendarDate.nullable().meta({
  id: 'LastDayOfHold',
  description: 'The last day on which it is in force; null: until it is ended.',
});

/** The state of a hold on a day. `ENDED`: by a person; `OVER`: its last day has passed. */
export const holdStates = ['UPCOMING', 'IN_FORCE', 'OVER', 'ENDED'] as const;
export type HoldState = (typeof holdStates)[number];

/** @param today the day in the time zone of the organization. */
export function holdStateOn(
  { firstDay, lastDay: last, isEnded }: Pick<Hold, 'firstDay' | 'lastDay'> & { isEnded: boolean },
  today: string,
): HoldState {
  if (isEnded) return 'ENDED';
  if (today < firstDay) return 'UPCOMING';
  return last !== null && today > last ? 'OVER' : 'IN_FORCE';
}
