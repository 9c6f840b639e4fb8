import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileIn } from './file-in.js';

/** The files of a book: those of a folder, or files that were sent. Names have slashes, such as `files/P-1/policy.pdf`. */
export interface BookSource {
  /** What messages call it. */
  readonly name: string;
  /** One of the files that say what is in the book; undefined if it is not there. */
  open(file: string): Promise<Readable | undefined>;
  /** The bytes of a file that a record names; undefined if there is none. */
  bytes(file: string): Promise<Buffer | undefined>;
}

/** A folder of this machine. A record names no file elsewhere, such as behind a link. */
export function bookFolder(folder: string): BookSource {
  return {
    name: folder,
    open: async (file) => {
      const at = path.join(folder, file);
      const isThere = await access(at).then(
        () => true,
        () => false,
      );
      return isThere ? createReadStream(at, { highWaterMark: 1 << 20 }) : undefined;
    },
    bytes: (file) => fileIn(folder, file),
  };
}

/** Files that were sent, of which `read` finds one by its name. */
export function sentBook(read: (file: string) => Promise<Buffer | undefined>): BookSource {
  return {
    name: 'the book',
    open: async (file) => {
      const bytes = await read(file);
      return bytes && Readable.from(piecesOf(bytes));
    },
    bytes: read,
  };
}

const pieceBytes = 64 * 1024;

/** The lines of a piece are in memory at once, and others have their turn between two of them. */
function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** The whole of a file that is read at once. */
export async function wholeFile(source: BookSource, file: string): Promise<Buffer | undefined> {
  const stream = await source.open(file);
  return stream && buffer(stream);
}
