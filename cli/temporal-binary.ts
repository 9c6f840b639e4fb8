import { accessSync, constants } from 'node:fs';
import path from 'node:path';

export const temporalCliVersion = 'v1.5.1';

export interface TemporalBinaryOptions {
  /** Folders searched for `temporal`, as in `PATH`. */
  searchPath: string;
  /** The user's cache folder for this project. */
  cacheDir: string;
  log: (line: string) => void;
}

/** Finds the `temporal` program. */
export async function obtainTemporalBinary({ searchPath, cacheDir }: TemporalBinaryOptions): Promise<string> {
  const found = [...searchPath.split(path.delimiter), cachedFolder(cacheDir)]
    .filter((folder) => folder !== '')
    .map((folder) => path.join(folder, 'temporal'))
    .find(isExecutable);
  if (found) return found;
  throw new Error('There is no Temporal server.');
}

const cachedFolder = (cacheDir: string): string => path.join(cacheDir, 'temporal', temporalCliVersion);

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
