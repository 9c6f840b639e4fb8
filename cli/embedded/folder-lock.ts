import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { isAlive, markOf, type ProcessMark } from './processes.js';

export interface FolderHolder extends ProcessMark {
  /** The holder of the folder: the long-running service, or a short command. */
  purpose: 'service' | 'command';
}

const guardPatienceMs = 5_000;

/** Another living process uses the data folder. */
export class FolderInUse extends Error {
  override name = 'FolderInUse';
  constructor(
    readonly folder: string,
    readonly holder: FolderHolder,
  ) {
    super(
      `The data folder ${folder} is in use by process ${holder.pid}, started earlier. ` +
        'Stop that one first, or start this one with another DATA_DIR and PORT.',
    );
  }
}

const holderSchema = z.object({
  pid: z.int().positive(),
  startMark: z.string(),
  purpose: z.enum(['service', 'command']),
});

/**
 * Locks the data folder for this process, creating it if necessary. The lock of a process that no longer runs
 * (killed, machine restarted) is taken over. Returns how to release it; throws `FolderInUse`.
 */
export async function lockFolder(
  folder: string,
  purpose: FolderHolder['purpose'],
): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const lock = path.join(folder, 'lock.json');
  const own = `${lock}.${randomUUID()}`;
  const mark = markOf(process.pid);
  await writeFile(own, JSON.stringify({ ...mark, purpose }), { mode: 0o600 });
  try {
    while (!(await linked(own, lock))) {
      const holder = await readHolder(lock);
      if (holder && isAlive(holder)) throw new FolderInUse(folder, holder);
      await discardStale(lock);
    }
  } finally {
    await rm(own, { force: true });
  }
  return () => rm(lock, { force: true });
}

/** The living process that holds the folder, if any. */
export async function holderOf(folder: string): Promise<FolderHolder | undefined> {
  const holder = await readHolder(path.join(folder, 'lock.json'));
  return holder && isAlive(holder) ? holder : undefined;
}

/** A hard link is atomic, so nobody reads a half-written lock. */
async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a process that no longer runs. One process at a time may do so, and it checks the lock
 * again first: otherwise a slow process could remove a lock that another has just taken.
 */
async function discardStale(lock: string): Promise<void> {
  const guard = `${lock}.takeover`;
  if (!(await created(guard))) {
    // The guard exists for a moment only; an older one was left by a killed process.
    if (await isOlderThan(guard, guardPatienceMs)) await rm(guard, { force: true });
    await sleep(20);
    return;
  }
  try {
    const holder = await readHolder(lock);
    if (holder === undefined || !isAlive(holder)) await rm(lock, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

async function created(file: string): Promise<boolean> {
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isOlderThan(file: string, ageMs: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs > ageMs;
  } catch {
    return false;
  }
}

async function readHolder(file: string): Promise<FolderHolder | undefined> {
  try {
    return holderSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}
