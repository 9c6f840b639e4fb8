import { execFile } from 'node:child_process';
import { access, constants, mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FolderInUse, lockFolder } from '../../cli/embedded/folder-lock.js';

export interface GoProgram {
  name: string;
  /** `github.com/stripe/stripe-mock` */
  module: string;
  /** Pinned: `v0.203.0` */
  version: string;
}

const run = promisify(execFile);

/**
 * The path of a program that tests are run against: from the cache, from the search path where it is of the version
 * (`go version -m` says so), or built with Go into the cache, once however many ask.
 */
export async function goProgram(program: GoProgram): Promise<string> {
  const { name, module, version } = program;
  const cacheDir = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'ioi');
  const folder = path.join(cacheDir, name, version);
  const cached = path.join(folder, name);
  if (await isExecutable(cached)) return cached;
  const installed = await onPath(program);
  if (installed !== undefined) return installed;
  await mkdir(folder, { recursive: true });
  const unlock = await lock(folder);
  try {
    if (await isExecutable(cached)) return cached;
    const build = path.join(folder, 'build');
    await run('go', ['install', '-ldflags', '-s -w', `${module}@${version}`], {
      // Where Go's own installer puts it, though a shell that was not told does not look there.
      env: {
        ...process.env,
        PATH: `${process.env.PATH ?? ''}${path.delimiter}/usr/local/go/bin`,
        GOBIN: build,
        GOFLAGS: '-mod=mod',
      },
    });
    await rename(path.join(build, name), cached);
    await rm(build, { recursive: true, force: true });
    return cached;
  } finally {
    await unlock();
  }
}

async function onPath({ name, module, version }: GoProgram): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder, name);
    if (!(await isExecutable(file))) continue;
    const { stdout } = await run('go', ['version', '-m', file]).catch(() => ({ stdout: '' }));
    if (stdout.includes(`\t${module}\t${version}`)) return file;
  }
  return undefined;
}

async function lock(folder: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await lockFolder(folder, 'command');
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      await sleep(500);
    }
  }
}

const isExecutable = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
