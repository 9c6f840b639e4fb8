import type { Response } from 'express';

/** The rest of an answer: text in UTF-8, or bytes; empty if there is none. */
export type Body = string | Buffer;

/**
 * Calls `change` instead of `res.end`, with what is to be sent. It sends this, or something else, through `end`;
 * later if it has to wait.
 */
export function atEnd(res: Response, change: (body: Body, end: (body: Body) => void) => void): void {
  const end = res.end.bind(res);
  res.end = (body?: unknown) => {
    change(asBody(body), (changed) => void (changed.length === 0 ? end() : end(changed)));
    return res;
  };
}

function asBody(given: unknown): Body {
  if (typeof given === 'string' || Buffer.isBuffer(given)) return given;
  return given instanceof Uint8Array ? Buffer.from(given) : '';
}
