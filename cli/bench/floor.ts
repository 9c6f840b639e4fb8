import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FloorCommand, FloorReply } from './floor-process.js';
import type { TemporalFloor } from './floor-temporal.js';
import type { Measured } from './load.js';

/** The floor: what the least that could do the same would take, in a process of its own on the same servers. */
export interface Floor {
  /** Bare reads, at `/client/{id}` and `/quote/{id}`. */
  readsUrl: string;
  measure(floor: TemporalFloor, callers: number, durationMs: number): Promise<Measured>;
  stop(): Promise<void>;
}

export interface FloorServers {
  temporalAddress: string;
  namespace: string;
  databaseUrl: string;
}

export async function startFloor(servers: FloorServers): Promise<Floor> {
  const child = fork(fileURLToPath(new URL('./floor-process.js', import.meta.url)), { execArgv: [] });
  const ended = once(child, 'exit');
  const readsUrl = (await ask(child, { do: 'start', ...servers })) as string;
  return {
    readsUrl,
    measure: (floor, callers, durationMs) =>
      ask(child, { do: 'measure', floor, callers, durationMs }) as Promise<Measured>,
    stop: async () => {
      if (child.connected) await ask(child, { do: 'stop' }).catch(() => undefined);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function ask(child: ChildProcess, command: FloorCommand): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = () => finish({ error: 'its process ended' });
    const finish = (reply: FloorReply) => {
      child.off('message', finish);
      child.off('exit', onExit);
      if ('error' in reply) reject(new Error(`The floor failed: ${reply.error}`));
      else resolve(reply.answer);
    };
    child.once('message', finish);
    child.once('exit', onExit);
    child.send(command);
  });
}
