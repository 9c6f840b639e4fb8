import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Connection } from '@temporalio/client';
import { CommandFailure } from '../ground/command-failure.js';
import { freePort } from './free-port.js';
import {
  endOf,
  endProcess,
  guardAgainstOrphan,
  markOf,
  type ProcessMark,
  processesWith,
} from './processes.js';

export interface EmbeddedTemporal {
  /** `host:port` of the gRPC front end. */
  address: string;
  uiUrl: string;
  port: number;
  uiPort: number;
  /** Resolves with the reason once the server has ended, by `stop` or on its own. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

export interface EmbeddedTemporalOptions {
  /** The `temporal` program. */
  binary: string;
  /** Its state is in `temporal.db` below it. The caller holds the folder's lock. */
  dataDir: string;
  namespace: string;
  /** Default true. False skips syncs to disk, for tests: only a power failure would lose anything. */
  durable?: boolean;
  /** Default: free ports. A restarted server keeps its ports. */
  port?: number;
  uiPort?: number;
  log?: (line: string) => void;
}

const stateFile = 'temporal.db';
const startPatienceMs = 60_000;
const gentleEnd: [NodeJS.Signals, number][] = [
  ['SIGTERM', 8_000],
  ['SIGKILL', 2_000],
];

/**
 * By default a server reads the tasks of steps at most 20 times a second per shard, which adds 50 ms to every step;
 * these settings lift that limit. What lists of workflows show is read in larger parts instead: that a run has started
 * is not written if it is over by then, which saves a tenth of the CPU time of a quote. The server also splits a task
 * queue into four partitions; with few workers one task in a hundred waits two seconds in a partition that nobody polls,
 * so here a queue has one. The compose files have the same settings.
 */
const dynamicConfiguration = [
  'history.transferProcessorMaxPollRPS=2000',
  'history.timerProcessorMaxPollRPS=2000',
  'history.visibilityProcessorMaxPollRPS=5',
  'history.visibilityTaskBatchSize=1000',
  'system.enableActivityEagerExecution=true',
  'matching.numTaskqueueReadPartitions=1',
  'matching.numTaskqueueWritePartitions=1',
];

/**
 * A rollback journal, the default, syncs the disk several times per transaction; a write-ahead log does so
 * once and is as safe.
 */
const sqlitePragmas = (durable: boolean) => ['journal_mode=wal', `synchronous=${durable ? 'full' : 'off'}`];

/**
 * Starts Temporal's development server with its UI on free loopback ports, after cleaning up after a killed
 * start. Another program may take a port before the server does: a server that ends at once is started once more.
 */
export async function startEmbeddedTemporal(options: EmbeddedTemporalOptions): Promise<EmbeddedTemporal> {
  try {
    return await startOnce(options);
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error;
    options.log?.(`${error.message}\nIt is started once more.`);
    return startOnce(options);
  }
}

class EndedEarly extends Error {}

async function startOnce(options: EmbeddedTemporalOptions): Promise<EmbeddedTemporal> {
  const dataDir = path.resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  for (const leftover of temporalServersOf(dataDir)) await endProcess(leftover, gentleEnd);
  const state = path.join(dataDir, stateFile);
  const complete = path.join(dataDir, 'temporal.complete');
  if (!existsSync(complete)) await discardUnfinished(dataDir);

  const { port = await freePort(), uiPort = await freePort() } = options;
  const address = `127.0.0.1:${port}`;
  const log = path.join(dataDir, 'temporal.log');
  const logFile = openSync(log, 'w', 0o600);
  // Its files are for the owner only, like all others in the folder.
  const umask = process.umask(0o077);
  const server = spawn(
    options.binary,
    [
      ...['server', 'start-dev', '--headless=false', '--ip', '127.0.0.1'],
      ...['--port', String(port), '--ui-port', String(uiPort), '--namespace', options.namespace],
      ...['--db-filename', state, '--log-level', 'warn'],
      ...sqlitePragmas(options.durable ?? true).flatMap((pragma) => ['--sqlite-pragma', pragma]),
      ...dynamicConfiguration.flatMap((value) => ['--dynamic-config-value', value]),
    ],
    { detached: true, stdio: ['ignore', logFile, logFile] },
  );
  process.umask(umask);
  closeSync(logFile);
  const ended = endOf(server);
  const gone = new AbortController();
  void ended.then(() => gone.abort());
  const mark = server.pid === undefined ? undefined : markOf(server.pid);
  if (mark) void ended.then(guardAgainstOrphan(mark.pid, 'TERM'));
  const stop = async () => {
    if (mark) await endProcess(mark, gentleEnd);
    await ended;
  };

  try {
    await Promise.race([
      serving(address, options.namespace, gone.signal),
      ended.then((how) => {
        const text = readFileSync(log, 'utf8');
        if (isDamaged(text)) throw new CommandFailure(whatToDo(state));
        throw new EndedEarly(`Temporal did not start (${how}). From ${log}:\n${reasonIn(text)}`);
      }),
    ]);
    await writeFile(complete, '');
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, uiUrl: `http://127.0.0.1:${uiPort}`, port, uiPort, ended, stop };
}

/** Whether SQLite cannot read its file. */
const isDamaged = (text: string): boolean =>
  /file is not a database|database disk image is malformed|SQLITE_(CORRUPT|NOTADB)/i.test(text);

const whatToDo = (state: string): string =>
  `${state} is damaged, so Temporal cannot start: restore it from a backup, or delete ${stateFile}* in that folder, start ` +
  'again, and run "npm run cli -- reconcile --mend", which starts the open runs again.';

/** A Go program that fails hard gives its reason before a long trace; any other one at the end. */
function reasonIn(text: string): string {
  const lines = text.trim().split('\n');
  const failure = lines.findIndex((line) => /^(panic|fatal error):/.test(line));
  return (failure < 0 ? lines.slice(-8) : lines.slice(failure, failure + 8)).join('\n');
}

/** The servers that run on the state file of a folder: one at most, except for moments. */
export function temporalServersOf(dataDir: string): ProcessMark[] {
  return processesWith(`--db-filename ${path.join(dataDir, stateFile)} `);
}

/** The server assumes that an existing state file is complete; one from a failed start is not. */
async function discardUnfinished(dataDir: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm'])
    await rm(path.join(dataDir, `${stateFile}${suffix}`), { force: true });
}

async function serving(address: string, namespace: string, gone: AbortSignal): Promise<void> {
  const deadline = Date.now() + startPatienceMs;
  for (;;) {
    try {
      const connection = await Connection.connect({ address, connectTimeout: '2 seconds' });
      try {
        await connection.workflowService.describeNamespace({ namespace });
        return;
      } finally {
        await connection.close();
      }
    } catch (error) {
      gone.throwIfAborted();
      if (Date.now() > deadline) throw new Error(`Temporal does not respond at ${address}: ${String(error)}`);
      await sleep(60);
    }
  }
}
