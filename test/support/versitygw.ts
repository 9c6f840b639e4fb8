import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../cli/embedded/free-port.js';
import { guardAgainstOrphan } from '../../cli/embedded/processes.js';
import type { Certificate } from './certificates.js';
import { type GoProgram, goProgram, whyNoGoProgram } from './go-program.js';

/** A server that speaks S3, of which this edition is known to build. */
const versitygw: GoProgram = {
  name: 'versitygw',
  module: 'github.com/versity/versitygw',
  folder: 'cmd/versitygw',
  version: 'v1.8.0',
};

export const s3Credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret-of-the-gateway' };

export interface S3Server {
  endpoint: string;
  /** How many objects a bucket has. */
  objects(bucket: string): Promise<number>;
  stop(): Promise<void>;
}

/** Why there can be no such server here; undefined where there can. */
export const whyNoS3Server = (): Promise<string | undefined> => whyNoGoProgram(versitygw);

/** Starts the server on an empty folder of its own; with a certificate of `localhost`, over TLS. */
export async function anS3Server(certificate?: Certificate): Promise<S3Server> {
  const program = await goProgram(versitygw);
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-s3-'));
  const port = await freePort();
  const { accessKeyId, secretAccessKey } = s3Credentials;
  const server = spawn(
    program,
    [
      ...['--access', accessKeyId, '--secret', secretAccessKey, '--port', `127.0.0.1:${port}`],
      ...(certificate ? ['--cert', certificate.certFile, '--key', certificate.keyFile] : []),
      ...['posix', folder],
    ],
    { stdio: 'ignore', detached: true },
  );
  const dismissGuard = guardAgainstOrphan(server.pid ?? 0, 'TERM');
  await untilItListens(server, port);
  return {
    endpoint: certificate ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    objects: async (bucket) => {
      const entries = await readdir(path.join(folder, bucket), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).length;
    },
    stop: async () => {
      server.kill('SIGKILL');
      dismissGuard();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItListens(server: ChildProcess, port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (server.exitCode !== null) throw new Error(`versitygw ended with ${server.exitCode}`);
    const listens = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (listens) return;
    await sleep(100);
  }
  throw new Error('versitygw does not listen');
}
