import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller, Verified } from '../http/caller.js';

const maxCallers = 10_000;
/** Bounds how long a change can go unnoticed if its notification is lost. */
const maxAgeMs = 60_000;

/** Verified credentials, kept in memory, so that a request needs neither a query nor a signature check. */
export class CallerMemory {
  readonly #callers: LRUCache<string, Caller>;
  #changes = 0;

  /**
   * `hearsChanges`: false while notifications of changes are not received; then nothing is answered from
   * memory.
   */
  constructor(
    private readonly hearsChanges: () => boolean,
    private readonly now: () => Date,
  ) {
    this.#callers = new LRUCache({ max: maxCallers, ttl: maxAgeMs, perf: { now: () => now().getTime() } });
  }

  recall(credentials: string): Caller | undefined {
    return this.hearsChanges() ? this.#callers.get(keyOf(credentials)) : undefined;
  }

  /** Starts a verification. The returned function keeps its result, unless something changed since. */
  verifying(credentials: string): (verified: Verified) => void {
    const changesBefore = this.#changes;
    return ({ caller, expiresAtMs = Infinity }) => {
      const ttl = Math.min(maxAgeMs, expiresAtMs - this.now().getTime());
      if (this.#changes === changesBefore && ttl >= 1) this.#callers.set(keyOf(credentials), caller, { ttl });
    };
  }

  /** Forgets all callers, because one changed or may have changed. */
  forget(): void {
    this.#changes += 1;
    this.#callers.clear();
  }
}

/** Hashed, so that memory holds no secrets. */
const keyOf = (credentials: string): string => hash('sha256', credentials, 'base64');
