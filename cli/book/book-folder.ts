import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandFailure } from '../ground/command-failure.js';

/** Readable by its owner alone: a book is personal data. */
const [fileMode, folderMode] = [0o600, 0o700];

/** A file of lines that is written with the pace of the disk. */
export class LineFile {
  readonly #stream: WriteStream;
  count = 0;

  constructor(file: string) {
    this.#stream = createWriteStream(file, { mode: fileMode, highWaterMark: 1 << 20 });
  }

  /** @param line with its line break. */
  async write(line: string): Promise<void> {
    this.count += 1;
    if (!this.#stream.write(line)) await once(this.#stream, 'drain');
  }

  async end(): Promise<void> {
    this.#stream.end();
    await once(this.#stream, 'close');
  }
}

/**
 * The folder of a book that is written: beside its place, with `.part` added to its name, until it is complete. What an
 * interrupted export left there is replaced.
 */
export class BookFolder {
  private constructor(
    private readonly place: string,
    private readonly part: string,
  ) {}

  /** @throws CommandFailure if there is something at its place. */
  static async begin(place: string): Promise<BookFolder> {
    const there = await readdir(place).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw new CommandFailure(`Cannot write ${place}: ${error.code}.`);
    });
    if (there.length > 0) throw new CommandFailure(`${place} is not empty. Give another folder.`);
    const part = `${place.replace(/[/\\]+$/, '')}.part`;
    await rm(part, { recursive: true, force: true });
    await mkdir(path.join(part, 'products'), { recursive: true, mode: folderMode });
    return new BookFolder(place, part);
  }

  /** @param name a path with slashes, in the folder or in `products/`. */
  lines(name: string): LineFile {
    return new LineFile(path.join(this.part, name));
  }

  /** @param name a path with slashes. */
  async write(name: string, content: string | Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const file = path.join(this.part, ...name.split('/'));
    await mkdir(path.dirname(file), { recursive: true, mode: folderMode });
    if (typeof content === 'string' || content instanceof Uint8Array) {
      await writeFile(file, content, { mode: fileMode });
    } else {
      await pipeline(content, createWriteStream(file, { mode: fileMode }));
    }
  }

  /** Moves the complete folder to its place. */
  async end(): Promise<void> {
    await rm(this.place, { recursive: true, force: true });
    await rename(this.part, this.place);
  }

  async remove(): Promise<void> {
    await rm(this.part, { recursive: true, force: true });
  }
}
