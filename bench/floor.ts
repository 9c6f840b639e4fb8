import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { FloorCommand, FloorReply, FloorWork } from './floor-process.js';
import { keepAnswers } from './floor-reads.js';
import type { HttpRequest } from './http-caller.js';
import type { Measured } from './load.js';
import type { Measure } from './requests.js';
import type { MeasuredService } from './service.js';

/** The floor: the least work with the same effect, in a separate process on the same servers. */
export interface Floor {
  /** The floor's process. */
  pid: number;
  /** A request to a bare route of Express that answers the text. */
  hello: HttpRequest;
  /** Requests to a bare route of Express that reads and answers these texts. */
  reads(bodies: readonly string[]): Promise<HttpRequest[]>;
  /** The work without HTTP. */
  work(work: FloorWork): Measure;
  stop(): Promise<void>;
}

export async function startFloor(
  { ownerDatabaseUrl, demo: { temporalAddress } }: MeasuredService,
  namespace: string,
): Promise<Floor> {
  const child = fork(fileURLToPath(new URL('./floor-process.js', import.meta.url)), { execArgv: [] });
  const ended = once(child, 'exit');
  const servers = { ownerDatabaseUrl, temporalAddress, namespace };
  const url = (await ask(child, { do: 'start', ...servers })) as string;
  const get = (path: string): HttpRequest => ({ method: 'GET', url: new URL(path, url) });
  return {
    pid: child.pid ?? 0,
    hello: get('/hello'),
    reads: async (bodies) => (await keepAnswers(ownerDatabaseUrl, bodies)).map((id) => get(`/answer/${id}`)),
    work: (work) => (callers, durationMs) =>
      ask(child, { do: 'measure', work, callers, durationMs }) as Promise<Measured>,
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
