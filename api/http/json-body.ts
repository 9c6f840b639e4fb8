import { type Request, type Response, raw } from 'express';
import { BadRequest, UnsupportedMediaType } from '../errors/app-error.js';
import type { TextBody } from './endpoint.js';
import { rawBody } from './raw-body.js';
import { largeBytes } from './shares.js';

export const defaultBodyLimit = 2 * 1024 * 1024;

export interface BodyReading {
  /** Bytes, after decompression. */
  limit: number;
  /** A missing body reads as `{}`. */
  optional: boolean;
  /** A text that is accepted, too. */
  text?: TextBody | undefined;
}

/** A body that was received. */
export interface ReceivedBody {
  /** Whether it takes more than some milliseconds to read and check. */
  isLarge: boolean;
  /** Its value. Throws a {@link BadRequest} if it is no JSON in UTF-8. */
  value(): unknown;
}

/** A receiver of JSON bodies: UTF-8, any content type that ends in `json`. */
export function jsonBodyReader({
  limit,
  optional,
  text,
}: BodyReading): (req: Request, res: Response) => Promise<ReceivedBody> {
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
      if (optional) return { isLarge: false, value: () => ({}) };
      throw new BadRequest([{ field: '', detail: 'a JSON body is required' }]);
    }
    const value = () => {
      if (!isText) refuseTooManyValues(bytes);
      const decoded = decode(utf8, bytes);
      return text && isText ? text.asBody(decoded) : parse(decoded);
    };
    return { isLarge: bytes.length > largeBytes, value };
  };
}

/** Refuses the body of an operation that takes none, which would be dropped in silence: 400 unless it is empty or `{}`. */
export async function refuseBody(req: Request, res: Response): Promise<void> {
  if (!hasBody(req)) return;
  const text = (await rawBody(req, res, { limit: defaultBodyLimit })).toString().trim();
  if (!['', '{}', 'null'].includes(text)) {
    throw new BadRequest([{ field: '', detail: 'this operation takes no body' }]);
  }
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

/** Parsing more takes the process from everybody for tenths of a second. A fleet of 1,000 vehicles has 80,000. */
const mostValues = 200_000;
const [quote, backslash, comma, list, object] = Buffer.from('"\\\\,[{');

/** Refuses a JSON text with too many values before it is parsed. Texts within it are skipped, so long ones cost little. */
function refuseTooManyValues(json: Buffer): void {
  if (json.length < mostValues) return;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfText(json, at);
    else if (byte === comma || byte === list || byte === object) values += 1;
    if (values > mostValues) {
      throw new BadRequest([{ field: '', detail: `the body has more than ${mostValues} values` }]);
    }
  }
}

/** Where the text that begins there has its closing quotation mark. Byte by byte: most texts are short. */
function endOfText(json: Buffer, begin: number): number {
  for (let at = begin + 1; at < json.length; at += 1) {
    if (json[at] === backslash) at += 1;
    else if (json[at] === quote) return at;
  }
  return json.length;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRequest([{ field: '', detail: 'the body is not valid JSON' }]);
  }
}
