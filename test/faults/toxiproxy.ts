import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../cli/embedded/free-port.js';
import { type GoProgram, goProgram } from '../support/go-program.js';

/** A TCP proxy that delays, loses and cuts what goes through it. */
const toxiproxy: GoProgram = {
  name: 'server',
  module: 'github.com/Shopify/toxiproxy/v2',
  folder: 'cmd/server',
  version: 'v2.12.0',
};

/** What is done to the data of connections: https://github.com/Shopify/toxiproxy#toxics has types and attributes. */
export interface Toxic {
  type: 'latency' | 'bandwidth' | 'slow_close' | 'timeout' | 'reset_peer' | 'slicer' | 'limit_data';
  /** Data to the client (`downstream`) or to the server. */
  stream: 'upstream' | 'downstream';
  attributes: Record<string, number>;
}

export interface TcpProxy {
  name: string;
  port: number;
  /** Adds toxics to open and new connections. */
  poison(...toxics: Toxic[]): Promise<void>;
  /** Closes the connections and refuses new ones. */
  refuse(): Promise<void>;
  /** Passes everything on again. */
  heal(): Promise<void>;
}

export interface Toxiproxy {
  /** A proxy before a port of this machine. */
  before(port: number, name: string): Promise<TcpProxy>;
  stop(): void;
}

export async function startToxiproxy(): Promise<Toxiproxy> {
  const port = await freePort();
  const child = spawn(await goProgram(toxiproxy), ['-host', '127.0.0.1', '-port', String(port)], {
    stdio: 'ignore',
  });
  await once(child, 'spawn');
  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`toxiproxy: ${response.status} ${await response.text()}`);
  };
  for (let tries = 0; ; tries += 1) {
    const failure = await call('GET', '/version').catch((error: unknown) => error);
    if (failure === undefined) break;
    if (tries === 100) throw failure;
    await sleep(50);
  }
  return {
    before: async (upstream, name) => {
      const listen = await freePort();
      const proxy = { name, listen: `127.0.0.1:${listen}`, upstream: `127.0.0.1:${upstream}` };
      await call('POST', '/proxies', proxy);
      let poisons: string[] = [];
      return {
        name,
        port: listen,
        poison: async (...toxics) => {
          for (const toxic of toxics) {
            const poison = `${toxic.type}_${toxic.stream}`;
            await call('POST', `/proxies/${name}/toxics`, { ...toxic, name: poison });
            poisons.push(poison);
          }
        },
        refuse: () => call('POST', `/proxies/${name}`, { enabled: false }),
        heal: async () => {
          for (const poison of poisons) await call('DELETE', `/proxies/${name}/toxics/${poison}`);
          poisons = [];
          await call('POST', `/proxies/${name}`, { enabled: true });
        },
      };
    },
    stop: () => void child.kill('SIGKILL'),
  };
}
