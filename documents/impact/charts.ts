import { Decimal } from '../../domain/expression/index.js';
import type { BookReport } from '../../domain/impact/book-impact.js';
import { changePercent } from '../../domain/impact/change-totals.js';
import type { ImpactBin } from '../../domain/impact/distribution.js';
import { binLabel, cellText, signedMoney } from './impact-figures.js';

/** Charts as SVG in the fonts of PDFs. All are as wide as the text of an A4 page. */
const width = 515;
const grey = '#777777';
const raised = '#b5482f';
const lowered = '#2f6db5';

/** One bar per bin, with its count above and its change below. */
export function histogram(bins: readonly ImpactBin[]): string {
  const [inset, height, labels] = [20, 200, 62];
  const most = Math.max(...bins.map(({ quotes }) => quotes));
  const slot = (width - inset) / bins.length;
  const shapes = bins.flatMap((bin, index) => {
    const bar = (bin.quotes / most) * (height - 20);
    const left = inset + index * slot + slot * 0.1;
    const middle = left + slot * 0.4;
    const foot = height + 8;
    return [
      rect(left, height - bar, slot * 0.8, bar, colourOf(bin)),
      text(bin.quotes.toLocaleString('en-US'), middle, height - bar - 3, { anchor: 'middle' }),
      text(binLabel(bin), middle, foot, { anchor: 'end', colour: grey, turned: -60 }),
    ];
  });
  return svg(height + labels, [...shapes, line(inset, height, width, height)]);
}

function colourOf({ from, to }: ImpactBin): string {
  if (from === 0 && to === 0) return grey;
  return from !== null && from >= 0 ? raised : lowered;
}

const row = 16;
const mostBars = 30;

/** The change of each group in per cent, as bars to the left and right of zero, with its share of the premium. */
export function splitBars(groups: BookReport['splits'][number]['groups']): string {
  const shown = groups.filter(({ totals }) => totals.quotedOnBoth > 0).slice(0, mostBars);
  const changes = shown.map(({ totals }) => changePercent(totals.before, totals.after));
  return bars(
    shown.map(({ label, totals }, index) => ({
      label: `${label} (${totals.quotedOnBoth.toLocaleString('en-US')})`,
      from: 0,
      to: changes[index] ?? 0,
      value: cellText(changes[index] ?? 0, 'percent'),
    })),
  );
}

const mostSteps = 18;

/** From the premium before to the premium after: each change as a floating bar that starts where the last ended. */
export function waterfall({ contributions, totals }: BookReport): string {
  const effective = contributions.filter(({ premium }) => premium !== 0);
  const largest = [...effective]
    .sort((a, b) => Math.abs(b.premium) - Math.abs(a.premium))
    .slice(0, mostSteps);
  const shown = effective.filter((one) => largest.includes(one));
  const others = effective.filter((one) => !largest.includes(one));
  let reached = 0;
  const steps = [
    ...shown.map(({ title, premium }) => ({ label: title, premium })),
    ...(others.length > 0
      ? [
          {
            label: `${others.length} smaller changes`,
            premium: others.reduce((sum, { premium }) => sum + premium, 0),
          },
        ]
      : []),
  ].map(({ label, premium }) => {
    const from = reached;
    reached += premium;
    return { label, from, to: reached, value: signedMoney(Decimal.of(premium).dividedBy(100)) };
  });
  const change = totals.after - totals.before;
  const value = signedMoney(Decimal.of(change).dividedBy(100));
  return bars([...steps, { label: 'All changes', from: 0, to: change, value, isTotal: true }]);
}

interface Bar {
  label: string;
  from: number;
  to: number;
  value: string;
  isTotal?: true;
}

/** Horizontal bars with a common zero; each has its label on the left and its value behind its end. */
function bars(all: readonly Bar[]): string {
  const ends = all.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const labelRoom = Math.min(230, 10 + 3.9 * Math.max(...all.map(({ label }) => shortened(label).length), 1));
  const valueRoom = 8 + 4.3 * Math.max(...all.map(({ value }) => value.length), 1);
  const [left, right] = [labelRoom + (low < 0 ? valueRoom : 4), width - (high > 0 ? valueRoom : 4)];
  const scale = high === low ? 0 : (right - left) / (high - low);
  const x = (amount: number) => left + (amount - low) * scale;
  const height = all.length * row + 4;
  const shapes = all.flatMap(({ label, from, to, value, isTotal }, index) => {
    const top = index * row + 3;
    const [start, end] = [Math.min(x(from), x(to)), Math.max(x(from), x(to))];
    const isDown = to < from;
    const colour = isTotal ? '#444444' : isDown ? lowered : raised;
    const next = all[index + 1];
    return [
      text(shortened(label), labelRoom - 4, top + 9, { anchor: 'end', bold: isTotal }),
      rect(start, top, Math.max(end - start, 0.6), row - 5, colour),
      text(value, isDown ? start - 3 : end + 3, top + 9, { anchor: isDown ? 'end' : 'start', bold: isTotal }),
      // The next bar of a waterfall starts here.
      ...(next && next.from !== 0 && next.from === to
        ? [line(x(to), top + row - 5, x(to), top + row, '#bbbbbb')]
        : []),
    ];
  });
  return svg(height, [line(x(0), 0, x(0), height, '#bbbbbb'), ...shapes]);
}

const longestLabel = 56;

function shortened(label: string): string {
  return label.length > longestLabel ? `${label.slice(0, longestLabel - 1)}…` : label;
}

function svg(height: number, shapes: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Roboto">${shapes.join('')}</svg>`;
}

function rect(x: number, y: number, wide: number, high: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="${fill}"/>`;
}

function line(x1: number, y1: number, x2: number, y2: number, stroke = grey): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${stroke}" stroke-width="0.7"/>`;
}

interface TextLook {
  anchor: 'start' | 'middle' | 'end';
  colour?: string;
  bold?: boolean | undefined;
  turned?: number;
}

function text(content: string, x: number, y: number, { anchor, colour, bold, turned }: TextLook): string {
  const look = [
    `font-size="7.5" text-anchor="${anchor}"`,
    ...(colour ? [`fill="${colour}"`] : []),
    ...(bold ? ['font-weight="bold"'] : []),
    ...(turned ? [`transform="rotate(${turned} ${x} ${y})"`] : []),
  ].join(' ');
  return `<text x="${x}" y="${y}" ${look}>${escaped(content)}</text>`;
}

function escaped(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
