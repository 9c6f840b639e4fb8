import { z } from 'zod';
import { plainLine } from './plain-line.js';
import { whyNotRedirect } from './redirect-uris.js';

/** A program that people connect: how it calls itself, and where answers are sent. */
export interface RegisteredClient {
  name: string;
  redirectUris: readonly string[];
}

const prefix = 'ioi-mcp.';
const longestName = 100;
/** It travels in addresses. */
const longestId = 1_600;

const sealed = z.tuple([
  z.string().min(1).max(longestName),
  z.array(z.string().refine((uri) => whyNotRedirect(uri) === undefined)).min(1),
]);

/**
 * The id of a program, which says all that is known of it: so registrations are not stored (RFC 7591, appendix A.5.2). It is
 * not signed, as anybody may register anything. Undefined if it would be too long.
 */
export function clientIdOf({ name, redirectUris }: RegisteredClient): string | undefined {
  const id = prefix + Buffer.from(JSON.stringify([name, redirectUris])).toString('base64url');
  return id.length > longestId ? undefined : id;
}

/** The program of an id; undefined if it is none. */
export function clientOfId(id: string): RegisteredClient | undefined {
  if (!id.startsWith(prefix) || id.length > longestId) return undefined;
  const [name, redirectUris] = sealed.safeParse(parsed(id.slice(prefix.length))).data ?? [];
  if (name === undefined || redirectUris === undefined || name !== nameOfClient(name)) return undefined;
  return { name, redirectUris };
}

/** How a program calls itself, as one line that people read; undefined if nothing is left. */
export function nameOfClient(name: string): string | undefined {
  return plainLine(name, longestName) || undefined;
}

function parsed(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, 'base64url').toString());
  } catch {
    return undefined;
  }
}
