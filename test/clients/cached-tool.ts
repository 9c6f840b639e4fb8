import { access, mkdir, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/**
 * The folder of a tool of a fixed version, installed once per user. Answers the error where it cannot be installed.
 * An unfinished installation is not taken for a tool.
 */
export async function cachedTool(
  name: string,
  install: (folder: string) => Promise<void>,
): Promise<string | Error> {
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'ioi');
  const folder = path.join(cache, name.replace(/[^\w.-]+/g, '-'));
  const done = path.join(folder, '.installed');
  try {
    await access(done);
    return folder;
  } catch {
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await mkdir(folder, { recursive: true });
    await install(folder);
    await mkdir(done);
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    return error instanceof Error ? error : new Error(String(error));
  }
}
