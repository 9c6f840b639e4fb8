import { type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';

/** Saving in an editor causes several events; this waits for the last of them. */
const settledMs = 40;

/**
 * Calls `changed` after files below the folders were written, created, renamed or removed. Returns how to end
 * the watch. There is one watcher per folder: recursive ones are not reliable on every platform. The folder `except`
 * within them is not watched.
 */
export function watchSources(folders: readonly string[], changed: () => void, except?: string): () => void {
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
    const found = folders.flatMap((folder) => withSubfolders(folder, except));
    for (const folder of found.filter((each) => !watchers.has(each))) {
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

function withSubfolders(folder: string, except?: string): string[] {
  const below = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(folder, name));
  return [folder, ...below.filter((each) => each !== except).flatMap((each) => withSubfolders(each, except))];
}
