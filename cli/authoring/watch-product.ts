import path from 'node:path';
import { watchSources } from '../parts/watch-sources.js';

/**
 * Runs `work` now, and again whenever a file in the folder of `file`, or in a folder within it, changes; but not for
 * files in the folder `except`, where the work may write. Ends with the signal.
 */
export async function onEachSave(
  file: string,
  work: () => Promise<void>,
  { signal, except }: { signal?: AbortSignal; except?: string | undefined } = {},
): Promise<void> {
  let changed: () => void = () => {};
  let isDue = true;
  const stopWatching = watchSources(
    [path.dirname(path.resolve(file))],
    () => {
      isDue = true;
      changed();
    },
    except === undefined ? undefined : path.resolve(except),
  );
  signal?.addEventListener('abort', () => changed());
  try {
    while (!signal?.aborted) {
      if (isDue) {
        isDue = false;
        await work();
      } else {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    }
  } finally {
    stopWatching();
  }
}
