import type { ServerResponse } from 'node:http';

/** Sends JSON. Leaner than `res.json`, which reads settings and hashes the body for an entity tag. */
export function sendJson(res: ServerResponse, value: unknown, status = 200): void {
  sendJsonText(res, JSON.stringify(value), status);
}

/** Sends a text that is JSON already, for example from the database. */
export function sendJsonText(res: ServerResponse, body: string, status = 200): void {
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  res.end(body);
}
