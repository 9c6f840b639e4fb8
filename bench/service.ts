import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { freePort } from '../cli/embedded/free-port.js';
import { runningPostgresUrls } from '../cli/embedded/postgres.js';
import { packageRoot } from '../cli/ground/package-info.js';
import { startServiceProcess } from './service-process.js';

const demoFile = z.object({
  baseUrl: z.url(),
  temporalAddress: z.string(),
  databaseUrl: z.string(),
  organizations: z.array(z.object({ id: z.string(), apiKey: z.string(), apiSecret: z.string() })),
  products: z.array(
    z.object({
      key: z.string(),
      lineId: z.string(),
      versionId: z.string(),
      organizationId: z.string(),
      forms: z.array(z.object({ formConfigId: z.string(), name: z.string() })),
      intakes: z.object({ quoted: z.record(z.string(), z.unknown()) }),
    }),
  ),
});

export type Demo = z.infer<typeof demoFile>;

/** The measured service, with its own servers and data folder. */
export interface MeasuredService {
  /** The service's demo data. */
  demo: Demo;
  /** The process of the service; PostgreSQL and Temporal are its children. */
  pid: number;
  /** The database as the owner of its schema. */
  ownerDatabaseUrl: string;
  /** The folder of its data and logs. */
  dataDir: string;
  /** The checkout that it runs from. */
  folder: string;
  stop(): Promise<void>;
  /** Removes the data folder unless it is to be kept; after `stop`. */
  clean(): Promise<void>;
}

/**
 * Starts the service as `npm start` does, of another checkout if its folder is given. It always uses its own embedded servers. Their data is kept in
 * `dataDir` if given, and else removed.
 */
export async function startMeasuredService({
  dataDir: kept,
  folder = packageRoot(),
  profiles,
  settings = {},
}: {
  dataDir?: string | undefined;
  folder?: string | undefined;
  /** A folder for a CPU profile of each thread, written when the service stops. */
  profiles?: string | undefined;
  settings?: Record<string, string>;
} = {}): Promise<MeasuredService> {
  if (kept !== undefined) await mkdir(kept, { recursive: true });
  const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'ioi-bench-')));
  // PostgreSQL, which refuses to run as root, reaches its folder as another user.
  await chmod(dataDir, 0o711);
  const demoPath = path.join(dataDir, 'demo.json');
  // The file of an earlier service is out of date.
  await rm(demoPath, { force: true });
  const service = startServiceProcess(
    'start',
    {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: '',
      OWNER_DATABASE_URL: '',
      TEMPORAL_ADDRESS: '',
      ...settings,
    },
    {
      log: path.join(dataDir, 'service.log'),
      folder,
      nodeOptions: profiles ? ['--cpu-prof', `--cpu-prof-dir=${profiles}`] : [],
    },
  );
  const clean = async () => {
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    // The file is written when the service is up; the service itself reports when it is ready.
    await service.until(async () => {
      if (!existsSync(demoPath)) return false;
      const { baseUrl } = demoFile.pick({ baseUrl: true }).parse(JSON.parse(readFileSync(demoPath, 'utf8')));
      return isReady(baseUrl);
    });
    const demo = demoFile.parse(JSON.parse(readFileSync(demoPath, 'utf8')));
    const { ownerUrl: ownerDatabaseUrl = demo.databaseUrl } = (await runningPostgresUrls(dataDir)) ?? {};
    const { pid, stop } = service;
    return { demo, pid, ownerDatabaseUrl, dataDir, folder, stop, clean };
  } catch (error) {
    await service.stop();
    await clean();
    throw error;
  }
}

export async function isReady(baseUrl: string): Promise<boolean> {
  return (await fetch(new URL('/readyz', baseUrl)).catch(() => undefined))?.ok ?? false;
}
