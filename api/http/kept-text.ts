import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { type Coding, codingOf } from './compression.js';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const encodings = {
  br: (bytes: Buffer) => brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => gzip(bytes, { level: 9 }),
};

/** A text that does not change while the process runs. It is compressed when it is first asked for, and kept so. */
export class KeptText {
  readonly hash: string;
  private readonly bytes: Buffer;
  private readonly compressed = new Map<Coding, Promise<Buffer>>();

  constructor(
    content: string | Buffer,
    private readonly type: string,
  ) {
    this.bytes = Buffer.from(content);
    this.hash = createHash('sha256').update(this.bytes).digest('hex').slice(0, 16);
  }

  /** Answers with it, as the client accepts it. `cacheControl` says how long it may be kept. */
  async send(req: IncomingMessage, res: ServerResponse, cacheControl: string): Promise<void> {
    const tag = `W/"${this.hash}"`;
    res.setHeader('Cache-Control', cacheControl);
    res.setHeader('ETag', tag);
    res.appendHeader('Vary', 'Accept-Encoding');
    if (req.headers['if-none-match'] === tag) {
      res.writeHead(304).end();
      return;
    }
    const encoding = codingOf(String(req.headers['accept-encoding'] ?? ''));
    const body = encoding === undefined ? this.bytes : await this.as(encoding);
    if (encoding !== undefined) res.setHeader('Content-Encoding', encoding);
    res.writeHead(200, { 'Content-Type': this.type, 'Content-Length': body.length });
    res.end(req.method === 'HEAD' ? undefined : body);
  }

  private as(encoding: Coding): Promise<Buffer> {
    const known = this.compressed.get(encoding);
    if (known) return known;
    const made = encodings[encoding](this.bytes);
    this.compressed.set(encoding, made);
    return made;
  }
}
