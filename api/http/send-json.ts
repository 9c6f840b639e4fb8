import type { Response } from 'express';

/** Answers JSON. Leaner than `res.json`, which looks up settings and hashes the body for an entity tag. */
export function sendJson(res: Response, value: unknown, status = 200): void {
  const body = JSON.stringify(value);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}
