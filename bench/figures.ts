import { type Measured, median, quantile } from './load.js';

/** One measurement, printed as one JSON line. */
export interface Figure {
  /** For example `quote.p50.callers16`. */
  figure: string;
  title: string;
  /** Median over the rounds. */
  value: number;
  unit: 'ms' | 'ms of CPU' | 'requests/s' | 'quotes/s' | 'MiB';
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
  /**
   * For the ratio, or for the value without a floor. An upper bound of times and memory, a lower bound of
   * rates.
   */
  target: number | null;
  met: boolean | null;
}

export interface Round {
  service: Measured;
  floor: Measured;
}

export interface Comparison {
  figure: string;
  title: string;
  floorTitle: string;
  rounds: Round[];
  target: Targets;
}

/** Upper bounds for the ratio of the median times and of the CPU times, lower bound for that of the throughputs. */
export interface Targets {
  p50?: number;
  throughput?: number;
  cpu?: number;
}

/**
 * The median time, the throughput and the CPU time of a scenario against one floor; `#` in `figure` stands for the
 * metric's name.
 */
export function comparisonFigures({ figure, title, floorTitle, rounds, target }: Comparison): Figure[] {
  const compared = (
    metric: keyof Targets,
    unit: Figure['unit'],
    of: (measured: Measured) => number,
  ): Figure => {
    const ratios = rounds.map(({ service, floor }) => of(service) / of(floor));
    const ratio = rounded(median(ratios));
    const wanted = target[metric];
    return {
      figure: figure.replace('#', metric),
      title,
      value: rounded(median(rounds.map(({ service }) => of(service)))),
      unit,
      floor: rounded(median(rounds.map((round) => of(round.floor)))),
      floorTitle,
      ratio,
      ratios: [rounded(Math.min(...ratios)), rounded(Math.max(...ratios))],
      target: wanted === undefined ? null : rounded(wanted),
      met: wanted === undefined ? null : metric === 'throughput' ? ratio >= wanted : ratio <= wanted,
    };
  };
  const withCpu = rounds.every(
    ({ service, floor }) => service.cpuMs !== undefined && floor.cpuMs !== undefined,
  );
  return [
    compared('p50', 'ms', ({ p50Ms }) => p50Ms),
    compared('throughput', 'requests/s', ({ perSecond }) => perSecond),
    ...(withCpu ? [compared('cpu', 'ms of CPU', ({ cpuMs = Number.NaN }) => cpuMs)] : []),
  ];
}

/** A rate without a floor. */
export function rateFigure(figure: string, title: string, perSecond: number, target: number): Figure {
  const value = Math.round(perSecond);
  return {
    ...{ figure, title, value, unit: 'quotes/s', floor: null, floorTitle: null },
    ...{ ratio: null, ratios: null, target, met: value >= target },
  };
}

/** A rate relative to another one of the same rounds. */
export function comparedRate(
  titles: Pick<Figure, 'figure' | 'title' | 'floorTitle'>,
  { service, floor, target }: { service: number[]; floor: number[]; target: number | null },
): Figure {
  const ratios = service.map((value, round) => value / (floor[round] ?? Number.NaN));
  const ratio = rounded(median(ratios));
  return {
    ...titles,
    ...{ value: Math.round(median(service)), unit: 'quotes/s', floor: Math.round(median(floor)), ratio },
    ...{
      ratios: [rounded(Math.min(...ratios)), rounded(Math.max(...ratios))],
      target,
      met: target === null ? null : ratio >= target,
    },
  };
}

/** Memory late and early, in MiB. */
export function memoryFigure(
  figure: string,
  title: string,
  [late, early]: readonly [number, number],
  target: number,
): Figure {
  const ratio = rounded(late / early);
  return {
    ...{ figure, title, value: rounded(late), unit: 'MiB', floor: rounded(early), floorTitle: null },
    ...{ ratio, ratios: null, target, met: ratio <= target },
  };
}

/** Times in ms: the 99th percentile relative to the median. */
export function tailFigure(figure: string, title: string, times: readonly number[], target?: number): Figure {
  const [value, floor] = [quantile(times, 0.99), median(times)];
  const ratio = rounded(value / floor);
  return {
    ...{ figure, title, value: rounded(value), unit: 'ms', floor: rounded(floor), floorTitle: null },
    ...{ ratio, ratios: null, target: target ?? null, met: target === undefined ? null : ratio <= target },
  };
}

/** A time in ms without a floor. */
export function timeFigure(figure: string, title: string, ms: number, target: number): Figure {
  const value = Math.round(ms);
  return {
    ...{ figure, title, value, unit: 'ms', floor: null, floorTitle: null },
    ...{ ratio: null, ratios: null, target, met: value <= target },
  };
}

/** Three significant digits: more would be noise. */
function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** The target as text; empty without one. */
export function goalOf({ target, unit }: Figure): string {
  return target === null ? '' : `${unit.endsWith('/s') ? '≥' : '≤'} ${target}`;
}

/** The figures as aligned text. */
export function figureTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.figure,
    `${figure.value} ${figure.unit}`,
    figure.floor === null ? '' : String(figure.floor),
    figure.ratio === null ? '' : `${figure.ratio.toFixed(2)}x`,
    figure.ratios === null ? '' : figure.ratios.map((ratio) => ratio.toFixed(2)).join('–'),
    goalOf(figure),
    figure.met === null ? '' : figure.met ? 'met' : 'missed',
    figure.floorTitle === null ? figure.title : `${figure.title} : ${figure.floorTitle}`,
  ]);
  const head = ['figure', 'service', 'floor', 'ratio', 'of rounds', 'target', '', 'service : floor'];
  const widths = head.map((title, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0), title.length),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}
