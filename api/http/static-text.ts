import path from 'node:path';
import type { Request, Response } from 'express';
import { sendIfChanged, tagOf } from './entity-tag.js';

/** A handler that always answers. */
export type StaticText = (req: Request, res: Response) => void;

/**
 * Serves a text that does not change while the process runs. It is made when it is first asked for.
 *
 * @param type A media type, or the extension of files that have it.
 * @param cacheControl How long it may be kept.
 */
export function staticText(
  make: () => string | Buffer,
  { type, cacheControl }: { type: string; cacheControl: string },
): StaticText {
  let made: { bytes: Buffer; tag: string } | undefined;
  return (req, res) => {
    if (made === undefined) {
      const bytes = Buffer.from(make());
      made = { bytes, tag: tagOf(bytes) };
    }
    res.type(type).set({ 'Cache-Control': cacheControl, ETag: made.tag }).vary('Accept-Encoding');
    sendIfChanged(req, res, made.bytes);
  };
}

/** Serves a file whose path has a hash of its contents: browsers keep it. */
export const staticFile = (name: string, content: Buffer): StaticText =>
  staticText(() => content, {
    type: path.extname(name),
    cacheControl: 'public, max-age=31536000, immutable',
  });
