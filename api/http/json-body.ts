import { type Request, type Response, raw } from 'express';
import { BadRequest, UnsupportedMediaType } from '../errors/app-error.js';

export const defaultBodyLimit = 2 * 1024 * 1024;

export interface BodyReading {
  /** Bytes, after decompression. */
  limit: number;
  /** A missing body reads as `{}`. */
  optional: boolean;
}

/** A reader of JSON bodies: UTF-8, any content type that ends in `json`. */
export function jsonBodyReader({
  limit,
  optional,
}: BodyReading): (req: Request, res: Response) => Promise<unknown> {
  const read = raw({ type: () => true, limit });
  const utf8 = new TextDecoder('utf-8', { fatal: true });

  return async (req, res) => {
    if (hasBody(req)) {
      requireJson(req);
      await new Promise<void>((resolve, reject) => {
        read(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
      });
    }
    const bytes: unknown = req.body;
    req.body = undefined;
    if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
      if (optional) return {};
      throw new BadRequest([{ field: '', detail: 'a JSON body is required' }]);
    }
    return parse(decode(utf8, bytes));
  };
}

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

function requireJson(req: Request): void {
  const contentType = req.headers['content-type'] ?? '';
  const [mediaType = '', ...parameters] = contentType.toLowerCase().split(';');
  if (!/^application\/([\w.+-]+\+)?json$/.test(mediaType.trim())) {
    throw new UnsupportedMediaType('the body must be JSON, sent as Content-Type: application/json');
  }
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new UnsupportedMediaType('the body must be encoded as UTF-8');
  }
}

function decode(utf8: InstanceType<typeof TextDecoder>, bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new BadRequest([{ field: '', detail: 'the body is not valid UTF-8' }]);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRequest([{ field: '', detail: 'the body is not valid JSON' }]);
  }
}
