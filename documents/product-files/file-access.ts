import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { SheetError } from './sheet-error.js';

/** Reads a file. Throws a `SheetError` with the reason if it cannot be read. */
export type ReadFile = (file: string) => Promise<Uint8Array>;

/** Where the files of a product are: on a disk, or in a request. */
export interface FileAccess {
  /** Reads a file that the author named. */
  read: ReadFile;
  /** Reads files that a product file names: only those in its folder and the folders within it. */
  beside(productFile: string): ReadFile;
}

/** Far above any rate manual; a larger file is a mistake. */
const largestFileBytes = 50 * 1024 * 1024;
const outside = "it must be in the product file's folder, or in a folder within that";
const missing = 'there is no such file';

/** The files of this machine. */
export const filesOnDisk: FileAccess = {
  read: readWhole,
  beside(productFile) {
    const folder = path.dirname(path.resolve(productFile));
    return async (file) => {
      // Both separators, so that a product file works on every system.
      const target = path.resolve(folder, file.replaceAll('\\', '/'));
      if (path.win32.isAbsolute(file) || !isWithin(folder, target)) throw new SheetError(outside);
      const [realFolder, realTarget] = [await realpath(folder), await realpath(target).catch(() => target)];
      if (!isWithin(realFolder, realTarget)) throw new SheetError(outside);
      return readWhole(target);
    };
  },
};

/** The files of a request by their names. Nothing else is read, whatever a product file names. */
export function filesInMemory(files: ReadonlyMap<string, Uint8Array>): FileAccess {
  // A folder without a meaning: names that leave it are refused as they are on a disk.
  const placeOf = (name: string, folder = '/files') => path.posix.resolve(folder, name.replaceAll('\\', '/'));
  const places = new Map([...files].map(([name, bytes]) => [placeOf(name), bytes]));
  const at = async (place: string) => {
    const bytes = places.get(place);
    if (bytes === undefined) throw new SheetError(missing);
    return bytes;
  };
  return {
    read: (file) => at(placeOf(file)),
    beside(productFile) {
      const folder = path.posix.dirname(placeOf(productFile));
      return async (file) => {
        const place = placeOf(file, folder);
        if (path.win32.isAbsolute(file) || !isWithin(folder, place)) throw new SheetError(outside);
        return at(place);
      };
    },
  };
}

async function readWhole(file: string): Promise<Uint8Array> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const { code = 'it cannot be read' } = error as NodeJS.ErrnoException;
    throw new SheetError(code === 'ENOENT' ? missing : code === 'EISDIR' ? 'it is a folder' : code);
  }
  if (bytes.length > largestFileBytes) throw new SheetError('it is larger than 50 MB');
  return bytes;
}

/** Reads a file that may be missing: null if it is. */
export async function readIfThere(read: ReadFile, file: string): Promise<Uint8Array | null> {
  try {
    return await read(file);
  } catch (error) {
    if (error instanceof SheetError && error.message === missing) return null;
    throw error;
  }
}

function isWithin(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
}
