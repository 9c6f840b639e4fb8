import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  endOf,
  endProcess,
  guardAgainstOrphan,
  markOf,
  type ProcessMark,
  processesWith,
} from './processes.js';
import type { Account } from './service-account.js';

export interface PostgresProcess {
  ended: Promise<string>;
  stop(): Promise<void>;
}

const mostLogBytes = 5_000_000;
const fastShutdown: [NodeJS.Signals, number][] = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 2_000],
];

/** Runs the server until it is ready. The error of a failed start quotes the end of its log file. */
export async function launchPostgres(
  [program, args, options]: ReturnType<Account['command']>,
  log: string,
  untilReady: (gone: AbortSignal) => Promise<void>,
): Promise<PostgresProcess> {
  const logged = existsSync(log) ? statSync(log).size : 0;
  const logStart = logged < mostLogBytes ? logged : 0;
  const logFile = openSync(log, logStart === 0 ? 'w' : 'a', 0o600);
  const server = spawn(program, args, { ...options, stdio: ['ignore', logFile, logFile] });
  closeSync(logFile);
  const ended = endOf(server);
  if (server.pid !== undefined) void ended.then(guardAgainstOrphan(server.pid, 'INT'));
  const gone = new AbortController();
  void ended.then(() => gone.abort());
  const stop = async () => {
    const mark = server.pid === undefined ? undefined : markOf(server.pid);
    if (mark) await endProcess(mark, fastShutdown);
    await ended;
  };
  try {
    await Promise.race([
      untilReady(gone.signal),
      ended.then((how) => {
        const said = readFileSync(log, 'utf8').slice(logStart).trim().split('\n').slice(-8).join('\n');
        throw new Error(`PostgreSQL did not start (${how}). The end of ${log}:\n${said}`);
      }),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ended, stop };
}

/**
 * Ends a server that outlived its start, also one that was killed before it wrote its lock file, and removes a lock file
 * whose process is not a server. A lock file whose process no longer runs is kept: PostgreSQL uses it to detect whether
 * parts of that server are still running.
 */
export async function endLeftover(folder: string): Promise<void> {
  const leftover = postmastersOf(folder);
  for (const mark of leftover) await endProcess(mark, fastShutdown);
  const { pid } = readPostmaster(folder) ?? {};
  if (pid !== undefined && leftover.length === 0 && markOf(pid) !== undefined)
    await rm(path.join(folder, 'postmaster.pid'), { force: true });
}

export function readPostmaster(folder: string): { pid: number; port: number; ready: boolean } | undefined {
  try {
    const lines = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined;
  } catch {
    return undefined;
  }
}

/** The servers that run on a folder: one at most, except for moments. */
export function postmastersOf(folder: string): ProcessMark[] {
  return processesWith(`-D ${folder} `);
}
