import { type Request, type Response, raw } from 'express';
import { BadRequest, UnsupportedMediaType } from '../errors/app-error.js';
import type { TextBody } from './endpoint.js';

export const defaultBodyLimit = 2 * 1024 * 1024;

export interface BodyReading {
  /** Bytes, after decompression. */
  limit: number;
  /** A missing body reads as `{}`. */
  optional: boolean;
  /** A text that is accepted, too. */
  text?: TextBody | undefined;
}

/** A reader of JSON bodies: UTF-8, any content type that ends in `json`. */
export function jsonBodyReader({
  limit,
  optional,
  text,
}: BodyReading): (req: Request, res: Response) => Promise<unknown> {
  const read = raw({ type: () => true, limit });
  const utf8 = new TextDecoder('utf-8', { fatal: true });

  return async (req, res) => {
    let isText = false;
    if (hasBody(req)) {
      const mediaType = requireUtf8(req);
      isText = text?.mediaTypes.includes(mediaType) ?? false;
      if (!isText) requireJson(mediaType, text);
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
    const decoded = decode(utf8, bytes);
    return text && isText ? text.asBody(decoded) : parse(decoded);
  };
}

function hasBody(req: Request): boolean {
  return req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
}

/** The media type of the body. */
function requireUtf8(req: Request): string {
  const [mediaType = '', ...parameters] = (req.headers['content-type'] ?? '').toLowerCase().split(';');
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='));
  if (charset !== undefined && !/^charset="?utf-?8"?$/.test(charset)) {
    throw new UnsupportedMediaType('the body must be encoded as UTF-8');
  }
  return mediaType.trim();
}

function requireJson(mediaType: string, text: TextBody | undefined): void {
  if (/^application\/([\w.+-]+\+)?json$/.test(mediaType)) return;
  const instead = text === undefined ? '' : `, or ${text.description} as ${text.mediaTypes[0]}`;
  throw new UnsupportedMediaType(`the body must be JSON, sent as Content-Type: application/json${instead}`);
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
