import { type ChildProcess, spawn } from 'node:child_process';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DemoFile } from '../../cli/demo/demo-file.js';
import { postmastersOf } from '../../cli/embedded/postgres-process.js';
import type { ProcessMark } from '../../cli/embedded/processes.js';
import { temporalServersOf } from '../../cli/embedded/temporal.js';
import type { ProductDefinition } from '../../domain/product/definition.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Ended {
  code: number | null;
  output: string;
}

export interface RunningService {
  child: ChildProcess;
  demo: DemoFile;
  output(): string;
  ended: Promise<Ended>;
}

/**
 * Runs a command of the built command line, as `npm start` and the others do; from another copy of the project if
 * given.
 */
export function runCli(
  args: string[],
  environment: Record<string, string>,
  project = root,
): {
  child: ChildProcess;
  output(): string;
  ended: Promise<Ended>;
} {
  const child = spawn(process.execPath, ['cli/run.mjs', ...args], {
    cwd: project,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      XDG_CACHE_HOME: process.env.XDG_CACHE_HOME,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return { child, output: () => output, ended };
}

/**
 * Starts everything on a data folder and a free port, and waits until it says that it is ready; ends one that is
 * late.
 */
export async function startService(
  dataDir: string,
  settings: Record<string, string> = {},
  withinMs = Number.POSITIVE_INFINITY,
): Promise<RunningService> {
  const { child, output, ended } = runCli(['start'], { DATA_DIR: dataDir, PORT: '0', ...settings });
  const deadline = performance.now() + withinMs;
  while (!output().includes('Ready after')) {
    const early = await Promise.race([ended, sleep(50)]);
    if (early) throw new Error(`The service did not start:\n${early.output}`);
    if (performance.now() < deadline) continue;
    await killService({ child, ended }, await serversOf(dataDir));
    throw new Error(`The service was not ready after ${withinMs / 1000} s:\n${output()}`);
  }
  const demo = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as DemoFile;
  return { child, demo, output, ended };
}

/** Imports and deploys a product by commands, as its author does while the service runs. */
export async function deployProduct(
  dataDir: string,
  organizationId: string,
  product: ProductDefinition,
): Promise<void> {
  const cli = async (...args: string[]) => {
    const { code, output } = await runCli(args, { DATA_DIR: dataDir }).ended;
    if (code !== 0) throw new Error(output);
    return output;
  };
  const file = path.join(dataDir, 'product.json');
  await writeFile(file, JSON.stringify(product));
  const { versionId } = JSON.parse(
    await cli('product', 'import', file, '--organization', organizationId, '--json'),
  ) as { versionId: string };
  await cli('product', 'deploy', versionId, '--environment', 'DEV', '--from', '2026-01-01');
}

/** Stops it as Ctrl-C does. */
export async function stopService({ child, ended }: RunningService): Promise<Ended> {
  child.kill('SIGINT');
  return ended;
}

/** The embedded servers that work on a folder, by their process ids; of a ready service, there is one of each. */
export async function serversOf(dataDir: string): Promise<{ postgres?: number; temporal?: number }> {
  const [postgres, temporal] = allServersOf(dataDir);
  return {
    ...(postgres[0] && { postgres: postgres[0].pid }),
    ...(temporal[0] && { temporal: temporal[0].pid }),
  };
}

/** The same, with those that should not run. */
export function allServersOf(dataDir: string): [ProcessMark[], ProcessMark[]] {
  return [postmastersOf(path.join(dataDir, 'postgres')), temporalServersOf(dataDir)];
}

/** Kills the service as `kill -9` does, and these servers in the same moment. */
export async function killService(
  { child, ended }: Pick<RunningService, 'child' | 'ended'>,
  servers: Awaited<ReturnType<typeof serversOf>> = {},
): Promise<void> {
  child.kill('SIGKILL');
  for (const pid of Object.values(servers)) kill9(pid);
  await ended;
}

/** Kills a process, if it still runs. */
export function kill9(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Copies the logs of a service and its servers to a folder that stays, and answers it. */
export async function keepLogs(dataDir: string, output: string): Promise<string> {
  const kept = await mkdtemp(path.join(tmpdir(), 'ioi-logs-'));
  for (const file of (await readdir(dataDir)).filter((name) => name.endsWith('.log')))
    await copyFile(path.join(dataDir, file), path.join(kept, file));
  await writeFile(path.join(kept, 'service.log'), output);
  return kept;
}

/** A temporary data folder, removed by `remove`. */
export async function aDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ioi-service-'));
  return {
    dataDir,
    remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

export async function modeOf(file: string): Promise<string> {
  return ((await stat(file)).mode & 0o777).toString(8);
}
