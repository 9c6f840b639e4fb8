import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderInUse, holderOf, lockFolder } from '../../../cli/embedded/folder-lock.js';
import { markOf } from '../../../cli/embedded/processes.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lock = () => path.join(folder, 'lock.json');

it('refuses a folder that a living process holds, and says which', async () => {
  const release = await lockFolder(folder, 'service');
  await expect(lockFolder(folder, 'command')).rejects.toThrow(FolderInUse);
  await expect(lockFolder(folder, 'command')).rejects.toThrow(`process ${process.pid}`);
  expect(await holderOf(folder)).toMatchObject({ pid: process.pid, purpose: 'service' });
  await release();
  await (await lockFolder(folder, 'command'))();
});

it('takes over from a process that was killed', async () => {
  const child = spawn('sleep', ['60']);
  const mark = markOf(child.pid!);
  await writeFile(lock(), JSON.stringify({ ...mark, purpose: 'service' }));
  await expect(lockFolder(folder, 'service')).rejects.toThrow(FolderInUse);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await lockFolder(folder, 'service');
  expect(JSON.parse(await readFile(lock(), 'utf8'))).toMatchObject({ pid: process.pid });
});

it('is not deceived by another process that was given the same id', async () => {
  await writeFile(lock(), JSON.stringify({ pid: process.pid, startMark: 'earlier', purpose: 'service' }));
  await expect(lockFolder(folder, 'service')).resolves.toBeDefined();
});

it('takes over a lock that was written half', async () => {
  await writeFile(lock(), '{"pid": 1');
  await expect(lockFolder(folder, 'service')).resolves.toBeDefined();
});

it('lets one of many take a stale lock', async () => {
  await writeFile(lock(), JSON.stringify({ pid: 2 ** 22 + 1, startMark: '1', purpose: 'service' }));
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder, 'command')));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
