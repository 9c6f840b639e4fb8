import type { Response } from 'express';

/** Sends a text that is JSON already, for example from the database. */
export function sendJsonText(res: Response, body: string): void {
  res.type('json').send(body);
}

/** JSON text of an object with further members that are JSON text already. */
export function withJson(fields: object, json: { readonly [name: string]: string }): string {
  const members = Object.entries(json).map(([name, value]) => `,"${name}":${value}`);
  return `${JSON.stringify(fields).slice(0, -1)}${members.join('')}}`;
}
