import { execFile } from 'node:child_process';
import { access, chmod, constants, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FolderInUse, lockFolder } from './folder-lock.js';
import { buildTemporal, downloadTemporal, temporalCliVersion } from './temporal-sources.js';

export interface TemporalBinaryOptions {
  /** The folders in which `temporal` and `go` are searched, as in `PATH`. */
  searchPath: string;
  /** The user's cache folder for this project. */
  cacheDir: string;
  /** Used instead if the cache folder is not writable, as for users without a home. */
  otherCacheDir: string;
  log: (line: string) => void;
}

/**
 * The `temporal` program: from the search path, from the cache, downloaded by Temporal's SDK, or built with
 * Go, in this order. A downloaded or built program is cached. Two concurrent starts obtain it once. The error
 * lists the attempts and the remedies.
 */
export async function obtainTemporalBinary(options: TemporalBinaryOptions): Promise<string> {
  const { searchPath, log } = options;
  const cache = path.join(await writable(options), 'temporal', temporalCliVersion);
  const cached = path.join(cache, 'temporal');
  const found =
    (await programOnPath('temporal', searchPath, runs)) ?? ((await runs(cached)) ? cached : undefined);
  if (found) return found;

  const unlock = await lockCache(cache, log);
  try {
    if (await runs(cached)) return cached;
    const tried: string[] = [];
    for (const [name, obtain] of [
      ['Download by the Temporal SDK', downloadTemporal],
      [`go install (Temporal CLI ${temporalCliVersion})`, buildTemporal],
    ] as const) {
      try {
        const program = await obtain({
          folder: cache,
          go: () => programOnPath('go', searchPath, isExecutable),
          log,
        });
        if (!(await runs(program))) throw new Error('the resulting program does not run');
        await chmod(program, 0o755);
        await rename(program, cached);
        log(`Temporal is in ${cached}; later starts use it.`);
        return cached;
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        log(`${name} did not work: ${reason}`);
        tried.push(`  ${name}: ${reason}`);
      }
    }
    throw new Error(noTemporal(cached, tried));
  } finally {
    await unlock();
  }
}

async function writable({ cacheDir, otherCacheDir }: TemporalBinaryOptions): Promise<string> {
  try {
    await mkdir(cacheDir, { recursive: true });
    await access(cacheDir, constants.W_OK);
    return cacheDir;
  } catch {
    return otherCacheDir;
  }
}

function noTemporal(cached: string, tried: string[]): string {
  return [
    'There is no Temporal server, and obtaining one failed.',
    `  There is no "temporal" on the PATH, and none at ${cached}.`,
    ...tried,
    'Remedies, any one of them:',
    '  - set TEMPORAL_ADDRESS to the host:port of a running server (temporal-docker/ has a compose file);',
    '  - install the Temporal CLI (https://docs.temporal.io/cli) so that "temporal" is on the PATH;',
    `  - copy a "temporal" program to ${cached};`,
    '  - install Go (https://go.dev/dl) with access to a Go module proxy, then start again.',
  ].join('\n');
}

/** Waits while another start obtains the program, which takes minutes, once. */
async function lockCache(folder: string, log: (line: string) => void): Promise<() => Promise<void>> {
  for (let waited = false; ; waited = true) {
    try {
      return await lockFolder(folder, 'command');
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      if (!waited) log(`Waiting for process ${error.holder.pid}, which is obtaining the Temporal server…`);
      await sleep(500);
    }
  }
}

async function programOnPath(
  program: string,
  searchPath: string,
  accepts: (file: string) => Promise<boolean>,
): Promise<string | undefined> {
  for (const folder of searchPath.split(path.delimiter).filter((entry) => entry !== '')) {
    const file = path.resolve(folder, program);
    if (await accepts(file)) return file;
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function runs(file: string): Promise<boolean> {
  if (!(await isExecutable(file))) return false;
  return promisify(execFile)(file, ['--version'], { timeout: 20_000 }).then(
    ({ stdout }) => stdout.startsWith('temporal version'),
    () => false,
  );
}
