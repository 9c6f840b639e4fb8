import type { Response } from 'express';

/** Answers JSON. Leaner than `res.json`, which looks up settings and hashes the body for an entity tag. */
export function sendJson(res: Response, value: unknown, status = 200): void {
  sendJsonText(res, JSON.stringify(value), status);
}

/** Answers what is JSON text already, for example as the database gave it. */
export function sendJsonText(res: Response, body: string, status = 200): void {
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}
