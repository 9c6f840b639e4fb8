import path from 'node:path';
import { freePort } from '../cli/embedded/free-port.js';
import { isReady, type MeasuredService } from './service.js';
import { startServiceProcess } from './service-process.js';

/** The API and the worker in processes of their own, on the servers of a measured service. */
export interface ServiceApart {
  baseUrl: string;
  pids: number[];
  stop(): Promise<void>;
}

/** A task queue of its own keeps the runs from the worker of the other service. */
const taskQueue = 'ioi-apart';

export async function startServiceApart(
  { demo, dataDir, folder }: MeasuredService,
  ofWorker: Record<string, string> = {},
): Promise<ServiceApart> {
  const port = String(await freePort());
  const settings = {
    DATABASE_URL: demo.databaseUrl,
    TEMPORAL_ADDRESS: demo.temporalAddress,
    TEMPORAL_TASK_QUEUE: taskQueue,
    PORT: port,
    DATA_DIR: dataDir,
  };
  const started = (['api', 'worker'] as const).map((command) =>
    startServiceProcess(command, command === 'worker' ? { ...settings, ...ofWorker } : settings, {
      log: path.join(dataDir, `${command}.log`),
      folder,
    }),
  );
  const stop = async () => {
    await Promise.all(started.map((each) => each.stop()));
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  try {
    await Promise.all(started.map((each) => each.until(() => isReady(baseUrl))));
    return { baseUrl, pids: started.map(({ pid }) => pid), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
