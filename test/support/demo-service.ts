import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { aDataDir, type RunningService, startService, stopService } from './running-service.js';

/** A service as `npm start` starts it, with the demo data. */
export interface DemoService extends RunningService {
  dataDir: string;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts everything on a folder of its own. Only the first service of a run is prepared from nothing, which takes most of
 * its start; the others begin with a copy of that one's folder. Files of its demo data have the address of that one.
 */
export async function startDemoService(): Promise<DemoService> {
  const prepared = path.join(inject('runFolder'), 'demo');
  const { dataDir, remove } = await aDataDir();
  if (existsSync(prepared)) await copyFolder(prepared, dataDir);
  else if (await isFirst(prepared)) {
    await stopService(await startService(dataDir));
    await copyFolder(dataDir, `${prepared}.copy`);
    await rename(`${prepared}.copy`, prepared);
  }
  const service = await startService(dataDir);
  const stop = async () => {
    await stopService(service);
    await remove();
  };
  return { ...service, dataDir, stop };
}

/** With the owners of its files: PostgreSQL may run as a user of its own. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await promisify(execFile)('cp', ['-a', `${from}/.`, to]);
}

/** Whether nobody else prepares the folder; another service does not wait for it. */
async function isFirst(prepared: string): Promise<boolean> {
  try {
    await mkdir(`${prepared}.begun`);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
