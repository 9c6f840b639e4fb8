import { afterOf, isQuoted, type RatedRisk } from './risk.js';

/** Ends of the bands of a dislocation, in per cent: the band of unchanged premiums is between the halves. */
export const dislocationEnds = [-25, -10, -5, 0, 0, 5, 10, 25] as const;

/** How many risks changed how, and by how much. Amounts are whole cents; plain data. */
export interface ChangeTotals {
  risks: number;
  quotedOnBoth: number;
  /** No longer quoted, and newly quoted, with their premiums. */
  lost: number;
  lostPremium: number;
  gained: number;
  gainedPremium: number;
  /** Quoted on both: referred to an underwriter on the second version only, and on the first only. */
  newlyReferred: number;
  noLongerReferred: number;
  /** Totals of those quoted on both. */
  before: number;
  after: number;
  chargesBefore: number;
  chargesAfter: number;
  raised: number;
  lowered: number;
  /** The greatest changes in per cent, and whose; null without any. */
  lowest: Extreme | null;
  highest: Extreme | null;
  /** Counts by change: below -25%, -25% to -10%, ..., 0%, ..., 25% and more. */
  dislocation: number[];
}

interface Extreme {
  id: string;
  percent: number;
}

export function noTotals(): ChangeTotals {
  return {
    risks: 0,
    quotedOnBoth: 0,
    lost: 0,
    lostPremium: 0,
    gained: 0,
    gainedPremium: 0,
    newlyReferred: 0,
    noLongerReferred: 0,
    before: 0,
    after: 0,
    chargesBefore: 0,
    chargesAfter: 0,
    raised: 0,
    lowered: 0,
    lowest: null,
    highest: null,
    dislocation: new Array<number>(dislocationEnds.length + 1).fill(0),
  };
}

/** Adds a risk to totals. */
export function addRisk(totals: ChangeTotals, risk: RatedRisk): void {
  const { before } = risk;
  const after = afterOf(risk);
  totals.risks++;
  if (isQuoted(before) && isQuoted(after)) {
    totals.quotedOnBoth++;
    totals.before += before.premium;
    totals.after += after.premium;
    totals.chargesBefore += before.charges;
    totals.chargesAfter += after.charges;
    if (before.outcome !== 'REFERRED' && after.outcome === 'REFERRED') totals.newlyReferred++;
    if (before.outcome === 'REFERRED' && after.outcome !== 'REFERRED') totals.noLongerReferred++;
    addChange(totals, risk.id, changePercent(before.premium, after.premium));
  } else if (isQuoted(before)) {
    totals.lost++;
    totals.lostPremium += before.premium;
  } else if (isQuoted(after)) {
    totals.gained++;
    totals.gainedPremium += after.premium;
  }
}

/** The change of cents in per cent; a change from zero is 1,000%. */
export function changePercent(before: number, after: number): number {
  if (before === 0) return after === 0 ? 0 : 1000;
  return ((after - before) / before) * 100;
}

function addChange(totals: ChangeTotals, id: string, percent: number): void {
  if (percent > 0) totals.raised++;
  if (percent < 0) totals.lowered++;
  if (totals.lowest === null || percent < totals.lowest.percent) totals.lowest = { id, percent };
  if (totals.highest === null || percent > totals.highest.percent) totals.highest = { id, percent };
  const band = bandOf(percent);
  totals.dislocation[band] = (totals.dislocation[band] ?? 0) + 1;
}

function bandOf(percent: number): number {
  if (percent === 0) return dislocationEnds.length / 2;
  // A raise starts behind the band of unchanged premiums.
  return dislocationEnds.filter((end, index) => percent >= end && (index !== 4 || percent > 0)).length;
}

/** Adds totals to others. */
export function addTotals(totals: ChangeTotals, other: ChangeTotals): void {
  for (const key of sums) totals[key] += other[key];
  if (other.lowest && (!totals.lowest || other.lowest.percent < totals.lowest.percent))
    totals.lowest = other.lowest;
  if (other.highest && (!totals.highest || other.highest.percent > totals.highest.percent))
    totals.highest = other.highest;
  other.dislocation.forEach((count, band) => {
    totals.dislocation[band] = (totals.dislocation[band] ?? 0) + count;
  });
}

const sums = [
  'risks',
  'quotedOnBoth',
  'lost',
  'lostPremium',
  'gained',
  'gainedPremium',
  'newlyReferred',
  'noLongerReferred',
  'before',
  'after',
  'chargesBefore',
  'chargesAfter',
  'raised',
  'lowered',
] as const satisfies readonly (keyof ChangeTotals)[];
