import type { BookReport } from '../../domain/impact/book-impact.js';
import { type ChangeTotals, changePercent, dislocationEnds } from '../../domain/impact/change-totals.js';
import type { Contribution } from '../../domain/impact/contributions.js';
import { binLabel, type CellKind, percentText } from './impact-figures.js';

/** A table of an impact, for text, CSV, Excel and PDF. */
export interface ImpactTable {
  title: string;
  columns: readonly ImpactColumn[];
  /** Money in units of the currency; null is an empty cell. */
  rows: readonly (readonly ImpactCell[])[];
  /** The last row is the total. */
  hasTotal?: true;
}

export type ImpactCell = string | number | null;

export interface ImpactColumn {
  title: string;
  kind: CellKind;
  /** Left out where there is little room. */
  detail?: true;
  /** Excel shades its cells by their numbers. */
  shaded?: true;
}

/** Premiums by their change. */
export function distributionTable({ premiums: { bins } }: BookReport): ImpactTable {
  return {
    title: 'By change of premium',
    columns: [
      { title: 'Change', kind: 'text' },
      { title: 'Risks', kind: 'count', shaded: true },
      { title: 'Before', kind: 'money' },
      { title: 'After', kind: 'money' },
      { title: 'Difference', kind: 'change' },
    ],
    rows: bins.map((bin) => [
      binLabel(bin),
      bin.quotes,
      bin.baseline.toNumber(),
      bin.candidate.toNumber(),
      bin.candidate.minus(bin.baseline).toNumber(),
    ]),
  };
}

const dislocationTitles = Array.from({ length: dislocationEnds.length + 1 }, (_, band) => {
  const [from, to] = [dislocationEnds[band - 1], dislocationEnds[band]];
  if (from === 0 && to === 0) return 'Unchanged';
  if (from === undefined) return `Below ${percentText(to ?? 0)}`;
  return to === undefined ? `${percentText(from)} and more` : `${percentText(from)} to ${percentText(to)}`;
});

/** The totals of each group, and of all. */
export function splitTable(
  { name, groups }: BookReport['splits'][number],
  totals: ChangeTotals,
): ImpactTable {
  return {
    title: `By ${name}`,
    columns: [
      { title: name, kind: 'text' },
      { title: 'Risks', kind: 'count', detail: true },
      { title: 'Quoted', kind: 'count' },
      { title: 'Before', kind: 'money' },
      { title: 'After', kind: 'money' },
      { title: 'Difference', kind: 'change' },
      { title: 'Change', kind: 'percent', shaded: true },
      { title: 'Raised', kind: 'count' },
      { title: 'Lowered', kind: 'count' },
      { title: 'Lowest', kind: 'percent' },
      { title: 'Highest', kind: 'percent' },
      { title: 'No longer quoted', kind: 'count' },
      { title: 'Newly quoted', kind: 'count' },
      { title: 'Newly referred', kind: 'count' },
      { title: 'No longer referred', kind: 'count', detail: true },
      { title: 'Lost premium', kind: 'money', detail: true },
      { title: 'Gained premium', kind: 'money', detail: true },
      ...dislocationTitles.map((title) => ({ title, kind: 'count', detail: true }) as const),
    ],
    rows: [...groups.map((group) => splitRow(group.label, group.totals)), splitRow('All', totals)],
    hasTotal: true,
  };
}

function splitRow(label: string, totals: ChangeTotals): ImpactCell[] {
  const { before, after, lowest, highest } = totals;
  return [
    label,
    totals.risks,
    totals.quotedOnBoth,
    units(before),
    units(after),
    units(after - before),
    changePercent(before, after),
    totals.raised,
    totals.lowered,
    lowest?.percent ?? null,
    highest?.percent ?? null,
    totals.lost,
    totals.gained,
    totals.newlyReferred,
    totals.noLongerReferred,
    units(totals.lostPremium),
    units(totals.gainedPremium),
    ...totals.dislocation,
  ];
}

/** The changes in the order in which they were applied, and their sum. */
export function contributionTable({ contributions, totals }: BookReport): ImpactTable {
  const { before, after, chargesBefore, chargesAfter } = totals;
  const charges = chargesAfter - chargesBefore;
  return {
    title: 'By changed part',
    columns: [
      { title: 'Change', kind: 'text' },
      { title: 'Premium', kind: 'change', shaded: true },
      { title: 'Of premium before', kind: 'percent' },
      { title: 'Taxes and fees', kind: 'change' },
      { title: 'Total', kind: 'change' },
      { title: 'Risks', kind: 'count' },
      { title: 'Raised', kind: 'count', detail: true },
      { title: 'Lowered', kind: 'count', detail: true },
      { title: 'No longer quoted', kind: 'count' },
      { title: 'Newly quoted', kind: 'count' },
      { title: 'Newly referred', kind: 'count' },
      { title: 'Premium, alone', kind: 'change' },
      { title: 'Taxes and fees, alone', kind: 'change', detail: true },
    ],
    rows: [
      ...contributions.map((one) => contributionRow(one, before)),
      [
        'All changes',
        units(after - before),
        changePercent(before, after),
        units(charges),
        units(after - before + charges),
        ...[null, null, null, totals.lost, totals.gained, totals.newlyReferred, null, null],
      ],
    ],
    hasTotal: true,
  };
}

function contributionRow(
  { title, premium, charges, changed, raised, lowered, alone, ...outcomes }: Contribution,
  before: number,
): ImpactCell[] {
  return [
    title,
    units(premium),
    changePercent(before, before + premium),
    units(charges),
    units(premium + charges),
    changed,
    raised,
    lowered,
    outcomes.lost,
    outcomes.gained,
    outcomes.newlyReferred,
    alone && units(alone.premium),
    alone && units(alone.charges),
  ];
}

/** Why the second version does not quote risks. */
export function reasonTable({ reasons }: BookReport): ImpactTable {
  return {
    title: 'Not quoted after the change',
    columns: [
      { title: 'Reason', kind: 'text' },
      { title: 'Risks', kind: 'count' },
    ],
    rows: reasons.map(({ reason, risks }) => [reason, risks]),
  };
}

/** Whole cents as units of the currency. */
function units(cents: number): number {
  return cents / 100;
}
