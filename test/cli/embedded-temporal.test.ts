import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startEmbeddedTemporal } from '../../cli/embedded/temporal.js';
import { temporalProgram } from '../support/temporal-program.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ioi-temporal-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A server that fails as many times as a port is taken, each time as a Go program does. */
async function failing(name: string, times: number): Promise<string> {
  const file = path.join(folder, name);
  const binary = await temporalProgram();
  await writeFile(
    file,
    `#!/bin/sh
if [ "$(cat ${file}.count 2>/dev/null | wc -l)" -lt ${times} ]; then
  echo again >> ${file}.count
  echo 'panic: listen tcp: address already in use'
  for line in 1 2 3 4 5 6 7 8 9 10; do echo "a line of the trace"; done
  exit 2
fi
exec ${binary} "$@"
`,
  );
  await chmod(file, 0o700);
  return file;
}

const start = (binary: string) =>
  startEmbeddedTemporal({ binary, dataDir: path.join(folder, 'data'), namespace: 'default' });

it('starts once more where a port was taken meanwhile', async () => {
  const server = await start(await failing('once', 1));

  expect(server.address).toMatch(/^127\.0\.0\.1:\d+$/);
  await server.stop();
});

it('says why it does not start', async () => {
  await expect(start(await failing('always', 2))).rejects.toThrow(
    /^Temporal did not start \(exit code 2\)[^\n]*\npanic: listen tcp: address already in use\n/,
  );
});

it('says what to do where its file is damaged', async () => {
  const dataDir = path.join(folder, 'damaged');
  await mkdir(dataDir);
  await writeFile(path.join(dataDir, 'temporal.complete'), '');
  await writeFile(path.join(dataDir, 'temporal.db'), 'not a database '.repeat(1_000));
  const binary = await temporalProgram();
  await expect(startEmbeddedTemporal({ binary, dataDir, namespace: 'default' })).rejects.toThrow(
    /temporal\.db is damaged, so Temporal cannot start: restore it from a backup, or delete temporal\.db\*/,
  );
});
