import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FloorCommand, FloorReply } from './floor-process.js';
import type { FloorRead } from './floor-reads.js';
import type { TemporalFloor } from './floor-temporal.js';
import type { Measured } from './load.js';

/** The floor: the least work with the same effect, in a separate process on the same servers. */
export interface Floor {
  /** The floor's process. */
  pid: number;
  /** Serves the read with a bare route of Express and returns its address. */
  read(read: FloorRead): Promise<URL>;
  /** Requires that `temporal` was given. */
  measure(floor: TemporalFloor, callers: number, durationMs: number): Promise<Measured>;
  stop(): Promise<void>;
}

export interface FloorServers {
  /** As the owner of the schema. */
  ownerDatabaseUrl: string;
  temporal?: { temporalAddress: string; namespace: string };
}

export async function startFloor({ ownerDatabaseUrl, temporal }: FloorServers): Promise<Floor> {
  const child = fork(fileURLToPath(new URL('./floor-process.js', import.meta.url)), { execArgv: [] });
  const ended = once(child, 'exit');
  const readsUrl = (await ask(child, { do: 'start-reads', ownerDatabaseUrl })) as string;
  if (temporal) await ask(child, { do: 'start-temporal', ...temporal });
  return {
    pid: child.pid ?? 0,
    read: async (read) => {
      await ask(child, { do: 'add-read', read });
      return new URL(read.path, readsUrl);
    },
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
