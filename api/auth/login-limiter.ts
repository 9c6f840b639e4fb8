import { LRUCache } from 'lru-cache';

export interface LoginLimits {
  /** Failed logins within the window. */
  perUserId: number;
  perAddress: number;
  windowMs: number;
}

const defaultLoginLimits: LoginLimits = { perUserId: 10, perAddress: 100, windowMs: 5 * 60_000 };

/** Bounds memory against attempts with ever new user ids. */
const maxTracked = 50_000;

/** Counts failed logins by user id and by address, in this process. */
export class LoginLimiter {
  readonly #limits: LoginLimits;
  readonly #failures: LRUCache<string, { count: number }>;

  constructor(limits: LoginLimits = defaultLoginLimits) {
    this.#limits = limits;
    this.#failures = new LRUCache({ max: maxTracked, ttl: limits.windowMs });
  }

  /**
   * Counts an attempt as failed until it has succeeded, so that concurrent attempts count too. Returns the
   * seconds to wait if there were too many; else undefined.
   */
  begin(userId: string, address: string): number | undefined {
    const counters = this.#countersOf(userId, address);
    const full = counters.filter(({ key, limit }) => (this.#failures.get(key)?.count ?? 0) >= limit);
    if (full.length > 0) {
      return Math.max(1, ...full.map(({ key }) => Math.ceil(this.#failures.getRemainingTTL(key) / 1000)));
    }
    for (const { key } of counters) {
      const counter = this.#failures.get(key);
      if (counter) counter.count += 1;
      else this.#failures.set(key, { count: 1 });
    }
    return undefined;
  }

  succeeded(userId: string, address: string): void {
    for (const { key } of this.#countersOf(userId, address)) {
      const counter = this.#failures.get(key);
      if (counter) counter.count = Math.max(0, counter.count - 1);
    }
  }

  #countersOf(userId: string, address: string): { key: string; limit: number }[] {
    return [
      { key: `user ${userId.toLowerCase()}`, limit: this.#limits.perUserId },
      { key: `address ${address}`, limit: this.#limits.perAddress },
    ];
  }
}
