import type { ServerResponse } from 'node:http';

/** Sends JSON. Leaner than `res.json`, which reads settings and hashes the body for an entity tag. */
export function sendJson(res: ServerResponse, value: unknown, status = 200): void {
  sendJsonText(res, JSON.stringify(value), status);
}

/** Sends a text that is JSON already, for example from the database. */
export function sendJsonText(res: ServerResponse, body: string, status = 200): void {
  const length = Buffer.byteLength(body);
  // Not with `writeHead`: compression comes after this.
  res.statusCode = status;
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', length);
  // A text of ASCII alone has the same bytes as Latin-1, which are copied instead of encoded.
  res.end(body, length === body.length ? 'latin1' : 'utf8');
}

/** JSON text of an object with further members that are JSON text already. */
export function withJson(fields: object, json: { readonly [name: string]: string }): string {
  const members = Object.entries(json).map(([name, value]) => `,"${name}":${value}`);
  return `${JSON.stringify(fields).slice(0, -1)}${members.join('')}}`;
}
