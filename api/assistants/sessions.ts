import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { inOneLine } from '../../domain/ground/one-line.js';
import type { Assistant } from '../http/caller.js';

const longestName = 100;
/** Longer ids are none of ours. */
const longestId = 1_000;

/** As a client names itself, in one line. */
const line = z.string().transform((text) => inOneLine(text).trim().slice(0, longestName));
const clientInfo = z.object({ name: line, version: line.optional() });

/**
 * The id of a session says which client it is of, so that every process knows it: none keeps anything of a session. What it says
 * is the client's own claim, as in its `initialize`, and permits nothing.
 */
export function newSessionId(info: unknown): string {
  const client = clientInfo.safeParse(info).data ?? { name: '' };
  return `${randomUUID()}.${Buffer.from(JSON.stringify(client)).toString('base64url')}`;
}

/** The client of a session; undefined if the id is none of this service's. */
export function assistantOf(sessionId: string): Assistant | undefined {
  const [, encoded] = /^[0-9a-f-]{36}\.([\w-]+)$/.exec(sessionId.slice(0, longestId)) ?? [];
  if (encoded === undefined) return undefined;
  try {
    const { name, version } = clientInfo.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()));
    return { name: name || 'unnamed assistant', ...(version !== undefined && { version }) };
  } catch {
    return undefined;
  }
}
