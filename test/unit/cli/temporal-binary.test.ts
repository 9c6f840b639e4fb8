import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { obtainTemporalBinary } from '../../../cli/embedded/temporal-binary.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-binary-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A program that answers `--version` like Temporal's, or breaks. */
async function aProgram(at: string, script = 'echo temporal version 1.5.1'): Promise<string> {
  const file = path.join(folder, at, 'temporal');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

const obtain = (searchPath: string[]) =>
  obtainTemporalBinary({
    searchPath: searchPath.map((entry) => path.join(folder, entry)).join(path.delimiter),
    cacheDir: path.join(folder, 'cache'),
    otherCacheDir: path.join(folder, 'other'),
    log: () => undefined,
  });

it('prefers the program on the search path to the cached one', async () => {
  const installed = await aProgram('second');
  await aProgram('cache/temporal/v1.5.1');
  expect(await obtain(['first', 'second'])).toBe(installed);
});

it('passes over a program of that name that is not Temporal or does not run', async () => {
  await aProgram('first', 'echo something else');
  await aProgram('second', 'exit 3');
  const installed = await aProgram('third');
  expect(await obtain(['first', 'second', 'third'])).toBe(installed);
});

it('takes the cached one where none is on the search path', async () => {
  const cached = await aProgram('cache/temporal/v1.5.1');
  expect(await obtain(['first'])).toBe(cached);
});

it('uses the other cache folder where the first cannot be made', async () => {
  await writeFile(path.join(folder, 'cache'), 'not a folder');
  const cached = await aProgram('other/temporal/v1.5.1');
  expect(await obtain([])).toBe(cached);
});
