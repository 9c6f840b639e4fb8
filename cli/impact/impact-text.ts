import { binLabel, cellText, money, signedMoney } from '../../documents/impact/impact-figures.js';
import type { Impact } from '../../documents/impact/impact-run.js';
import {
  contributionTable,
  type ImpactTable,
  reasonTable,
  splitTable,
} from '../../documents/impact/impact-tables.js';
import { inMoney } from '../../domain/impact/book-impact.js';
import { percentOf } from '../../domain/impact/premium-tally.js';
import { inColumns } from '../ground/text-table.js';

/** The result as text: what was compared, the totals, and the distribution with bars. */
export function impactLines(title: string, impact: Impact): string[] {
  return [
    ...summaryOf(title, impact),
    '',
    ...distributionLines(impact),
    ...contributionLines(impact),
    ...impact.splits.flatMap((split) => tableLines(splitTable(split, impact.totals))),
    ...(impact.reasons.length > 0 ? tableLines(reasonTable(impact)) : []),
  ];
}

/** What was compared and the totals, one line each. */
export function summaryOf(title: string, impact: Impact): string[] {
  const { noun, risks, leftOut, premiums, totals } = impact;
  const { outcomes, percentiles, lowest, highest } = premiums;
  const lines = [
    title,
    `${risks} ${noun}: ${outcomes.QUOTED_ON_BOTH} quoted on both, ${outcomes.QUOTED_ON_BASELINE_ONLY} no longer, ` +
      `${outcomes.QUOTED_ON_CANDIDATE_ONLY} newly, ${outcomes.QUOTED_ON_NEITHER} on neither` +
      (leftOut > 0 ? `, ${leftOut} not rated by a plan and excluded` : ''),
  ];
  if (outcomes.QUOTED_ON_BOTH === 0 || !lowest || !highest) return lines;
  const shares = percentiles.map(({ share, percent }) => `${share}%: ${signed(percent)}`).join('   ');
  const one = noun === 'quotes' ? 'quote ' : '';
  return [
    ...lines,
    `Premium ${money(premiums.baseline)} -> ${money(premiums.candidate)}, ` +
      `${signedMoney(premiums.candidate.minus(premiums.baseline))} (${signed(percentOf(premiums.baseline, premiums.candidate).toNumber())})`,
    ...chargeLines(totals),
    `Raised ${premiums.raised}, lowered ${premiums.lowered}, unchanged ${premiums.unchanged}`,
    ...outcomeLines(totals),
    `Change by share of ${noun}   ${shares}`,
    `Lowest ${signed(lowest.percent.toNumber())} (${one}${lowest.requestId}), ` +
      `highest ${signed(highest.percent.toNumber())} (${one}${highest.requestId})`,
    ...offBalanceLines(impact),
  ];
}

function chargeLines({ chargesBefore, chargesAfter }: Impact['totals']): string[] {
  if (chargesBefore === 0 && chargesAfter === 0) return [];
  const [before, after] = [inMoney(chargesBefore), inMoney(chargesAfter)];
  return [
    `Taxes and fees ${money(before)} -> ${money(after)}, ${signedMoney(after.minus(before))} ` +
      `(${signed(percentOf(before, after).toNumber())})`,
  ];
}

function outcomeLines({
  lost,
  lostPremium,
  gained,
  gainedPremium,
  newlyReferred,
  noLongerReferred,
}: Impact['totals']) {
  return [
    ...(lost > 0
      ? [`No longer quoted: ${lost}, with a premium before of ${money(inMoney(lostPremium))}`]
      : []),
    ...(gained > 0 ? [`Newly quoted: ${gained}, with a premium of ${money(inMoney(gainedPremium))}`] : []),
    ...(newlyReferred + noLongerReferred > 0
      ? [`Newly referred to an underwriter: ${newlyReferred}; no longer referred: ${noLongerReferred}`]
      : []),
  ];
}

function offBalanceLines({ offBalance }: Impact): string[] {
  if (offBalance === null) return [];
  const { targetPercent, target, ratio, rated } = offBalance;
  const wanted =
    targetPercent === 0 ? 'the premium before' : `${signed(targetPercent)} on the premium before`;
  const byRatio = `Off-balance factor for ${wanted}: ${ratio.toFixed(6)} as a ratio`;
  if (rated === null) return [byRatio];
  return [
    `${byRatio}; rated again with ${rated.factor.toFixed(6)}: ${money(inMoney(rated.premium))}, ` +
      `${signedMoney(inMoney(rated.premium - target))} from the target`,
  ];
}

function contributionLines(impact: Impact): string[] {
  const effective = impact.contributions.filter((one) => !isWithoutEffect(one));
  const others = impact.contributions.filter(isWithoutEffect);
  if (impact.contributions.length === 0)
    return ['', 'The versions rate alike: no table, step or rule differs.'];
  return [
    ...tableLines(contributionTable({ ...impact, contributions: effective })),
    ...(others.length > 0
      ? [`Without an effect on these risks: ${others.map(({ title }) => title).join('; ')}`]
      : []),
  ];
}

function isWithoutEffect({ changed, lost, gained, newlyReferred }: Impact['contributions'][number]): boolean {
  return changed + lost + gained + newlyReferred === 0;
}

function distributionLines({ premiums: { bins, outcomes }, noun }: Impact): string[] {
  if (bins.length === 0)
    return [`No ${noun === 'quotes' ? 'quote' : 'risk'} has a premium on both versions.`];
  const most = Math.max(...bins.map(({ quotes }) => quotes));
  const rows = bins.map((bin) => [
    binLabel(bin),
    String(bin.quotes),
    `${((100 * bin.quotes) / outcomes.QUOTED_ON_BOTH).toFixed(1)}%`,
    money(bin.baseline),
    money(bin.candidate),
    signedMoney(bin.candidate.minus(bin.baseline)),
    '#'.repeat(Math.ceil((30 * bin.quotes) / most)),
  ]);
  const what = noun === 'quotes' ? 'Quotes' : 'Risks';
  return inColumns(['Change', what, 'Share', 'Against', 'Candidate', 'Difference', ''], rows, {
    left: [0, 6],
  });
}

const mostRows = 60;
const longestText = 60;

/** A table under its title, without its detail columns. */
function tableLines({ title, columns, rows }: ImpactTable): string[] {
  const shown = columns.flatMap((column, index) => (column.detail ? [] : [{ ...column, index }]));
  const cells = rows.map((row) =>
    shown.map(({ index, kind }) => shortened(cellText(row[index] ?? null, kind))),
  );
  const more = cells.length - mostRows;
  const kept = more > 0 ? [...cells.slice(0, mostRows - 1), ...cells.slice(-1)] : cells;
  return [
    '',
    title,
    ...inColumns(
      shown.map((column) => column.title),
      kept,
      { left: [0] },
    ),
    ...(more > 0 ? [`${more + 1} rows are left out; the CSV and Excel files have them`] : []),
  ];
}

function shortened(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - 3)}...` : text;
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(1)}%`;
}
