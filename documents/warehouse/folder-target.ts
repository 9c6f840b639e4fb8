import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { asyncBufferFromFile } from 'hyparquet';
import type { WarehouseTarget } from './warehouse-target.js';

/** A warehouse in a folder. Files are made where they stay: nobody reads them before the manifest names them. */
export function folderTarget(folder: string): WarehouseTarget {
  const at = (name: string) => path.join(folder, name);
  return {
    name: path.resolve(folder),
    urlBase: '',
    draftOf: at,
    put: async (name) => syncFolder(path.dirname(at(name))),
    discard: (name) => rm(at(name), { force: true }),
    read: (name) => readFile(at(name), 'utf8').catch(undefinedIfMissing),
    replace: async (name, text) => {
      await mkdir(folder, { recursive: true });
      const draft = at(`${name}.draft`);
      const handle = await open(draft, 'w');
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, at(name));
      await syncFolder(folder);
    },
    open: (name) => asyncBufferFromFile(at(name)),
    async *list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        if (!entry.isFile()) continue;
        const file = path.join(entry.parentPath, entry.name);
        const { mtime } = await stat(file);
        yield { path: path.relative(folder, file).split(path.sep).join('/'), modified: mtime };
      }
    },
    remove: (name) => rm(at(name), { force: true }),
    close: async () => undefined,
  };
}

/** So that the names of its files outlive a power cut, too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
