import type { Decimal } from '../../domain/expression/index.js';
import { type ChangeTotals, changePercent, dislocationEnds } from '../../domain/impact/change-totals.js';
import type { Extreme } from '../../domain/impact/premium-tally.js';
import type { Impact } from './impact-run.js';

/** The result for scripts. Amounts are decimal text; changes of groups are per cent with three places. */
export function describedImpact({ premiums, noun: _noun, risks, ...impact }: Impact) {
  const { outcomes, raised, lowered, unchanged, lowest, highest, percentiles, bins } = premiums;
  const { totals, splits, contributions, reasons, leftOut, offBalance } = impact;
  return {
    risks,
    quotes: risks,
    leftOut,
    outcomes,
    premium: sums(premiums),
    raised,
    lowered,
    unchanged,
    lowest: extreme(lowest),
    highest: extreme(highest),
    percentiles,
    bins: bins.map((bin) => ({ from: bin.from, to: bin.to, quotes: bin.quotes, premium: sums(bin) })),
    taxesAndFees: { against: money(totals.chargesBefore), candidate: money(totals.chargesAfter) },
    noLongerQuoted: { quotes: totals.lost, premium: money(totals.lostPremium) },
    newlyQuoted: { quotes: totals.gained, premium: money(totals.gainedPremium) },
    newlyReferred: totals.newlyReferred,
    noLongerReferred: totals.noLongerReferred,
    reasons,
    contributions: contributions.map(({ title, parts, premium, charges, alone, ...counts }) => ({
      title,
      parts,
      premium: money(premium),
      taxesAndFees: money(charges),
      ...counts,
      alone: alone && { premium: money(alone.premium), taxesAndFees: money(alone.charges) },
    })),
    splits: splits.map(({ name, groups }) => ({
      name,
      groups: groups.map(({ label, totals: own }) => ({ label, ...describedTotals(own) })),
    })),
    offBalance: offBalance && {
      targetPercent: offBalance.targetPercent,
      target: money(offBalance.target),
      ratio: offBalance.ratio,
      rated: offBalance.rated && { ...offBalance.rated, premium: money(offBalance.rated.premium) },
    },
  };
}

function describedTotals({ dislocation, ...totals }: ChangeTotals) {
  const { before, after, chargesBefore, chargesAfter, lostPremium, gainedPremium, ...counts } = totals;
  return {
    ...counts,
    lowest: totals.lowest && { ...totals.lowest, percent: totals.lowest.percent.toFixed(3) },
    highest: totals.highest && { ...totals.highest, percent: totals.highest.percent.toFixed(3) },
    premium: { against: money(before), candidate: money(after) },
    percent: changePercent(before, after).toFixed(3),
    taxesAndFees: { against: money(chargesBefore), candidate: money(chargesAfter) },
    lostPremium: money(lostPremium),
    gainedPremium: money(gainedPremium),
    dislocation: dislocation.map((risks, band) => ({
      from: dislocationEnds[band - 1] ?? null,
      to: dislocationEnds[band] ?? null,
      risks,
    })),
  };
}

function sums({ baseline, candidate }: { baseline: Decimal; candidate: Decimal }) {
  return { against: baseline.toFixed(2), candidate: candidate.toFixed(2) };
}

function extreme(each: Extreme | null) {
  return each && { ...each, percent: each.percent.toFixed(3) };
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}
