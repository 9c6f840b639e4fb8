import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { DemoFile } from '../../cli/demo/demo-file.js';
import { readPostmaster } from '../../cli/embedded/postgres-process.js';
import { commandLineOf } from '../../cli/embedded/processes.js';

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

/** Runs a command of the built command line, as `npm start` and the others do; from another copy of the project if given. */
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

/** Starts everything on a data folder and a free port, and waits until it says that it is ready. */
export async function startService(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<RunningService> {
  const { child, output, ended } = runCli(['start'], { DATA_DIR: dataDir, PORT: '0', ...settings });
  while (!output().includes('Ready after')) {
    const early = await Promise.race([ended, sleep(50)]);
    if (early) throw new Error(`The service did not start:\n${early.output}`);
  }
  const demo = JSON.parse(await readFile(path.join(dataDir, 'demo.json'), 'utf8')) as DemoFile;
  return { child, demo, output, ended };
}

/** Stops it as Ctrl-C does. */
export async function stopService({ child, ended }: RunningService): Promise<Ended> {
  child.kill('SIGINT');
  return ended;
}

/** The embedded servers that work on a folder, by their process ids. */
export async function serversOf(dataDir: string): Promise<{ postgres?: number; temporal?: number }> {
  const note = await readFile(path.join(dataDir, 'temporal.pid.json'), 'utf8').catch(() => '{}');
  const postgres = readPostmaster(path.join(dataDir, 'postgres'))?.pid;
  const { pid: temporal } = JSON.parse(note) as { pid?: number };
  const worksHere = (pid: number | undefined) => pid !== undefined && commandLineOf(pid).includes(dataDir);
  return { ...(worksHere(postgres) && { postgres }), ...(worksHere(temporal) && { temporal }) };
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
