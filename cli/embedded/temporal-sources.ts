import { spawn } from 'node:child_process';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf } from './processes.js';

export const temporalCliVersion = 'v1.5.1';

export interface SourceOptions {
  /** The folder for the program and for temporary files. */
  folder: string;
  /** The path of the Go command, if there is one. */
  go: () => Promise<string | undefined>;
  log: (line: string) => void;
}

const stallMs = 20_000;
const buildLimitMs = 30 * 60_000;

/**
 * Has Temporal's SDK download the program, in a separate process: the SDK can only do so by starting a
 * server, and cannot be stopped. Aborts after 20 s without a byte. Returns the program's path.
 */
export async function downloadTemporal({ folder, log }: SourceOptions): Promise<string> {
  log('Downloading the Temporal server (about 60 MB, once), as there is none on this machine…');
  const target = await emptyFolder(path.join(folder, 'download'));
  const script = `import { TestWorkflowEnvironment } from '@temporalio/testing';
    const executable = { type: 'cached-download', downloadDir: process.argv[1], version: '${temporalCliVersion}' };
    try {
      await (await TestWorkflowEnvironment.createLocal({ server: { executable } })).teardown();
    } catch (error) {
      console.error(error.message);
      process.exit(1);
    }`;
  const args = ['--input-type=module', '--eval', script, target];
  await finished(process.execPath, args, {
    // An evaluated script resolves its imports from the working folder.
    cwd: import.meta.dirname,
    giveUp: stalled(target),
  });
  const [program] = await readdir(target);
  if (!program) throw new Error('nothing was downloaded');
  return path.join(target, program);
}

/** Builds the program from source through the Go module proxy. Returns its path. */
export async function buildTemporal({ folder, go, log }: SourceOptions): Promise<string> {
  const goCommand = await go();
  if (!goCommand) throw new Error('there is no "go" on the PATH');
  log(
    `Building the Temporal server ${temporalCliVersion} with Go. This happens once and takes 2 to 6 minutes…`,
  );
  const target = await emptyFolder(path.join(folder, 'build'));
  const started = Date.now();
  const progress = setInterval(() => {
    log(`  still building the Temporal server (${Math.round((Date.now() - started) / 1000)} s)…`);
  }, 15_000);
  try {
    const args = [`GOBIN=${target}`, 'GOFLAGS=-mod=mod', goCommand, 'install', '-ldflags', '-s -w'];
    const source = `github.com/temporalio/cli/cmd/temporal@${temporalCliVersion}`;
    await finished('/usr/bin/env', [...args, source], { cwd: target, giveUp: after(buildLimitMs) });
  } finally {
    clearInterval(progress);
  }
  return path.join(target, 'temporal');
}

async function emptyFolder(folder: string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

type GiveUp = (signal: AbortSignal) => Promise<string>;

/** Runs a program to its end; `giveUp` kills it with all its processes. Throws its output. */
async function finished(
  program: string,
  args: string[],
  options: { cwd: string; giveUp: GiveUp },
): Promise<void> {
  const child = spawn(program, args, {
    cwd: options.cwd,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  const end = () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
      process.kill(-child.pid);
  };
  const ended = endOf(child);
  const over = new AbortController();
  process.once('exit', end);
  try {
    const how = await Promise.race([ended, options.giveUp(over.signal)]);
    if (how !== 'exit code 0') throw new Error(said.trim() || how);
  } finally {
    over.abort();
    end();
    process.off('exit', end);
  }
}

/** Triggers when the folder has stopped growing. */
function stalled(folder: string): GiveUp {
  return async (signal) => {
    let size = -1;
    for (
      let quietSince = Date.now();
      Date.now() - quietSince < stallMs && !signal.aborted;
      await sleep(500)
    ) {
      const now = await sizeOf(folder);
      if (now !== size) quietSince = Date.now();
      size = now;
    }
    return `nothing arrived for ${stallMs / 1000} s`;
  };
}

function after(limitMs: number): GiveUp {
  return async (signal) => {
    await sleep(limitMs, undefined, { signal }).catch(() => undefined);
    return `not finished after ${limitMs / 60_000} minutes`;
  };
}

async function sizeOf(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map((file) =>
      stat(path.join(folder, file)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
