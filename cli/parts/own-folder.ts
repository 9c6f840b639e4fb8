import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { FolderInUse, lockFolder } from '../embedded/folder-lock.js';
import type { Lifecycle } from './lifecycle.js';

/** How long an earlier start on the same folder may take to end before it counts as running. */
const patienceMs = 6_000;

/**
 * Locks the data folder until the process stops: one installation per folder. A start that was just stopped
 * or killed may still be ending. A service that `npm run dev` started uses the folder of its parent.
 */
export async function ownFolder(
  dataDir: string,
  lifecycle: Lifecycle,
  say: (line: string) => void,
): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const deadline = Date.now() + patienceMs;
  for (let told = false; ; told = true) {
    try {
      lifecycle.onStop('the lock of the data folder', await lockFolder(dataDir, 'service'));
      return;
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      if (error.holder.pid === process.ppid) return;
      if (Date.now() > deadline) throw error;
      if (!told) say(`Process ${error.holder.pid} uses ${dataDir}; waiting a moment in case it is ending…`);
      await sleep(200);
    }
  }
}
