import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endOf, guardAgainstOrphan } from '../cli/embedded/processes.js';
import { packageRoot } from '../cli/ground/package-info.js';
import { environmentWith } from '../cli/settings/settings.js';

/** A process of the service: `start`, `api` or `worker`. */
export interface ServiceProcess {
  pid: number;
  /** Waits for `condition`. An error quotes the last output if the process ends before. */
  until(condition: () => Promise<boolean>): Promise<void>;
  stop(): Promise<void>;
}

const startPatienceMs = 120_000;
const stopPatienceMs = 30_000;

/**
 * Starts a command of the service, of another checkout if its folder is given, in its own process group: Ctrl-C reaches
 * the bench, which then stops it.
 */
export function startServiceProcess(
  command: 'start' | 'api' | 'worker',
  settings: Record<string, string>,
  { log, folder, nodeOptions = [] }: { log: string; folder?: string; nodeOptions?: string[] },
): ServiceProcess {
  const output = openSync(log, 'w', 0o600);
  const child = spawn(
    process.execPath,
    [...nodeOptions, path.join(folder ?? packageRoot(), 'cli/run.mjs'), command],
    {
      detached: true,
      stdio: ['ignore', output, output],
      env: environmentWith({
        METRICS_PORT: '',
        RATE_LIMIT_PER_CALLER: '0',
        RATE_LIMIT_PER_ORGANIZATION: '0',
        ...settings,
      }),
    },
  );
  closeSync(output);
  const ended = endOf(child);
  const dismissGuard = child.pid === undefined ? () => undefined : guardAgainstOrphan(child.pid, 'INT');
  return {
    pid: child.pid ?? 0,
    until: async (condition) => {
      const patience = new AbortController();
      try {
        await Promise.race([
          holds(condition, patience.signal),
          ended.then((how) => {
            const said = readFileSync(log, 'utf8').trim().split('\n').slice(-12).join('\n');
            throw new Error(`The service did not start (${how}). Its last output:\n${said}`);
          }),
        ]);
      } finally {
        patience.abort();
      }
    },
    stop: async () => {
      child.kill('SIGINT');
      const how = await Promise.race([ended, sleep(stopPatienceMs, undefined, { ref: false })]);
      if (how === undefined) child.kill('SIGKILL');
      await ended;
      dismissGuard();
    },
  };
}

async function holds(condition: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  const deadline = Date.now() + startPatienceMs;
  while (Date.now() < deadline) {
    await sleep(100, undefined, { signal });
    if (await condition()) return;
  }
  throw new Error('The service was not ready in time.');
}
