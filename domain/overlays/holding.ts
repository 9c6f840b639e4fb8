import { laterOf } from '../ground/calendar.js';
import { type Overlay, statesOf } from './overlay.js';

/** When something is rated or shown. */
export interface HoldingDates {
  /** The first day of the term. */
  effectiveDate: string;
  /** The day of the event. */
  today: string;
}

/** Before every overlay. */
const ever = '0000-00-00';

/** The overlays of a state, for whoever asks often. */
export function overlaysByState(overlays: readonly Overlay[]): ReadonlyMap<string, readonly number[]> {
  const byState = new Map<string, number[]>();
  overlays.forEach((overlay, index) => {
    for (const state of new Set(statesOf(overlay)))
      byState.set(state, [...(byState.get(state) ?? []), index]);
  });
  return byState;
}

/**
 * Whether an overlay holds: by the first day of the term, so that a policy keeps for its term what held then; one for policies
 * in force, which changes no rates, from the day of the event on, if that is later.
 */
export function holds({ from, until, policiesInForce }: Overlay, dates: HoldingDates): boolean {
  const day = policiesInForce ? laterOf(dates.effectiveDate, dates.today) : dates.effectiveDate;
  return from <= day && (until === undefined || day < until);
}

/** A combination of overlays that hold together, and where. */
export interface Segment {
  /** By their places in the product, ascending. */
  overlays: readonly number[];
  /** The states with the combination, and for each the first effective date. */
  at: { state: string; from: string }[];
}

/**
 * Every combination of overlays that can hold together, or only those of one state. The product without overlays is not among
 * them.
 */
export function segmentsOf(overlays: readonly Overlay[], only?: string): Segment[] {
  const segments = new Map<string, Segment>();
  for (const [state, places] of overlaysByState(overlays)) {
    if (only !== undefined && state !== only) continue;
    for (const { from, held } of combinationsOf(overlays, places)) {
      const key = held.join();
      const segment = segments.get(key) ?? { overlays: held, at: [] };
      segments.set(key, segment);
      if (segment.at.at(-1)?.state !== state) segment.at.push({ state, from });
    }
  }
  return [...segments.values()].filter(({ overlays: held }) => held.length > 0);
}

/** The days from which something else holds in a state, in order; for terms that begin then. */
export function segmentDates(overlays: readonly Overlay[], state: string): string[] {
  return boundaries(overlays.filter((overlay) => statesOf(overlay).includes(state)));
}

function boundaries(overlays: readonly Overlay[]): string[] {
  const ends = overlays.flatMap(({ from, until }) => (until === undefined ? [from] : [from, until]));
  return [...new Set(ends)].sort();
}

/** What holds in a state, and from when: by the days on which it changes. A combination may come again. */
function combinationsOf(overlays: readonly Overlay[], places: readonly number[]) {
  const ofPolicies = (inForce: boolean) =>
    places.filter((place) => (overlays[place]?.policiesInForce ?? false) === inForce);
  const ofTerms = heldByDay(overlays, ofPolicies(false));
  const ofEvents = heldByDay(overlays, ofPolicies(true));
  return ofTerms.flatMap(({ day, held: byTerm }) => {
    // Those for policies in force hold from the term's first day on, and change until long after it.
    const onFirstDay = ofEvents.findLast((event) => event.day <= day);
    const later = ofEvents.filter((event) => event.day > day);
    return [...(onFirstDay ? [onFirstDay] : []), ...later].map((event) => ({
      from: day === ever ? event.day : day,
      held: byTerm.concat(event.held).sort((a, b) => a - b),
    }));
  });
}

/** Which of some overlays hold from each day on which that changes. */
function heldByDay(overlays: readonly Overlay[], places: readonly number[]) {
  const own = places.flatMap((place) => {
    const overlay = overlays[place];
    return overlay ? [{ place, overlay }] : [];
  });
  return [ever, ...boundaries(own.map(({ overlay }) => overlay))].map((day) => ({
    day,
    held: own
      .filter(({ overlay }) => holds(overlay, { effectiveDate: day, today: day }))
      .map(({ place }) => place),
  }));
}
