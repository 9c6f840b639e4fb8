import type { Stop } from '../quote/stopped-quote.js';
import type { HeldBusiness, Hold } from './hold.js';
import { isInPlace, type RiskPlace } from './risk-places.js';
import type { Widening } from './widened.js';

/** What is to be done with a risk. */
export interface Business {
  /** Of the kinds that are judged as a whole. */
  kinds: readonly Exclude<HeldBusiness, Widening['kind']>[];
  /** Where the risk is with it. */
  places: readonly RiskPlace[];
  /** Of a change or a renewal: where it was before. */
  placesBefore?: readonly RiskPlace[];
  /** The codes of its coverages. */
  coverages: readonly string[];
  /** How it widens what is insured. */
  widened?: readonly Widening[];
  /** Of a stored quote: the holds that froze it when it was made. */
  frozenBy?: ReadonlySet<string>;
}

type Reason = { kind: HeldBusiness; words: string };

const wholeKinds: Readonly<Record<Business['kinds'][number], string>> = {
  newQuotes: 'a new quote',
  binding: 'binding',
  reinstatements: 'a reinstatement',
  renewals: 'a renewal',
};

/** By what each hold in force stops some business: by the strictest action that it has for it. None where it goes on. */
export function stopsOf(holds: readonly Hold[], business: Business): Stop[] {
  return holds.flatMap((hold): Stop[] => {
    const concerned = unitsIn(hold, business.places);
    if (concerned.size === 0) return [];
    const stopped = reasonsOf(hold, business, concerned).flatMap((reason) => {
      const action = hold.stops[reason.kind];
      return action === undefined ? [] : [{ ...reason, action }];
    });
    const action = strictest.find((each) => stopped.some((reason) => reason.action === each));
    if (action === undefined) return [];
    const words = [...new Set(stopped.map((reason) => reason.words))].join('; ');
    return [{ holdId: hold.id, action, message: messageOf(hold, action, words, concerned) }];
  });
}

/** The units that are, or may be, in the place of a hold. */
type UnitsInPlace = ReadonlyMap<RiskPlace['unit'], true | 'UNKNOWN'>;

function unitsIn(hold: Hold, places: readonly RiskPlace[]): UnitsInPlace {
  return new Map(
    places.flatMap((place) => {
      const isIn = isInPlace(place, hold.place);
      return isIn === false ? [] : [[place.unit, isIn] as const];
    }),
  );
}

const strictest = ['DECLINE', 'FREEZE', 'REFER'] as const;

function reasonsOf(hold: Hold, business: Business, concerned: UnitsInPlace): Reason[] {
  const { kinds, placesBefore, coverages, widened = [], frozenBy } = business;
  const isNamed = (code: string) => hold.coverages.length === 0 || hold.coverages.includes(code);
  const hasNamed = hold.coverages.length === 0 || coverages.some(isNamed);
  // The details of a coverage may be of units of another loop than the one that says where they are.
  const known = new Set(business.places.map(({ unit }) => unit));
  const isConcerned = ({ unit }: Widening) => unit === null || !known.has(unit) || concerned.has(unit);
  const before = placesBefore === undefined ? concerned : unitsIn(hold, placesBefore);
  const moved = hasNamed && [...concerned.keys()].some((unit) => !before.has(unit));
  const isFrozen = hasNamed && frozenBy?.has(hold.id) && hold.stops.newQuotes === 'FREEZE';
  return [
    ...(isFrozen ? [{ kind: 'newQuotes' as const, words: 'a quote that was made meanwhile' }] : []),
    ...(hasNamed ? kinds.map((kind) => ({ kind, words: wholeKinds[kind] })) : []),
    ...widened.filter((each) => isNamed(each.coverage) && isConcerned(each)),
    ...(moved ? [{ kind: 'addedCoverage' as const, words: 'a further risk in the place' }] : []),
  ];
}

const does = { DECLINE: 'declines', REFER: 'refers to an underwriter', FREEZE: 'freezes' } as const;

function messageOf(hold: Hold, action: Stop['action'], words: string, concerned: UnitsInPlace): string {
  const unknown = [...concerned.values()].every((isIn) => isIn === 'UNKNOWN');
  const place = unknown
    ? `${placeText(hold.place)}; the answers do not say where the risk is`
    : placeText(hold.place);
  return `The hold "${hold.title}" (${daysText(hold)}, ${place}) ${does[action]}: ${words}`;
}

/** `from 2026-10-07 to 2026-10-12`. */
export function daysText({ firstDay, lastDay }: Pick<Hold, 'firstDay' | 'lastDay'>): string {
  return lastDay === null ? `from ${firstDay} until it is ended` : `from ${firstDay} to ${lastDay}`;
}

/** `FL, GA, ZIP 33701 and 120 more, county Monroe`. */
export function placeText({ states, zips, counties }: Hold['place']): string {
  return [
    ...(states.length > 0 ? [some(states)] : []),
    ...(zips.length > 0 ? [`ZIP ${some(zips)}`] : []),
    ...(counties.length > 0 ? [`county ${some(counties)}`] : []),
  ].join(', ');
}

const shown = 5;

function some(names: readonly string[]): string {
  const rest = names.length - shown;
  return names.slice(0, shown).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
