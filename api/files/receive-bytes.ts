import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { BadRequest, PayloadTooLarge, RequestTimeout, UnsupportedMediaType } from '../errors/app-error.js';

/** Within each window so many bytes must come, or the upload is ended. */
export interface Pace {
  windowMs: number;
  leastBytes: number;
}

export const usualPace: Pace = { windowMs: 30_000, leastBytes: 64 * 1024 };

/** Refuses a body that cannot be a file, before any of it is read. Returns its length; undefined if it is not said. */
export function announcedBytes({ headers }: Request, limit: number): number | undefined {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity')
    throw new UnsupportedMediaType('send the bytes of the file as they are, without a Content-Encoding');
  if (headers['content-type']?.toLowerCase().startsWith('multipart/'))
    throw new UnsupportedMediaType('send the bytes of the file as the body, not as a form');
  const length = headers['content-length'];
  if (length === undefined && headers['transfer-encoding'] === undefined) throw noBytes();
  if (length !== undefined && Number(length) > limit) throw tooLarge(limit);
  return length === undefined ? undefined : Number(length);
}

const tooLarge = (limit: number) => new PayloadTooLarge(`a file has at most ${sizeInWords(limit)}`);

export const sizeInWords = (bytes: number): string =>
  bytes % mib === 0 ? `${bytes / mib} MiB` : `${bytes} bytes`;
const mib = 1024 * 1024;

const noBytes = () =>
  new BadRequest([{ field: '', detail: 'the bytes of the file are required as the body' }]);

export const emptyFile = () => new BadRequest([{ field: '', detail: 'the file is empty' }]);

/** A sender needs a moment to see the answer: a connection that is closed at once may lose it. */
const lingerMs = 1_000;

/** Closes the connection of a body that is not received to its end, soon after the answer. */
export function endUnread(req: Request, res: Response): void {
  const close = () => {
    if (!req.complete) req.socket.destroy();
  };
  res.once('finish', () => setTimeout(close, lingerMs).unref());
}

/** A body that is counted and hashed as it comes, and ended where it is too large or too slow. */
export class ReceivedBytes {
  readonly #hash = createHash('sha256');
  size = 0;

  constructor(
    private readonly req: Request,
    private readonly limit: number,
    private readonly pace: Pace,
  ) {}

  /** Of what was read. */
  sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  async *read(): AsyncGenerator<Buffer> {
    const { windowMs, leastBytes } = this.pace;
    // The connection stays open for the answer.
    const chunks = this.req.iterator({ destroyOnReturn: false });
    let timer: NodeJS.Timeout | undefined;
    const tooSlow = new Promise<never>((_resolve, reject) => {
      let before = 0;
      timer = setInterval(() => {
        if (this.size - before < leastBytes)
          reject(new RequestTimeout('the bytes of the file came too slowly'));
        before = this.size;
      }, windowMs);
    });
    tooSlow.catch(() => undefined);
    try {
      for (;;) {
        const next = chunks.next();
        next.catch(() => undefined);
        const { done, value } = await Promise.race([next, tooSlow]);
        if (done) return;
        this.size += value.length;
        if (this.size > this.limit) throw tooLarge(this.limit);
        this.#hash.update(value);
        yield value;
      }
    } finally {
      clearInterval(timer);
    }
  }
}
