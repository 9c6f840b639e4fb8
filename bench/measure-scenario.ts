import { setTimeout as sleep } from 'node:timers/promises';
import { type Figure, figureOf, type Unit } from './figures.js';
import type { Measured } from './load.js';
import type { Measure } from './requests.js';

/** One kind of request to the service, beside the least work with the same effect. */
export interface Scenario {
  id: string;
  title: string;
  service: Measure;
  floor: { title: string; measure: Measure };
  /** For the ratios, by the number of callers. */
  goals?: (callers: number) => Goals;
  /** Default: each requested number. */
  callers?: number[];
  /** Operations before the first measurement of a side. V8 still compiles what it runs after a thousand quotes. */
  warmUp?: number;
  /** Default: all. */
  metrics?: Metric[];
  /** Further processes that serve it. */
  pids?: number[];
  /** Ends them. */
  end?: () => Promise<void>;
}

export type Goals = Partial<Record<Metric, number>>;

export interface Measuring {
  seconds: number;
  rounds: number;
  callers: number[];
}

/** CPU times up to now, in milliseconds: of all processes that serve a side, and of those of Node alone. */
export interface CpuTimes {
  all: number;
  node: number;
}

interface Turn extends Measured {
  cpuMs: number;
  nodeMs: number;
}

const metrics = {
  p50: { unit: 'ms', of: ({ p50Ms }) => p50Ms },
  throughput: { unit: 'requests/s', of: ({ perSecond }) => perSecond },
  cpu: { unit: 'ms of CPU', of: ({ cpuMs }) => cpuMs },
  node: { unit: 'ms of Node', of: ({ nodeMs }) => nodeMs },
} as const satisfies Record<string, { unit: Unit; of: (turn: Turn) => number }>;
export type Metric = keyof typeof metrics;
const metricNames = Object.keys(metrics) as Metric[];

/** Work of the phase before, such as closing a run after its answer, must not affect the next one. */
const restMs = 300;

const warm = { operations: 3_000, sliceMs: 500, mostMs: 20_000 };
const warmed = new WeakSet<Measure>();

/** Warms up compilers and caches of both sides, unless an earlier scenario did. */
export async function warmUp(
  { service, floor, warmUp = warm.operations }: Scenario,
  callers: readonly number[],
): Promise<void> {
  for (const measure of [service, floor.measure].filter((each) => !warmed.has(each))) {
    warmed.add(measure);
    const end = Date.now() + warm.mostMs;
    // A cold service may refuse what many callers want at once.
    let { count: done } = await measure(1, warm.sliceMs);
    while (done < warmUp && Date.now() < end)
      done += (await measure(Math.max(...callers), warm.sliceMs)).count;
  }
}

/** Measures in turns: the service and its floor, round by round. */
export async function measureScenario(
  { id, title, service, floor, goals, metrics: wanted = metricNames }: Scenario,
  callers: number,
  { rounds, seconds }: Measuring,
  cpuTimes: () => CpuTimes,
  signal: AbortSignal,
): Promise<Figure[]> {
  const turn = async (measure: Measure): Promise<Turn> => {
    const before = cpuTimes();
    const measured = await measure(callers, seconds * 1000);
    await sleep(restMs);
    const after = cpuTimes();
    const each = (from: number, to: number) => (to - from) / measured.count;
    return { ...measured, cpuMs: each(before.all, after.all), nodeMs: each(before.node, after.node) };
  };
  const turns: { service: Turn; floor: Turn }[] = [];
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted();
    turns.push({ service: await turn(service), floor: await turn(floor.measure) });
  }
  const goal = goals?.(callers);
  return wanted.map((metric) => {
    const { unit, of } = metrics[metric];
    return figureOf(
      { figure: `${id}.${metric}.callers${callers}`, title, unit, goal: goal?.[metric] ?? null },
      {
        service: turns.map((each) => of(each.service)),
        floor: { title: floor.title, values: turns.map((each) => of(each.floor)) },
      },
    );
  });
}
