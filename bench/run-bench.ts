import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { comparisonText, recordFigures } from './baseline.js';
import { clockFigures } from './clocks.js';
import { cpuTimeMs, ownCpuTimeMs } from './cpu-time.js';
import { endorsementFigures } from './endorsement.js';
import { alignedText, type Figure, tableOf } from './figures.js';
import { type Floor, startFloor } from './floor.js';
import { impactFigure } from './impact.js';
import { type Measuring, measureScenario, type Scenario, warmUp } from './measure-scenario.js';
import { neighborFigures } from './neighbors.js';
import { openlFigures } from './openl.js';
import { ratingFigures } from './rating.js';
import { recordsOf } from './records.js';
import { scenarioIds, scenariosOf } from './scenarios.js';
import { startMeasuredService } from './service.js';
import { wrongBodyFigure } from './wrong-body.js';

export const partIds = [
  ...scenarioIds,
  'wrong-body',
  'endorsement',
  'clocks',
  'rating',
  'impact',
  'openl',
  'neighbors',
] as const;
export type PartId = (typeof partIds)[number];

export interface BenchOptions extends Measuring {
  /** The checkout whose service is measured. */
  service: string;
  only: PartId[];
  /** The size of the book whose policies are read and searched. */
  policies: number;
  /** How many live a year under a test clock. */
  underClock: number;
  /** A folder that keeps the service's data for the next bench; without it, none are kept. */
  data?: string;
  /** A folder for CPU profiles of the service, which slow it down. */
  profiles?: string;
  /** Keep the figures as those that later runs are compared with, and write them into the documentation. */
  record: boolean;
  namespace: string;
}

export interface BenchOutput {
  figure(figure: Figure): void;
  text(text: string): void;
  /** Reports the current step. */
  progress(line: string): void;
}

/**
 * Measures the service against its floors on the same servers, in turns, and rating alone. Stops everything
 * it started, also when `signal` aborts it.
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
  const { only, service } = options;
  output.progress(`Building ${service}…`);
  await promisify(execFile)(process.execPath, [path.join(service, 'cli/build.mjs')]);
  if (only.includes('rating')) {
    output.progress('Rating alone…');
    tell(await ratingFigures(options));
  }
  if (only.includes('impact')) {
    output.progress('product impact…');
    tell([await impactFigure(service)]);
  }
  if (only.includes('openl')) tell(await openlFigures(options, output));
  if (
    [
      ...scenarioIds,
      'wrong-body' as const,
      'endorsement' as const,
      'clocks' as const,
      'neighbors' as const,
    ].some((id) => only.includes(id))
  )
    await measureService(options, output, signal, tell);
  output.text(`\n${alignedText(tableOf(figures))}`);
  output.text(`\n${await comparisonText(figures)}`);
  if (options.record) await recordFigures(figures);
}

async function measureService(
  options: BenchOptions,
  output: BenchOutput,
  signal: AbortSignal,
  tell: (figures: Figure[]) => void,
): Promise<void> {
  output.progress('Starting the service…');
  const { service: folder, data: dataDir, profiles, only } = options;
  const service = await startMeasuredService({ folder, dataDir, profiles });
  let floor: Floor | undefined;
  try {
    floor = await startFloor(service, options.namespace);
    const pids = [service.pid, floor.pid];
    const scenarios = scenariosOf({ service, floor, records: recordsOf(service, options.policies) });
    for (const id of scenarioIds.filter((each) => only.includes(each))) {
      output.progress(`Preparing ${id}…`);
      for (const scenario of await scenarios[id]()) {
        await measureBothSides(scenario, pids, options, output, signal, tell);
      }
    }
    if (only.includes('wrong-body')) {
      output.progress('A body with 700,000 errors…');
      tell([await wrongBodyFigure(service, options.rounds)]);
    }
    if (only.includes('endorsement')) {
      output.progress('A policy with 200 vehicles and 50 changes…');
      tell(await endorsementFigures(service, options.rounds));
    }
    if (only.includes('clocks')) await clockFigures(service, options, output.progress, tell);
    if (only.includes('neighbors'))
      await neighborFigures(service.demo, options.seconds, output.progress, tell);
  } finally {
    await floor?.stop();
    await service.stop();
    await service.clean();
  }
}

async function measureBothSides(
  scenario: Scenario,
  shared: readonly number[],
  options: BenchOptions,
  output: BenchOutput,
  signal: AbortSignal,
  tell: (figures: Figure[]) => void,
): Promise<void> {
  const pids = [...shared, ...(scenario.pids ?? [])];
  const cpuTimes = () => ({ all: cpuTimeMs(pids), node: ownCpuTimeMs(pids) });
  const numbers = scenario.callers ?? options.callers;
  try {
    await warmUp(scenario, numbers);
    for (const callers of numbers) {
      output.progress(`${scenario.title}, ${callers} caller${callers === 1 ? '' : 's'}…`);
      tell(await measureScenario(scenario, callers, options, cpuTimes, signal));
    }
  } finally {
    await scenario.end?.();
  }
}
