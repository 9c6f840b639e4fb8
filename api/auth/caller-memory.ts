import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../http/caller.js';

/** Who credentials turned out to be of, and until when they are good. */
export interface Verified {
  caller: Caller;
  /** Milliseconds since 1970; absent where they do not expire. */
  expiresAtMs?: number;
}

const maxCallers = 10_000;
/** Bounds how long a change could go unnoticed if a notification were lost after all. */
const maxAgeMs = 60_000;

/** Verified credentials, kept in memory: a request costs neither a query nor a signature check. */
export class CallerMemory {
  readonly #callers = new LRUCache<string, Caller>({ max: maxCallers, ttl: maxAgeMs });
  readonly #hearsChanges: () => boolean;
  #changes = 0;

  /** `hearsChanges`: while changes are not heard of, nothing is answered from memory. */
  constructor(hearsChanges: () => boolean) {
    this.#hearsChanges = hearsChanges;
  }

  recall(credentials: string): Caller | undefined {
    return this.#hearsChanges() ? this.#callers.get(keyOf(credentials)) : undefined;
  }

  /** Starts a verification; its result is kept by calling what this returns, unless something changed since. */
  verifying(credentials: string): (verified: Verified) => void {
    const changesBefore = this.#changes;
    return ({ caller, expiresAtMs = Infinity }) => {
      const ttl = Math.min(maxAgeMs, expiresAtMs - Date.now());
      if (this.#changes === changesBefore && ttl >= 1) this.#callers.set(keyOf(credentials), caller, { ttl });
    };
  }

  /** Forgets everyone, because somebody changed or may have changed. */
  forget(): void {
    this.#changes += 1;
    this.#callers.clear();
  }
}

/** Hashed, so that secrets do not lie about in memory. */
const keyOf = (credentials: string): string => hash('sha256', credentials, 'base64');
