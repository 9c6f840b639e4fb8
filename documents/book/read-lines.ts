import type { Readable } from 'node:stream';
import type { BookLine } from '../../domain/book/book-line.js';

/** The most characters of a line: a policy with all its rows. */
const longest = 64 * 1024 * 1024;

/** The lines of an NDJSON file, one after the other; empty lines are none. */
export async function* readNdjson(name: string, input: Readable): AsyncGenerator<BookLine> {
  let number = 0;
  for await (const text of textLines(input)) {
    number += 1;
    if (text.trim() === '') continue;
    yield lineOf(`${name}:${number}`, text);
  }
}

/** The lines of a file, which is read as they are taken; a line that is too long is cut. */
async function* textLines(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const piece of input) {
    const [first, ...others] = decoder.decode(piece, { stream: true }).split('\n');
    rest = `${rest}${first}`.slice(0, longest + 1);
    for (const text of others) {
      yield rest;
      rest = text;
    }
  }
  if (rest !== '') yield rest;
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
