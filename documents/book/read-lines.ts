import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { BookLine } from '../../domain/book/book-line.js';

/** The most characters of a line: a policy with all its rows. */
const longest = 64 * 1024 * 1024;

/** The lines of an NDJSON file, one after the other; empty lines are none. */
export async function* readNdjson(name: string, input: Readable): AsyncGenerator<BookLine> {
  const lines = createInterface({ input, crlfDelay: Infinity });
  let number = 0;
  for await (const text of lines) {
    number += 1;
    if (text.trim() === '') continue;
    yield lineOf(`${name}:${number}`, text);
  }
}

/** A line of NDJSON. */
export function lineOf(place: string, text: string): BookLine {
  if (text.length > longest) return { place, value: undefined, malformed: 'the line is longer than 64 MiB' };
  try {
    return { place, value: JSON.parse(text), text };
  } catch (error) {
    return { place, value: undefined, malformed: `it is no JSON: ${(error as Error).message}` };
  }
}

/** Lines, so many at a time. */
export async function* batchesOf(lines: AsyncIterable<BookLine>, atOnce: number): AsyncGenerator<BookLine[]> {
  let batch: BookLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < atOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
