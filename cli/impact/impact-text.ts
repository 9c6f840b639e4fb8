import { binLabel, money, signedMoney } from '../../documents/impact/impact-figures.js';
import { percentOf } from '../../domain/rating/comparison/impact.js';
import { inColumns } from '../ground/text-table.js';
import type { Impact } from './impact-run.js';

/** The result as text: what was compared, the totals, and the distribution with bars. */
export function impactLines(impact: Impact): string[] {
  return [...summaryOf(impact), '', ...distributionLines(impact)];
}

/** What was compared and the totals, one line each. */
export function summaryOf({ candidate, baseline, from, quotes, leftOut, report }: Impact): string[] {
  const { outcomes, percentiles, lowest, highest } = report;
  const title = `${candidate.definition.key} ${labelOf(candidate)} against ${labelOf(baseline)}, quotes made from ${from} on`;
  const lines = [
    title,
    `${quotes} quotes: ${outcomes.QUOTED_ON_BOTH} quoted on both, ${outcomes.QUOTED_ON_BASELINE_ONLY} no longer, ` +
      `${outcomes.QUOTED_ON_CANDIDATE_ONLY} newly, ${outcomes.QUOTED_ON_NEITHER} on neither` +
      (leftOut > 0 ? `, ${leftOut} not rated by a plan and excluded` : ''),
  ];
  if (outcomes.QUOTED_ON_BOTH === 0 || !lowest || !highest) return lines;
  const shares = percentiles.map(({ share, percent }) => `${share}%: ${signed(percent)}`).join('   ');
  return [
    ...lines,
    `Premium ${money(report.baseline)} -> ${money(report.candidate)}, ` +
      `${signedMoney(report.candidate.minus(report.baseline))} (${signed(percentOf(report.baseline, report.candidate).toNumber())})`,
    `Raised ${report.raised}, lowered ${report.lowered}, unchanged ${report.unchanged}`,
    `Change by share of quotes   ${shares}`,
    `Lowest ${signed(lowest.percent.toNumber())} (quote ${lowest.requestId}), ` +
      `highest ${signed(highest.percent.toNumber())} (quote ${highest.requestId})`,
  ];
}

function distributionLines({ report: { bins, outcomes } }: Impact): string[] {
  if (bins.length === 0) return ['No quote has a premium on both versions.'];
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
  return inColumns(['Change', 'Quotes', 'Share', 'Against', 'Candidate', 'Difference', ''], rows, {
    left: [0, 6],
  });
}

function labelOf({ version, buildNumber }: { version: string; buildNumber: number }): string {
  return `${version} (build ${buildNumber})`;
}

function signed(value: number): string {
  return `${value > 0 ? '+' : ''}${value.toFixed(1)}%`;
}
