import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../cli/embedded/free-port.js';

/** A server that speaks S3, of which this edition is known to build. */
const version = 'v1.8.0';
const module = `github.com/versity/versitygw/cmd/versitygw@${version}`;

export const s3Credentials = { accessKeyId: 'test-key', secretAccessKey: 'test-secret-of-the-gateway' };

export interface S3Server {
  endpoint: string;
  stop(): Promise<void>;
}

/** Why there can be no such server here; undefined where there can. */
export async function whyNoS3Server(): Promise<string | undefined> {
  if ((await known()) !== undefined || (await onPath('go')) !== undefined) return undefined;
  return `neither versitygw ${version} nor Go, which would build it, is on this machine`;
}

/** Starts the server on an empty folder of its own. */
export async function anS3Server(): Promise<S3Server> {
  const program = (await known()) ?? (await built());
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-s3-'));
  const port = await freePort();
  const { accessKeyId, secretAccessKey } = s3Credentials;
  const server = spawn(
    program,
    ['--access', accessKeyId, '--secret', secretAccessKey, '--port', `127.0.0.1:${port}`, 'posix', folder],
    { stdio: 'ignore' },
  );
  await untilItListens(server, port);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const cache = path.join(
  process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'),
  'ioi',
  'versitygw',
  version,
);

async function known(): Promise<string | undefined> {
  const cached = path.join(cache, 'versitygw');
  if (existsSync(cached)) return cached;
  const installed = path.join(homedir(), 'go/bin/versitygw');
  const found = (await onPath('versitygw')) ?? (existsSync(installed) ? installed : undefined);
  return found !== undefined && (await runs(found)) ? found : undefined;
}

/** One that somebody has installed will do. */
async function runs(program: string): Promise<boolean> {
  try {
    await promisify(execFile)(program, ['--version']);
    return true;
  } catch {
    return false;
  }
}

/** Built with Go once, and kept for later runs. */
async function built(): Promise<string> {
  const go = await onPath('go');
  if (go === undefined) throw new Error('Go is not here');
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(path.join(cache, 'build-'));
  const env = { ...process.env, GOBIN: own, GOFLAGS: '' };
  await promisify(execFile)(go, ['install', module], { env, maxBuffer: 10_000_000 });
  await rename(path.join(own, 'versitygw'), path.join(cache, 'versitygw'));
  await rm(own, { recursive: true });
  return path.join(cache, 'versitygw');
}

async function onPath(program: string): Promise<string | undefined> {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/local/go/bin'];
  return folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));
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
