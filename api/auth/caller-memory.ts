import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../http/caller.js';

/** Who credentials turned out to be of, and until when they are good. */
export interface Verified {
  caller: Caller;
  /** Milliseconds since 1970; absent where they do not expire. */
  expiresAtMs?: number;
}

/** Verified credentials, kept in memory: a request costs neither a query nor a signature check. */
export interface CallerMemory {
  recall(credentials: string): Caller | undefined;
  /** Starts a verification; its result is kept by calling what this returns, unless something changed since. */
  verifying(credentials: string): (verified: Verified) => void;
  /** Forgets everyone, because somebody changed or may have changed. */
  forget(): void;
}

const maxCallers = 10_000;
/** Bounds how long a change could go unnoticed if a notification were lost after all. */
const maxAgeMs = 60_000;

/** `hearsChanges`: while changes are not heard of, nothing is answered from memory. */
export function createCallerMemory(hearsChanges: () => boolean): CallerMemory {
  const callers = new LRUCache<string, Caller>({ max: maxCallers, ttl: maxAgeMs });
  // Hashed, so that secrets do not lie about in memory.
  const keyOf = (credentials: string) => hash('sha256', credentials, 'base64');
  let changes = 0;

  return {
    recall: (credentials) => (hearsChanges() ? callers.get(keyOf(credentials)) : undefined),
    verifying(credentials) {
      const changesBefore = changes;
      return ({ caller, expiresAtMs = Infinity }) => {
        const ttl = Math.min(maxAgeMs, expiresAtMs - Date.now());
        if (changes === changesBefore && ttl >= 1) callers.set(keyOf(credentials), caller, { ttl });
      };
    },
    forget() {
      changes += 1;
      callers.clear();
    },
  };
}
