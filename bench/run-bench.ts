import { type LoadWindow, profileText, summarizeProfiles } from './cpu-profile.js';
import { documentFigures } from './documents.js';
import { type Figure, figureTable } from './figures.js';
import { type Floor, startFloor } from './floor.js';
import { historyText } from './history-events.js';
import { measureScenario, warmUp } from './measure-scenario.js';
import { policyFigures } from './policy.js';
import { autoFigures, ratingFigures } from './rating.js';
import { createScenarios, type ScenarioId, scenarioIds } from './scenarios.js';
import { type MeasuredService, startMeasuredService } from './service.js';
import { soakFigures } from './soak.js';

export interface BenchOptions {
  /** Length of one measurement. */
  seconds: number;
  /** Each round measures the service and every floor. */
  rounds: number;
  callers: number[];
  only: (ScenarioId | 'rating' | 'policy' | 'documents' | 'soak')[];
  /** The sizes of the books for reading and searching policies. */
  policies: number[];
  /** A folder that keeps the books for the next bench; without it, none are kept. */
  books?: string;
  /** The length of the soak. */
  minutes: number;
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
  if (scenarioIds.some((id) => options.only.includes(id))) await runScenarios(options, output, signal, tell);
  if (options.only.includes('policy')) {
    for (const policies of options.policies)
      await policyFigures({ ...options, policies }, output, tell, signal);
  }
  if (options.only.includes('documents')) await documentFigures(options, output, tell);
  if (options.only.includes('soak')) await soakFigures(options, output, tell, signal);
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
    const { namespace } = options;
    floor = await startFloor({ databaseUrl, temporal: { temporalAddress, namespace } });
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
      if (scenario.id === 'fire') {
        output.text(await historyText({ address: temporalAddress, namespace }));
      }
    }
  } finally {
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
  for (const [title, load] of windows) output.text(profileText(title, summarizeProfiles(profileDir, load)));
}
