import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { comparisonText, recordFigures } from './baseline.js';
import { type LoadWindow, profileText, readProfiles } from './cpu-profile.js';
import { cpuTimeMs } from './cpu-time.js';
import { documentFigures } from './documents.js';
import { type Figure, figureTable } from './figures.js';
import { flameGraph } from './flame-graph.js';
import { type Floor, startFloor } from './floor.js';
import { impactFigure } from './impact.js';
import { measureScenario, warmUp } from './measure-scenario.js';
import { openlFigures } from './openl.js';
import { policyFigures } from './policy.js';
import { autoFigures, ratingFigures } from './rating.js';
import { createScenarios, scenarioIds } from './scenarios.js';
import { type MeasuredService, startMeasuredService } from './service.js';
import { type ServiceApart, startServiceApart } from './service-apart.js';
import { soakFigures } from './soak.js';
import { wrongBodyFigure } from './wrong-body.js';

/** The folder of the flame graphs. */
const flames = path.join(tmpdir(), 'ioi-flame-graphs');

/** What can be measured. A usual run leaves out `search` and `soak`, which take long, and `openl`, which needs Java. */
export const partIds = [
  ...scenarioIds,
  ...(['wrong-body', 'rating', 'impact', 'policy', 'search', 'documents', 'soak', 'openl'] as const),
] as const;
export type PartId = (typeof partIds)[number];

export interface BenchOptions {
  /** Length of one measurement. */
  seconds: number;
  /** Each round measures the service and every floor. */
  rounds: number;
  callers: number[];
  only: PartId[];
  /** The sizes of the books for reading and searching policies. */
  policies: number[];
  /** A folder that keeps the books for the next bench; without it, none are kept. */
  books?: string;
  /** The length of the soak. */
  minutes: number;
  /** Keep the figures as those that later runs are compared with, and write them into the documentation. */
  record: boolean;
  /** Also profile the service, which slows it down. */
  profile: boolean;
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
  if (options.only.includes('rating')) {
    output.progress('Rating alone…');
    tell(autoFigures(options.seconds * 1000));
    tell(await ratingFigures(options.seconds * 1000));
  }
  if (options.only.includes('openl')) tell(await openlFigures(options, output));
  if (options.only.includes('impact')) {
    output.progress('product impact…');
    tell([await impactFigure()]);
  }
  if ([...scenarioIds, 'wrong-body' as const].some((id) => options.only.includes(id)))
    await runScenarios(options, output, signal, tell);
  const { only } = options;
  if (only.includes('policy') || only.includes('search')) {
    const parts = { reads: only.includes('policy'), searches: only.includes('search') };
    for (const policies of options.policies) {
      await policyFigures({ ...options, ...parts, policies }, output, tell, signal);
    }
  }
  if (options.only.includes('documents')) await documentFigures(options, output, tell);
  if (options.only.includes('soak')) await soakFigures(options, output, tell, signal);
  output.text(`\n${figureTable(figures)}`);
  output.text(`\n${await comparisonText(figures)}`);
  if (options.record) await recordFigures(figures);
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
  let apart: ServiceApart | undefined;
  const windows = new Map<string, LoadWindow[]>();
  try {
    const { temporalAddress } = service.demo;
    const { ownerDatabaseUrl } = service;
    const { namespace } = options;
    floor = await startFloor({ ownerDatabaseUrl, temporal: { temporalAddress, namespace } });
    if (options.only.includes('apart')) apart = await startServiceApart(service);
    const served = [service.pid, floor.pid, ...(apart?.pids ?? [])];
    const measuring = { ...options, cpuTimeMs: () => cpuTimeMs(served) };
    const scenarios = await createScenarios(service, floor, apart);
    for (const scenario of scenarios.filter(({ id }) => options.only.includes(id))) {
      const numbers = scenario.callers === undefined ? options.callers : [scenario.callers];
      await warmUp(scenario, numbers);
      for (const callers of numbers) {
        output.progress(`${scenario.title}, ${callers} caller${callers === 1 ? '' : 's'}…`);
        const load: LoadWindow[] = [];
        windows.set(`${scenario.title}, callers: ${callers}`, load);
        tell(await measureScenario(scenario, callers, measuring, load, signal));
      }
    }
    if (options.only.includes('wrong-body')) {
      output.progress('A body with 700,000 errors…');
      tell([await wrongBodyFigure(service, options.rounds)]);
    }
  } finally {
    await apart?.stop();
    await floor?.stop();
    await service.stop();
    if (options.profile && !signal.aborted) tellProfiles(service, windows, output);
    await service.clean();
  }
}

function tellProfiles(
  { profileDir }: MeasuredService,
  windows: Map<string, LoadWindow[]>,
  output: BenchOutput,
): void {
  for (const [title, load] of windows) {
    const profiles = readProfiles(profileDir, load);
    output.text(profileText(title, profiles));
    for (const { thread, stacks } of profiles) {
      const file = path.join(flames, `${`${title} ${thread}`.replaceAll(/\W+/g, '-')}.svg`);
      mkdirSync(flames, { recursive: true });
      writeFileSync(file, flameGraph(`${title}, ${thread}`, stacks));
      output.text(`Flame graph: ${file}`);
    }
  }
}
