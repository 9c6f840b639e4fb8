import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createLogger } from '../api/telemetry/logger.js';
import { freePort } from './embedded/free-port.js';
import { packageRoot } from './ground/package-info.js';
import { watchLauncher } from './parts/launcher.js';
import { type Lifecycle, runParts } from './parts/lifecycle.js';
import { ownFolder } from './parts/own-folder.js';
import { RestartedService } from './parts/restarted-service.js';
import { startDatabase, startTemporal } from './parts/servers.js';
import { watchSources } from './parts/watch-sources.js';
import { environmentWith, type Settings } from './settings/settings.js';

/** The result of `cli/build.mjs`, which is plain JavaScript outside the compiled sources. */
interface Builder {
  rooms: string[];
  build(log: (line: string) => void): Promise<boolean>;
}

/**
 * `npm start` for developers: this process runs PostgreSQL and Temporal, and a child runs the API and the
 * worker. A changed source is built and the child restarted. If the build fails, its errors are shown and the
 * old child keeps running.
 */
export async function dev(
  settings: Settings,
  { inspectPort }: { inspectPort?: number | undefined },
): Promise<number> {
  const say = (line: string) => console.log(line);
  const root = packageRoot();
  const { build, rooms } = (await import(pathToFileURL(path.join(root, 'cli/build.mjs')).href)) as Builder;

  const startParts = async (lifecycle: Lifecycle) => {
    lifecycle.onStop(
      'the watch of npm',
      watchLauncher(() => lifecycle.stop('The npm that started this process was killed.')),
    );
    await ownFolder(settings.dataDir, lifecycle, say);
    const [database, temporal] = await Promise.all([
      startDatabase(settings, lifecycle, say),
      startTemporal(settings, lifecycle, say),
    ]);
    const service = new RestartedService({
      file: path.join(root, 'cli/dev-child.mjs'),
      inspectPort,
      env: environmentWith({
        DATA_DIR: settings.dataDir,
        PORT: String(settings.port || (await freePort())),
        DATABASE_URL: database.url,
        WEBHOOK_HOSTS: JSON.stringify(settings.webhooks.hosts),
        OWNER_DATABASE_URL: database.ownerUrl,
        TEMPORAL_ADDRESS: temporal.address,
        TEMPORAL_UI_URL: settings.temporalUiUrl ?? temporal.uiUrl ?? '',
      }),
      build: () => build(say),
      say,
    });
    lifecycle.onStop('the service', () => service.stop());
    await service.start();
    const folders = rooms.map((room) => path.join(root, room));
    lifecycle.onStop(
      'the watch of the sources',
      watchSources(folders, () => service.changed()),
    );
    say('A change of a source restarts API and worker. Types are not checked here: npm run check:types.');
  };
  return runParts(startParts, { logger: createLogger({ level: settings.logLevel }), say });
}
