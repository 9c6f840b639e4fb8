import pino from 'pino';
import { startApiServer } from '../../cli/parts/api-server.js';
import { readSettings, type Settings } from '../../cli/settings/settings.js';
import { testDocuments } from './documents.js';
import type { EventWorld } from './event-world.js';

/** The whole interface on a port of its own, as it is served, with settings that differ. */
export async function servedApi(
  world: EventWorld,
  changed: Partial<Settings> = {},
  now: () => Date = () => new Date(),
): Promise<{ url: string; stop: () => Promise<void> }> {
  const stops: (() => Promise<unknown> | unknown)[] = [];
  const documents = testDocuments(world.db);
  const url = await startApiServer(
    {
      settings: { ...readSettings({}), port: 0, ...changed, temporalTaskQueue: world.taskQueue },
      logger: pino({ level: 'silent' }),
      db: world.db,
      databaseUrl: world.databaseUrl,
      now,
      temporal: world.client,
      temporalUi: undefined,
      catalog: world.catalog,
      documents,
      threads: documents.threads,
      metrics: undefined,
      worker: async () => undefined,
      drainSeconds: 0,
    },
    {
      onStop: (_what, stop) => stops.push(stop),
      stop: () => undefined,
      fail: (error) => {
        throw error;
      },
    },
  );
  return {
    url,
    stop: async () => {
      for (const stop of stops.reverse()) await stop();
    },
  };
}
