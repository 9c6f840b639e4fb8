import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { ofProduct } from '../../domain/assistants/outside.js';
import type { Assistant } from '../http/caller.js';

const longestName = 100;
/** Longer ids are none of ours. */
const longestId = 2_000;

/** As a client names itself, in one line without hidden characters. */
const line = z.string().transform((text) => ofProduct(text, longestName));
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
