import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchesOf, readNdjson } from '../../../documents/book/read-lines.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lines-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function linesIn(text: string) {
  const file = path.join(folder, 'policies.ndjson');
  await writeFile(file, text);
  const lines = [];
  for await (const line of readNdjson('policies.ndjson', createReadStream(file))) lines.push(line);
  return lines;
}

it('reads the lines of a file by their numbers, the last one with or without its end', async () => {
  const lines = await linesIn('{"a":1}\n\n{"a":"ü"}\r\n  \nno\n{"a":3}');
  expect(lines.map(({ place, value }) => [place, value])).toEqual([
    ['policies.ndjson:1', { a: 1 }],
    ['policies.ndjson:3', { a: 'ü' }],
    ['policies.ndjson:5', undefined],
    ['policies.ndjson:6', { a: 3 }],
  ]);
  expect(lines[2]?.malformed).toContain('it is no JSON');
});

it('reads lines that are longer than what is read at once, with characters of several bytes', async () => {
  const values = [700_000, 2_500_000, 3].map((length) => `${'é€'.repeat(length / 2)}.`);
  const lines = await linesIn(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
  expect(lines.map(({ value }) => value)).toEqual(values);
});

it('gives so many lines at a time', async () => {
  await linesIn('1\n2\n3\n4\n5\n');
  const sizes = [];
  for await (const batch of batchesOf(
    readNdjson('policies.ndjson', createReadStream(path.join(folder, 'policies.ndjson'))),
    2,
  )) {
    sizes.push(batch.length);
  }
  expect(sizes).toEqual([2, 2, 1]);
});
