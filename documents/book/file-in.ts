import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

/** The bytes of a file of the book; undefined if there is none, or if it lies elsewhere. */
export async function fileIn(folder: string, file: string): Promise<Buffer | undefined> {
  const root = await realpath(folder);
  const place = await realpath(path.resolve(root, file)).catch(() => undefined);
  if (place === undefined || !place.startsWith(root + path.sep)) return undefined;
  return readFile(place).catch(() => undefined);
}
