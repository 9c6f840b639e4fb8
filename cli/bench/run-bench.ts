import { setTimeout as sleep } from 'node:timers/promises';
import { type LoadWindow, profileText, summarizeProfiles } from './cpu-profile.js';
import { comparisonFigures, type Figure, figureTable, type Round } from './figures.js';
import { type Floor, startFloor } from './floor.js';
import { ratingFigures } from './rating.js';
import { createScenarios, type Scenario, type ScenarioId } from './scenarios.js';
import { type MeasuredService, startMeasuredService } from './service.js';

export interface BenchOptions {
  /** Length of one measurement. */
  seconds: number;
  /** Each a measurement of the service and one of every floor. */
  rounds: number;
  callers: number[];
  only: (ScenarioId | 'rating')[];
  /** Also profile the service; its figures are then those of a profiled service. */
  profile: boolean;
  namespace: string;
}

export interface BenchOutput {
  figure(figure: Figure): void;
  text(text: string): void;
  /** What is going on now. */
  progress(line: string): void;
}

/** Work of the phase before, such as what closes a run after its answer, must not count for the next. */
const restMs = 300;

/**
 * Measures the service against its floors on the same servers, in turns, and rating by itself. Ends everything it
 * started, also when `signal` aborts it.
 */
export async function runBench(
  options: BenchOptions,
  output: BenchOutput,
  signal: AbortSignal,
): Promise<void> {
  const figures: Figure[] = [];
  const tell = (more: Figure[]) => {
    for (const figure of more) output.figure(figure);
    figures.push(...more);
  };
  if (options.only.includes('rating')) {
    output.progress('Rating alone…');
    tell(await ratingFigures(options.seconds * 1000));
  }
  if (options.only.some((id) => id !== 'rating')) await runScenarios(options, output, signal, tell);
  output.text(`\n${figureTable(figures)}`);
}

async function runScenarios(
  options: BenchOptions,
  output: BenchOutput,
  signal: AbortSignal,
  tell: (figures: Figure[]) => void,
): Promise<void> {
  output.progress('Starting the service…');
  const service = await startMeasuredService({ profile: options.profile });
  let floor: Floor | undefined;
  const windows = new Map<string, LoadWindow[]>();
  try {
    const { temporalAddress, databaseUrl } = service.demo;
    floor = await startFloor({ temporalAddress, databaseUrl, namespace: options.namespace });
    const scenarios = await createScenarios(service, floor);
    for (const scenario of scenarios.filter(({ id }) => options.only.includes(id))) {
      const numbers = scenario.callers === undefined ? options.callers : [scenario.callers];
      await warmUp(scenario, { ...options, callers: numbers });
      for (const callers of numbers) {
        output.progress(`${scenario.title}, ${callers} caller${callers === 1 ? '' : 's'}…`);
        const load: LoadWindow[] = [];
        windows.set(`${scenario.title}, callers: ${callers}`, load);
        tell(await measureScenario(scenario, callers, options, load, signal));
      }
    }
  } finally {
    await floor?.stop();
    await service.stop();
    if (options.profile && !signal.aborted) tellProfiles(service, windows, output);
    await service.clean();
  }
}

/** Compilers and caches of both sides. */
async function warmUp({ service, floors }: Scenario, { seconds, callers }: BenchOptions): Promise<void> {
  for (const measure of [service, ...floors.map((floor) => floor.measure)]) {
    await measure(Math.max(...callers), Math.max(seconds, 2) * 500);
  }
}

async function measureScenario(
  { id, title, service, floors }: Scenario,
  callers: number,
  { rounds, seconds }: BenchOptions,
  load: LoadWindow[],
  signal: AbortSignal,
): Promise<Figure[]> {
  const measured = floors.map((): Round[] => []);
  for (let round = 0; round < rounds; round++) {
    signal.throwIfAborted();
    const fromUs = microseconds();
    const ofService = await service(callers, seconds * 1000);
    load.push({ fromUs, toUs: microseconds() });
    await sleep(restMs);
    for (const [index, { measure }] of floors.entries()) {
      const ofFloor = await measure(callers, seconds * 1000);
      measured[index]?.push({ service: ofService, floor: ofFloor });
      await sleep(restMs);
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

function tellProfiles(
  { profileDir }: MeasuredService,
  windows: Map<string, LoadWindow[]>,
  output: BenchOutput,
): void {
  for (const [title, load] of windows) output.text(profileText(title, summarizeProfiles(profileDir, load)));
}

function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
