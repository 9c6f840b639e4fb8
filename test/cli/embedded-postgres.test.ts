import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type EmbeddedPostgres,
  runningPostgresUrls,
  startEmbeddedPostgres,
} from '../../cli/embedded/postgres.js';

let dataDir: string;
let running: EmbeddedPostgres[];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'ioi-postgres-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  await rm(dataDir, { recursive: true, force: true });
});

const said: string[] = [];

async function start(folder = dataDir, durable = false): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    durable,
    log: (line) => said.push(line),
  });
  running.push(server);
  return server;
}

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

const postmaster = async () =>
  Number((await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

it('keeps its data and its password from one start to the next', async () => {
  const first = await start();
  await ask(first.ownerUrl, 'create table kept as select 7 as value');
  await first.stop();
  const second = await start();
  expect(await ask(second.ownerUrl, 'select value from kept')).toEqual([7]);
  expect(new URL(second.ownerUrl).password).toBe(new URL(first.ownerUrl).password);
  const { url, ownerUrl } = second;
  expect(await runningPostgresUrls(dataDir)).toEqual({ url, ownerUrl });
  expect(new URL(url).password).toBe(new URL(first.url).password);
});

it('accepts nobody without the password, and listens on the loopback address only', async () => {
  const { ownerUrl: url } = await start();
  const wrong = new URL(url);
  wrong.password = 'guessed';
  await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  expect(await ask(url, 'show listen_addresses')).toEqual(['127.0.0.1']);
});

it('recovers after SIGKILL', async () => {
  const first = await start(dataDir, true);
  await ask(first.ownerUrl, 'create table kept as select 8 as value');
  process.kill(await postmaster(), 'SIGKILL');
  await first.ended;
  const second = await start();
  expect(await ask(second.ownerUrl, 'select value from kept')).toEqual([8]);
});

it('ends a server that outlived the start it belonged to', async () => {
  const orphan = await start();
  await ask(orphan.ownerUrl, 'create table kept as select 9 as value');
  const second = await start();
  await orphan.ended;
  expect(await ask(second.ownerUrl, 'select value from kept')).toEqual([9]);
});

it('does not take a strange process for its server', async () => {
  const first = await start();
  await first.stop();
  const note = path.join(dataDir, 'postgres/postmaster.pid');
  await writeFile(note, `${process.pid}\n${dataDir}/postgres\n1\n5432\n\n127.0.0.1\n1 1\nready\n`);
  await chmod(note, 0o644);
  expect(await runningPostgresUrls(dataDir)).toBeUndefined();
  await start();
});

it('starts over where the first start was killed half-way', async () => {
  const half = path.join(dataDir, 'postgres.making-AbCdEf');
  await (await start()).stop();
  await rm(path.join(dataDir, 'postgres'), { recursive: true });
  await writeFile(half, 'what initdb had written');
  await start();
  expect(existsSync(half)).toBe(false);
});

it('sets an incomplete folder aside and says so', async () => {
  await (await start()).stop();
  await rm(path.join(dataDir, 'postgres/PG_VERSION'));
  said.length = 0;
  const { ownerUrl: url } = await start();
  expect(await ask(url, 'select 1')).toEqual([1]);
  const aside = (await readdir(dataDir)).find((entry) => entry.startsWith('postgres.incomplete-'));
  expect(said.join('\n')).toContain(aside!);
});

it('explains why it does not start', async () => {
  await (await start()).stop();
  await writeFile(path.join(dataDir, 'postgres/postgresql.conf'), 'nonsense = 1\n');
  await expect(start()).rejects.toThrow(/PostgreSQL did not start \(exit code 1\)[\s\S]*nonsense/);
});

it('runs beside another on its own folder', async () => {
  const other = await mkdtemp(path.join(tmpdir(), 'ioi-postgres-'));
  const [one, two] = [await start(), await start(other)];
  expect(one.url).not.toBe(two.url);
  expect(await ask(one.ownerUrl, 'select 1')).toEqual(await ask(two.ownerUrl, 'select 1'));
  await two.stop();
  await rm(other, { recursive: true, force: true });
});
