import { type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';

/** Saving in an editor causes several events; this waits for the last of them. */
const settledMs = 40;

/**
 * Calls `changed` after files below the folders were written, created, renamed or removed. Returns how to end
 * the watch. There is one watcher per folder: recursive ones are not reliable on every platform.
 */
export function watchSources(folders: readonly string[], changed: () => void): () => void {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  const onEvent = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      watchNewFolders();
      changed();
    }, settledMs);
  };
  const watchNewFolders = () => {
    for (const folder of folders.flatMap(withSubfolders).filter((found) => !watchers.has(found))) {
      const forget = () => {
        watchers.get(folder)?.close();
        watchers.delete(folder);
      };
      watchers.set(folder, watch(folder, onEvent).on('error', forget));
    }
  };
  watchNewFolders();
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers.values()) watcher.close();
  };
}

function withSubfolders(folder: string): string[] {
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [folder, ...below.flatMap(({ name }) => withSubfolders(path.join(folder, name)))];
}
