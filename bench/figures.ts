import { median } from './load.js';

/** One measurement, printed as one JSON line. */
export interface Figure {
  /** For example `quote.p50.callers16`. */
  figure: string;
  title: string;
  /** Median over the rounds. */
  value: number;
  unit: Unit;
  /** The floor's value in the same rounds; null without a floor. */
  floor: number | null;
  floorTitle: string | null;
  /**
   * Median of each round's value to its floor: both are taken within seconds of each other, so other load on
   * the machine affects both.
   */
  ratio: number | null;
  /** Least and greatest of the rounds' ratios. */
  ratios: [number, number] | null;
  /** For the ratio, or for the value without a floor. An upper bound of times, a lower bound of rates. */
  goal: number | null;
  met: boolean | null;
}

/** `ms of CPU`: of all processes that serve a request. `ms of Node`: of the service's own, or of the floor's. */
export type Unit = 'ms' | 's' | 'ms of CPU' | 'ms of Node' | 'requests/s' | 'quotes/s' | 'policy-years/min';

/** The values of the rounds, of the service and of the floor. */
export interface Rounds {
  service: readonly number[];
  floor?: { title: string; values: readonly number[] };
}

export function figureOf(
  { figure, title, unit, goal = null }: { figure: string; title: string; unit: Unit; goal?: number | null },
  { service, floor }: Rounds,
): Figure {
  const value = rounded(median(service));
  const ratios = floor ? service.map((each, round) => each / (floor.values[round] ?? Number.NaN)) : null;
  const ratio = ratios && rounded(median(ratios));
  const judged = ratio ?? value;
  return {
    figure,
    title,
    value,
    unit,
    floor: floor ? rounded(median(floor.values)) : null,
    floorTitle: floor?.title ?? null,
    ratio,
    ratios: ratios && [rounded(Math.min(...ratios)), rounded(Math.max(...ratios))],
    goal,
    met: goal === null ? null : isRate(unit) ? judged >= goal : judged <= goal,
  };
}

/** Three significant digits: more would be noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** Whether more is better. */
export function isRate(unit: Unit): boolean {
  return unit.includes('/');
}

const head = ['Figure', 'Service', 'Floor', 'Ratio', 'Of the rounds', 'Goal', ''];

/** The cells of a table, with its head. */
export function tableOf(figures: readonly Figure[]): string[][] {
  return [head, ...figures.map(rowOf)];
}

function rowOf(figure: Figure): string[] {
  const { value, unit, floor, floorTitle, ratio, ratios, goal, met } = figure;
  return [
    titleOf(figure),
    `${value} ${unit}`,
    floor === null ? '' : `${floor}: ${floorTitle}`,
    ratio === null ? '' : `${ratio.toFixed(2)}×`,
    ratios === null ? '' : ratios.map((each) => each.toFixed(2)).join('–'),
    goal === null ? '' : `${isRate(unit) ? '≥' : '≤'} ${goal}`,
    { true: 'met', false: 'missed', null: '' }[`${met}`],
  ];
}

function titleOf({ figure, title, unit }: Figure): string {
  const callers = /callers(\d+)$/.exec(figure)?.[1];
  const by = callers === undefined ? '' : `, ${callers} caller${callers === '1' ? '' : 's'}`;
  const metric = isRate(unit) ? ', throughput' : figure.includes('.p50') ? ', p50' : '';
  return title + by + metric;
}

/** The table as aligned text. */
export function alignedText([head = [], ...rows]: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0), title.length),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}
