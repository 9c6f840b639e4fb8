import type { Point } from './trend.js';
import { slopeAnHour } from './trend.js';

export interface Series {
  name: string;
  unit: string;
  points: Point[];
  /** The most that it may rise an hour; undefined: it is shown only. */
  mayRise: number | undefined;
}

/** A series that rises: the slope an hour of its second half, when caches are full, is above the limit. */
export interface Trend {
  slope: number;
  isTooSteep: boolean;
}

/** The slope of the second half. */
export function trendOf({ points, mayRise }: Series): Trend {
  const slope = slopeAnHour(points.slice(points.length >> 1));
  return { slope, isTooSteep: mayRise !== undefined && slope > mayRise };
}

const bars = '▁▂▃▄▅▆▇█';
const columns = 60;

/** The series as a line for a terminal: name, curve, first, last and highest value, slope and limit. */
export function curve(series: Series): string {
  const { name, unit, points, mayRise } = series;
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const width = Math.min(columns, values.length);
  const line = Array.from({ length: width }, (_, column) => {
    const part = values.slice(
      Math.floor((column * values.length) / width),
      Math.floor(((column + 1) * values.length) / width),
    );
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    return bars[most === least ? 0 : Math.min(7, Math.floor(((mean - least) / (most - least)) * 8))];
  }).join('');
  const { slope, isTooSteep } = trendOf(series);
  const limit = mayRise === undefined ? '' : ` (at most ${mayRise})${isTooSteep ? ' RISES' : ''}`;
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0].map(rounded);
  return `${name.padEnd(28)} ${line}  ${first} → ${last} ${unit}, highest ${rounded(most)}; ${rounded(slope)} an hour${limit}`;
}

/** A row a sample, a column a series. */
export function csvOf(all: readonly Series[]): string {
  const head = ['second', ...all.map(({ name, unit }) => `${name} (${unit})`)];
  const rows = (all[0]?.points ?? []).map(({ at }, index) => [
    at.toFixed(0),
    ...all.map(({ points }) => String(points[index]?.value ?? '')),
  ]);
  return `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

const [panelWidth, panelHeight, perRow] = [380, 120, 2];

/** The series as panels of one SVG; `shaded` is a part of the time that was different, in seconds. */
export function picture(title: string, all: readonly Series[], shaded: readonly [number, number]): string {
  const end = all[0]?.points.at(-1)?.at ?? 1;
  const rows = Math.ceil(all.length / perRow);
  const panels = all.map((series, index) => {
    const [x, y] = [(index % perRow) * panelWidth + 10, Math.floor(index / perRow) * panelHeight + 40];
    return `<g transform="translate(${x} ${y})">${panel(series, end, shaded)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${perRow * panelWidth} ${rows * panelHeight + 40}" font-family="sans-serif" font-size="11">`,
    `<title>${title}</title>`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    `<text x="10" y="22" font-size="14">${title}</text>`,
    ...panels,
    '</svg>',
    '',
  ].join('\n');
}

function panel({ name, unit, points }: Series, end: number, [from, to]: readonly [number, number]): string {
  const [width, height] = [panelWidth - 30, panelHeight - 45];
  const most = Math.max(1, ...points.map(({ value }) => value)) * 1.05;
  const x = (at: number) => ((at / end) * width).toFixed(1);
  const line = points.map(({ at, value }) => `${x(at)},${(height - (value / most) * height).toFixed(1)}`);
  const last = points.at(-1)?.value ?? 0;
  return [
    `<text y="10">${name}: ${rounded(last)} ${unit} at the end, at most ${rounded(most / 1.05)}</text>`,
    `<g transform="translate(0 16)"><rect width="${width}" height="${height}" fill="#f4f5f7"/>`,
    `<rect x="${x(from)}" width="${(((to - from) / end) * width).toFixed(1)}" height="${height}" fill="#f3d9c8"/>`,
    `<polyline points="${line.join(' ')}" fill="none" stroke="#1d4f91" stroke-width="1.2"/></g>`,
  ].join('');
}

/** Three significant digits, and whole numbers from 100 on. */
function rounded(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
