import { Decimal } from '../../domain/expression/index.js';
import type { ResolvedNode } from '../../domain/forms/blocks/index.js';
import type { Shape } from '../../domain/forms/blocks/shapes.js';
import { table, text } from '../../domain/forms/nodes.js';
import type { BookReport } from '../../domain/impact/book-impact.js';
import { changePercent } from '../../domain/impact/change-totals.js';
import type { ImpactBin } from '../../domain/impact/distribution.js';
import { binLabel, cellText, signedMoney } from './impact-figures.js';

/** Bar charts as tables of labels, drawn bars and values. Widths and heights are in points. */
const gray = '#8A939D';
const raised = '#B5482F';
const lowered = '#2F6DB5';
const axis = '#C9D1DA';

interface Bar {
  label: string;
  from: number;
  to: number;
  value: string;
  color: string;
}

/** The number of risks in each bin. */
export function histogram(bins: readonly ImpactBin[]): ResolvedNode {
  return chart(
    bins.map((bin) => ({
      label: binLabel(bin),
      from: 0,
      to: bin.quotes,
      value: bin.quotes.toLocaleString('en-US'),
      color: bin.from === 0 && bin.to === 0 ? gray : bin.from !== null && bin.from >= 0 ? raised : lowered,
    })),
  );
}

const mostBars = 30;

/** The change of each group in percent, as bars to the left and right of zero. */
export function splitBars(groups: BookReport['splits'][number]['groups']): ResolvedNode {
  const shown = groups.filter(({ totals }) => totals.quotedOnBoth > 0).slice(0, mostBars);
  return chart(
    shown.map(({ label, totals }) => {
      const change = changePercent(totals.before, totals.after) ?? 0;
      const count = totals.quotedOnBoth.toLocaleString('en-US');
      const value = cellText(change, 'percent');
      return { label: `${label} (${count})`, from: 0, to: change, value, color: colorOf(change) };
    }),
  );
}

const mostSteps = 18;

/** From the premium before to the premium after: each change is a bar that starts where the last one ended. */
export function waterfall({ contributions, totals }: BookReport): ResolvedNode {
  const effective = contributions.filter(({ premium }) => premium !== 0);
  const largest = [...effective]
    .sort((a, b) => Math.abs(b.premium) - Math.abs(a.premium))
    .slice(0, mostSteps);
  const others = effective.filter((one) => !largest.includes(one));
  const shown = effective.filter((one) => largest.includes(one));
  const steps = shown.map(({ title, premium }) => ({ label: title, premium }));
  if (others.length > 0) {
    const premium = others.reduce((sum, one) => sum + one.premium, 0);
    steps.push({ label: `${others.length} smaller changes`, premium });
  }
  let reached = 0;
  const bars = steps.map(({ label, premium }): Bar => {
    const from = reached;
    reached += premium;
    return { label, from, to: reached, value: moneyOf(premium), color: colorOf(premium) };
  });
  const change = totals.after - totals.before;
  const all = { label: 'All changes', from: 0, to: change, value: moneyOf(change), color: '#44505C' };
  return chart([...bars, all]);
}

function colorOf(change: number): string {
  return change < 0 ? lowered : raised;
}

function moneyOf(cents: number): string {
  return signedMoney(Decimal.of(cents).dividedBy(100));
}

/** Of a bar and its label. */
const width = 435;
const valueWidth = 60;
const barHeight = 9;

/** Horizontal bars with a common zero; each has its label on the left and its value on the right. */
function chart(bars: readonly Bar[]): ResolvedNode {
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const longest = Math.max(0, ...bars.map(({ label }) => shortened(label).length));
  const labelWidth = Math.min(190, 12 + 4 * longest);
  const barWidth = width - labelWidth;
  const x = (amount: number) => (high === low ? 0 : ((amount - low) / (high - low)) * barWidth);
  return table({
    head: [],
    widths: [labelWidth, barWidth, valueWidth],
    look: 'plain',
    fontSize: 7.5,
    rows: bars.map(({ label, from, to, value, color }) => [
      text(shortened(label), { alignment: 'right' }),
      { kind: 'shapes', shapes: [zeroLine(x(0)), barOf(x(from), x(to), color)] },
      text(value, { alignment: 'right' }),
    ]),
  });
}

/** It goes on in the rows above and below. */
function zeroLine(x: number): Shape {
  return { type: 'line', x1: x, y1: -2, x2: x, y2: barHeight + 2, lineColor: axis, lineWidth: 0.7 };
}

function barOf(from: number, to: number, color: string): Shape {
  const w = Math.max(Math.abs(to - from), 0.6);
  return { type: 'rect', x: Math.min(from, to), y: 0, w, h: barHeight, color };
}

const longestLabel = 52;

function shortened(label: string): string {
  return label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label;
}
