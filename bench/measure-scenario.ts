import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadWindow } from './cpu-profile.js';
import { comparisonFigures, type Figure, type Round } from './figures.js';
import type { Measured } from './load.js';
import type { Measure } from './requests.js';
import type { ScenarioFloor } from './scenarios.js';

/** A scenario that is measured against its floors. */
export interface Comparable {
  id: string;
  title: string;
  service: Measure;
  floors: ScenarioFloor[];
}

export interface Measuring {
  seconds: number;
  rounds: number;
  /** CPU time of all processes that serve a side, up to now. */
  cpuTimeMs?: () => number;
}

/** Work of the phase before, such as closing a run after its answer, must not affect the next one. */
const restMs = 300;

/** V8 still compiles what it runs after a thousand quotes; of reads, there are that many in a moment. */
const warm = { operations: 3_000, sliceMs: 500, mostSlices: 20 };

/** Warms up compilers and caches of both sides. */
export async function warmUp({ service, floors }: Comparable, callers: readonly number[]): Promise<void> {
  for (const measure of [service, ...floors.map((floor) => floor.measure)]) {
    let done = 0;
    for (let slice = 0; slice < warm.mostSlices && done < warm.operations; slice += 1) {
      done += (await measure(Math.max(...callers), warm.sliceMs)).count;
    }
  }
}

/**
 * Measures in turns: the service and each floor, round by round. `load` gets the times of the service's
 * turns.
 */
export async function measureScenario(
  { id, title, service, floors }: Comparable,
  callers: number,
  { rounds, seconds, cpuTimeMs }: Measuring,
  load: LoadWindow[],
  signal: AbortSignal,
): Promise<Figure[]> {
  const measured = floors.map((): Round[] => []);
  const turn = async (measure: Measure): Promise<Measured> => {
    const before = cpuTimeMs?.();
    const result = await measure(callers, seconds * 1000);
    await sleep(restMs);
    if (cpuTimeMs === undefined || before === undefined) return result;
    return { ...result, cpuMs: (cpuTimeMs() - before) / result.count };
  };
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted();
    const fromUs = microseconds();
    const ofService = await turn(service);
    load.push({ fromUs, toUs: microseconds() });
    for (const [index, { measure }] of floors.entries()) {
      measured[index]?.push({ service: ofService, floor: await turn(measure) });
    }
  }
  return floors.flatMap((floor, index) =>
    comparisonFigures({
      figure: `${id}${floor.id ? `.vs-${floor.id}` : ''}.#.callers${callers}`,
      title,
      floorTitle: floor.title,
      rounds: measured[index] ?? [],
      target: floor.target,
    }),
  );
}

function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
