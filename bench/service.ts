import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../cli/embedded/free-port.js';
import { runningPostgresUrls } from '../cli/embedded/postgres.js';
import { endOf, guardAgainstOrphan } from '../cli/embedded/processes.js';
import { packageRoot } from '../cli/ground/package-info.js';
import { environmentWith } from '../cli/settings/settings.js';

const demoFile = z.object({
  baseUrl: z.url(),
  temporalAddress: z.string(),
  databaseUrl: z.string(),
  organizations: z.array(z.object({ id: z.string(), apiKey: z.string(), apiSecret: z.string() })),
  products: z.array(
    z.object({
      key: z.string(),
      lineId: z.string(),
      organizationId: z.string(),
      forms: z.array(z.object({ formConfigId: z.string(), name: z.string() })),
      intakes: z.object({ quoted: z.record(z.string(), z.unknown()) }),
    }),
  ),
});

/** The measured service, with its own servers and data folder. */
export interface MeasuredService {
  /** The service's demo data. */
  demo: z.infer<typeof demoFile>;
  /** The process of the service. */
  pid: number;
  /** The database as the owner of its schema. */
  ownerDatabaseUrl: string;
  /** The folder of the CPU profiles, written when the service stops. */
  profileDir: string;
  stop(): Promise<void>;
  /** Removes the data folder unless it is to be kept; after `stop`. */
  clean(): Promise<void>;
}

const startPatienceMs = 120_000;
const stopPatienceMs = 30_000;

/**
 * Starts the service as `npm start` does. It always uses its own embedded servers. Their data is kept in
 * `dataDir` if given, and else removed.
 */
export async function startMeasuredService({
  profile,
  dataDir: kept,
}: {
  profile: boolean;
  dataDir?: string;
}): Promise<MeasuredService> {
  if (kept !== undefined) await mkdir(kept, { recursive: true });
  const dataDir = kept ?? (await mkdtemp(path.join(tmpdir(), 'ioi-bench-')));
  // PostgreSQL, which refuses to run as root, reaches its folder as another user.
  await chmod(dataDir, 0o711);
  // The file of an earlier service is out of date.
  await rm(path.join(dataDir, 'demo.json'), { force: true });
  const profileDir = path.join(dataDir, 'profiles');
  const log = path.join(dataDir, 'service.log');
  const output = openSync(log, 'w', 0o600);
  const child = spawn(
    process.execPath,
    [
      ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : []),
      path.join(packageRoot(), 'cli/run.mjs'),
      'start',
    ],
    {
      // In its own process group: Ctrl-C reaches the bench, which then stops the service.
      detached: true,
      stdio: ['ignore', output, output],
      env: environmentWith({
        DATA_DIR: dataDir,
        PORT: String(await freePort()),
        DATABASE_URL: '',
        OWNER_DATABASE_URL: '',
        TEMPORAL_ADDRESS: '',
        METRICS_PORT: '',
        RATE_LIMIT_PER_CALLER: '0',
        RATE_LIMIT_PER_ORGANIZATION: '0',
      }),
    },
  );
  closeSync(output);
  const ended = endOf(child);
  const dismissGuard = child.pid === undefined ? () => undefined : guardAgainstOrphan(child.pid, 'INT');
  const clean = async () => {
    if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const stop = async () => {
    child.kill('SIGINT');
    const how = await Promise.race([ended, sleep(stopPatienceMs, undefined, { ref: false })]);
    if (how === undefined) child.kill('SIGKILL');
    await ended;
    dismissGuard();
  };
  const patience = new AbortController();
  try {
    await Promise.race([
      ready(path.join(dataDir, 'demo.json'), patience.signal),
      ended.then((how) => {
        const said = readFileSync(log, 'utf8').trim().split('\n').slice(-12).join('\n');
        throw new Error(`The service did not start (${how}). Its last output:\n${said}`);
      }),
    ]);
    const demo = demoFile.parse(JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')));
    const { ownerUrl: ownerDatabaseUrl = demo.databaseUrl } = (await runningPostgresUrls(dataDir)) ?? {};
    return { demo, pid: child.pid ?? 0, ownerDatabaseUrl, profileDir, stop, clean };
  } catch (error) {
    patience.abort();
    await stop();
    await clean();
    throw error;
  }
}

/** The file is written when the service is up; the service itself reports when it is ready. */
async function ready(demoPath: string, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + startPatienceMs;
  while (Date.now() < deadline) {
    await sleep(100, undefined, { signal });
    if (!existsSync(demoPath)) continue;
    const { baseUrl } = demoFile.pick({ baseUrl: true }).parse(JSON.parse(readFileSync(demoPath, 'utf8')));
    const answer = await fetch(new URL('/readyz', baseUrl)).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error('The service was not ready in time.');
}
