import { watch } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Editors save in several writes; a round begins when they have ended. */
const settleMs = 60;

/**
 * Runs `work` now, and again whenever a file in the folder of `file`, or in a folder within it, changes. Ends with
 * the signal.
 */
export async function onEachSave(
  file: string,
  work: () => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  let changed: () => void = () => {};
  let isDue = true;
  const watcher = watch(path.dirname(path.resolve(file)), { recursive: true }, () => {
    isDue = true;
    changed();
  });
  signal?.addEventListener('abort', () => changed());
  try {
    while (!signal?.aborted) {
      if (isDue) {
        await sleep(settleMs);
        isDue = false;
        await work();
      } else {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    }
  } finally {
    watcher.close();
  }
}
