import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Connection } from '@temporalio/client';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../cli/embedded/postgres.js';
import { startEmbeddedTemporal } from '../../cli/embedded/temporal.js';
import { type DatabaseUrls, prepareSchema } from '../../cli/parts/migrations.js';
import { registerSearchAttributes } from '../../cli/parts/temporal.js';
import { temporalProgram } from './temporal-program.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection strings of the migrated, empty database that each test database is cloned from. */
    templateDatabase: DatabaseUrls;
    /** `host:port` of the run's Temporal server. */
    temporalAddress: string;
    /** A folder that is removed after the run. */
    runFolder: string;
  }
}

/** One PostgreSQL and one Temporal server for the whole run, in a temporary folder. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ioi-test-'));
  await chmod(dataDir, 0o711);
  project.provide('runFolder', dataDir);
  const stops: (() => Promise<void>)[] = [];
  const teardown = async () => {
    await Promise.all(stops.map((stop) => stop()));
    await rm(dataDir, { recursive: true, force: true });
  };
  const log = (line: string) => console.log(line);
  const postgres = async () => {
    const server = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 200, log });
    stops.push(server.stop);
    const { url, ownerUrl } = server;
    await prepareSchema({ url, ownerUrl });
    project.provide('templateDatabase', { url, ownerUrl });
  };
  const temporal = async () => {
    const binary = await temporalProgram(log);
    const server = await startEmbeddedTemporal({ binary, dataDir, namespace: 'default', durable: false });
    stops.push(server.stop);
    const connection = await Connection.connect({ address: server.address });
    await registerSearchAttributes(connection, 'default').finally(() => connection.close());
    project.provide('temporalAddress', server.address);
  };
  const outcomes = await Promise.allSettled([postgres(), temporal()]);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) {
    await teardown();
    throw failure.reason;
  }
  return teardown;
}
