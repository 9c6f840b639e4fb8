import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { PreconditionFailed } from '../errors/app-error.js';

/** The entity tag of a text: what depends on its reader, or on the day, changes the tag as well. */
export function tagOf(text: string | Buffer): string {
  // 5 µs for the 9 KB of a quote.
  return `"${hash('sha256', text, 'base64').slice(0, 22)}"`;
}

/** Sends JSON text with its entity tag; 304 without a body if `If-None-Match` names it. */
export function sendTagged(req: Request, res: Response, text: string): void {
  if (!res.hasHeader('ETag')) res.setHeader('ETag', tagOf(text));
  res.type('json');
  sendIfChanged(req, res, text);
}

/** Sends a body under the `ETag` that is set; 304 without it if `If-None-Match` names the tag. */
export function sendIfChanged(req: Request, res: Response, body: string | Buffer): void {
  const known = req.headers['if-none-match'];
  // Express would heed `Cache-Control: no-cache`, too, which `fetch` adds to conditions.
  if (known === undefined || !namesTag(known, String(res.getHeader('ETag')), 'weak')) res.send(body);
  else res.status(304).end();
}

/** Whether a condition names the tag (RFC 9110, section 13.1). `weak` ignores the mark of weak tags. */
export function namesTag(condition: string, tag: string, comparison: 'strong' | 'weak'): boolean {
  if (condition.trim() === '*') return true;
  return condition.split(',').some((each) => {
    const one = each.trim();
    return comparison === 'weak' ? one.replace(/^W\//, '') === tag : one === tag;
  });
}

/** Checks the tag of a record as it is, in the transaction of its change; undefined: there is no such record yet. */
export type TagCheck = (tag: string | undefined) => void;

/** The check that `If-Match` asks for, which throws 412; undefined without the header. */
export function ifMatch({ headers }: Pick<Request, 'headers'>): TagCheck | undefined {
  const condition = headers['if-match'];
  if (condition === undefined) return undefined;
  return (tag) => {
    // Proxies that compress mark tags as weak; these tags are of the record, whatever its encoding.
    if (tag === undefined || !namesTag(condition, tag, 'weak')) throw new PreconditionFailed();
  };
}
