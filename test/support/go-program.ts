import { execFile } from 'node:child_process';
import { access, constants, mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { FolderInUse, lockFolder } from '../../cli/embedded/folder-lock.js';

export interface GoProgram {
  name: string;
  /** `github.com/versity/versitygw` */
  module: string;
  /** Where the program is within its module (`cmd/versitygw`), unless it is the module itself. */
  folder?: string;
  /** Pinned: `v0.203.0` */
  version: string;
  /** Build tags, with commas between. */
  tags?: string;
}

const run = promisify(execFile);
/** With the places of Go and of what it installs, though a shell that was not told does not look there. */
const searched = [
  ...(process.env.PATH ?? '').split(path.delimiter),
  '/usr/local/go/bin',
  path.join(homedir(), 'go/bin'),
];

/** Why a program cannot be had here; undefined where it can. */
export async function whyNoGoProgram(program: GoProgram): Promise<string | undefined> {
  if ((await found(program)) !== undefined || (await goTool()) !== undefined) return undefined;
  return `neither ${program.name} ${program.version} nor Go, which would build it, is on this machine`;
}

/**
 * The path of a program that tests are run against: from the cache, from the search path where it is of the version
 * (`go version -m` says so; where there is no Go, any will do), or built with Go into the cache, once however many
 * ask.
 */
export async function goProgram(program: GoProgram): Promise<string> {
  const before = await found(program);
  if (before !== undefined) return before;
  const cached = cachedAt(program);
  const cache = path.dirname(cached);
  await mkdir(cache, { recursive: true });
  const unlock = await lock(cache);
  try {
    if (await isExecutable(cached)) return cached;
    const { name, module, folder, version, tags } = program;
    const build = path.join(cache, 'build');
    const source = [module, folder].filter((part) => part !== undefined).join('/');
    const tagged = tags === undefined ? [] : ['-tags', tags];
    await run((await goTool()) ?? 'go', ['install', ...tagged, '-ldflags', '-s -w', `${source}@${version}`], {
      env: { ...process.env, GOBIN: build, GOFLAGS: '-mod=mod' },
      maxBuffer: 10_000_000,
    });
    await rename(path.join(build, name), cached);
    await rm(build, { recursive: true, force: true });
    return cached;
  } finally {
    await unlock();
  }
}

function cachedAt({ name, version }: GoProgram): string {
  const cacheDir = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'ioi');
  return path.join(cacheDir, name, version, name);
}

/** From the cache, or installed by somebody. */
async function found(program: GoProgram): Promise<string | undefined> {
  const { name, module, version } = program;
  const cached = cachedAt(program);
  if (await isExecutable(cached)) return cached;
  const go = await goTool();
  for (const folder of searched) {
    const file = path.join(folder, name);
    if (!(await isExecutable(file))) continue;
    if (go === undefined) return file;
    const { stdout } = await run(go, ['version', '-m', file]).catch(() => ({ stdout: '' }));
    if (stdout.includes(`\t${module}\t${version}`)) return file;
  }
  return undefined;
}

async function goTool(): Promise<string | undefined> {
  for (const folder of searched) {
    const file = path.join(folder, 'go');
    if (await isExecutable(file)) return file;
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
